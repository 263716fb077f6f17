import { AssayError } from "../base/errors.ts";
import type { Clock } from "./clock.ts";
import type { Exchanged } from "./exchange.ts";
import type { Gate } from "./gate.ts";

/** A request on its way through redirects. */
export interface Trip {
	url: URL;
	method: "GET" | "POST";
	body: string | undefined;
	headers: Record<string, string>;
	/** What every request says, whoever asks. */
	standing: Readonly<Record<string, string>>;
	trusted: boolean;
	most: (mime: string) => number;
	cut: boolean;
	clock: Clock;
	signal: AbortSignal;
	/** Repetitions that are left, of all its addresses together. */
	again: number;
}

/** Points the trip to where it was sent: a new address, judged like the first one. Throws `ADDRESS_REFUSED`. */
export function redirect(trip: Trip, gate: Gate, status: number, location: string): void {
	const from = trip.url;
	if (!URL.canParse(location, from))
		throw new AssayError("ADDRESS_REFUSED", `${from.host} redirects to what is no address`);
	const to = gate.check(new URL(location, from).href, { trusted: trip.trusted });
	const away = to.origin !== from.origin;
	if (away && trip.trusted)
		throw new AssayError("ADDRESS_REFUSED", `${from.host} redirects to ${to.host}, and only ${from.host} was named`);
	const asGet = status === 303 || (status < 303 && trip.method === "POST");
	if (away && trip.method === "POST" && !asGet)
		throw new AssayError("ADDRESS_REFUSED", `${from.host} wants what was sent to it to be sent to ${to.host}`);
	trip.url = to;
	if (asGet) {
		trip.method = "GET";
		trip.body = undefined;
		delete trip.headers["content-type"];
	}
	// Keys stand under many names: only what says nothing of the user goes along.
	if (away) trip.headers = { ...trip.standing, ...only(trip.headers, "accept", "accept-language") };
}

/** How long a server that is busy asks to be left alone, ms (0: it does not say); undefined when it is not busy. */
export function askedWait({ status, headers }: Exchanged): number | undefined {
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

function only(headers: Record<string, string>, ...names: string[]): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}
