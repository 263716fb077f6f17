import { AssayError } from "../base/errors.ts";
import type { ExchangeResponse } from "./exchange.ts";
import type { Gate } from "./gate.ts";
import type { TimeBudget } from "./time-budget.ts";

/** A request that follows redirects. */
export interface PendingRequest {
	url: URL;
	method: "GET" | "POST";
	body: string | undefined;
	headers: Record<string, string>;
	/** The headers of every request. */
	standing: Readonly<Record<string, string>>;
	trusted: boolean;
	most: (mime: string) => number;
	cut: boolean;
	clock: TimeBudget;
	signal: AbortSignal;
	/** Retries that are left for all its addresses together. */
	again: number;
}

/** Points the request to the redirect's target, which the gate checks like the first address. Throws `ADDRESS_REFUSED`. */
export function followRedirect(pending: PendingRequest, gate: Gate, status: number, location: string): void {
	const from = pending.url;
	if (!URL.canParse(location, from))
		throw new AssayError("ADDRESS_REFUSED", `${from.host} redirects to what is no address`);
	const to = gate.check(new URL(location, from).href, { trusted: pending.trusted });
	const isCrossOrigin = to.origin !== from.origin;
	if (isCrossOrigin && pending.trusted)
		throw new AssayError("ADDRESS_REFUSED", `${from.host} redirects to ${to.host}, and only ${from.host} was named`);
	const asGet = status === 303 || (status < 303 && pending.method === "POST");
	if (isCrossOrigin && pending.method === "POST" && !asGet)
		throw new AssayError("ADDRESS_REFUSED", `${from.host} wants what was sent to it to be sent to ${to.host}`);
	pending.url = to;
	if (asGet) {
		pending.method = "GET";
		pending.body = undefined;
		delete pending.headers["content-type"];
	}
	// Headers of many names hold keys: only headers that reveal nothing about the user are sent to another origin.
	if (isCrossOrigin)
		pending.headers = { ...pending.standing, ...pickHeaders(pending.headers, "accept", "accept-language") };
}

/** The wait that a busy server asks for (`Retry-After`), ms; 0 if it names none, undefined if it is not busy. */
export function retryAfterMs({ status, headers }: ExchangeResponse): number | undefined {
	if (![429, 502, 503, 504].includes(status)) return undefined;
	const after = headers["retry-after"] ?? "";
	if (/^\d+$/.test(after)) return Number(after) * 1_000;
	const at = Date.parse(after);
	return Number.isNaN(at) ? 0 : Math.max(0, at - Date.now());
}

export function withoutHash(url: URL): string {
	const bare = new URL(url);
	bare.hash = "";
	return bare.href;
}

function pickHeaders(headers: Record<string, string>, ...names: string[]): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}
