import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import type { buildConnector, Client } from "undici";
import { limits } from "../base/limits.ts";
import { bodyOf } from "./decode.ts";
import { connectionFault } from "./faults.ts";
import type { Endpoint } from "./gate.ts";

/** One request to one judged address, no redirects. */
export interface Exchange {
	url: URL;
	endpoint: Endpoint;
	method: "GET" | "POST";
	headers: Record<string, string>;
	body: string | undefined;
	/** Most decoded bytes of a body of this media type; what comes after is cut off, or an error. */
	most: (mime: string) => number;
	cut: boolean;
	signal: AbortSignal;
}

export interface Exchanged {
	status: number;
	headers: Record<string, string>;
	/** Empty for a redirect: what stands beside it is not read. */
	body: Uint8Array;
}

/**
 * Dials the endpoint and nothing else: neither a resolver nor a proxy of the environment is asked. A connection serves one
 * exchange. Throws an `AssayError`, or the signal's reason.
 */
export async function exchange(wanted: Exchange): Promise<Exchanged> {
	const { url, endpoint, signal } = wanted;
	signal.throwIfAborted();
	const { Client, buildConnector } = await import("undici");
	const client: Client = new Client(url.origin, {
		connect: dialling(endpoint, buildConnector),
		maxHeaderSize: limits.headerBytes,
		// The signal is the one clock, from the first byte to the last.
		headersTimeout: 0,
		bodyTimeout: 0,
		pipelining: 0,
	});
	try {
		const answer = await client.request({
			path: url.pathname + url.search,
			method: wanted.method,
			headers: wanted.headers,
			...(wanted.body === undefined ? {} : { body: wanted.body }),
			signal,
		});
		const headers = plain(answer.headers);
		const raw: Readable = answer.body;
		// A request that is given up makes the stream fail after it was left; that is no news.
		raw.on("error", () => {});
		const skipped = isRedirect(answer.statusCode) && headers.location !== undefined;
		const body = skipped
			? new Uint8Array()
			: await bodyOf(
					raw,
					{ encoding: headers["content-encoding"] ?? "", announced: Number(headers["content-length"] ?? 0) },
					{ most: wanted.most(mimeOf(headers)), cut: wanted.cut, host: url.host },
				);
		return { status: answer.statusCode, headers, body };
	} catch (error) {
		signal.throwIfAborted();
		throw connectionFault(error, url.host);
	} finally {
		await client.destroy();
	}
}

/** The media type that was sent, without parameters, lower case; empty when none was. */
export function mimeOf(headers: Record<string, string>): string {
	return (headers["content-type"] ?? "").split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? "";
}

export function isRedirect(status: number): boolean {
	return [301, 302, 303, 307, 308].includes(status);
}

/** A connector that knows only the addresses that were judged; a name is not looked up again (DNS rebinding). */
function dialling(endpoint: Endpoint, build: typeof buildConnector): buildConnector.connector {
	const judged = [{ address: endpoint.address, family: endpoint.family }, ...(endpoint.others ?? [])];
	const lookup: LookupFunction = (_name, options, callback) => {
		if (options.all) callback(null, judged);
		else callback(null, endpoint.address, endpoint.family);
	};
	const connect = build({
		lookup,
		timeout: limits.pageConnectMs,
		autoSelectFamily: true,
		autoSelectFamilyAttemptTimeout: limits.addressConnectMs,
		rejectUnauthorized: true,
		maxCachedSessions: 0,
		port: endpoint.port,
	});
	return (options, callback) => connect({ ...options, port: String(endpoint.port) }, callback);
}

function plain(headers: Record<string, string | string[] | undefined>): Record<string, string> {
	const named = Object.entries(headers).map(([name, value]) => [
		name.toLowerCase(),
		readable(Array.isArray(value) ? value.join(", ") : (value ?? "")),
	]);
	return Object.fromEntries(named);
}

/** Header fields come as bytes, a character each: many servers send UTF-8 there, addresses of redirects above all. */
function readable(value: string): string {
	if (!/[\u0080-\u00ff]/.test(value)) return value;
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "latin1"));
	} catch {
		return value;
	}
}
