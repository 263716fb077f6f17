import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import type { buildConnector, Client } from "undici";
import { limits } from "../base/limits.ts";
import { asConnectionError } from "./connection-errors.ts";
import { readBody } from "./decode.ts";
import type { Endpoint } from "./gate.ts";

/** One request to one address that the gate approved, without redirects. */
export interface ExchangeRequest {
	url: URL;
	endpoint: Endpoint;
	method: "GET" | "POST";
	headers: Record<string, string>;
	body: string | undefined;
	/** Maximum decoded bytes of a body of this media type; the rest is cut off (`cut`), or an error. */
	most: (mime: string) => number;
	cut: boolean;
	signal: AbortSignal;
}

export interface ExchangeResponse {
	status: number;
	headers: Record<string, string>;
	/** Empty for a redirect, whose body is not read. */
	body: Uint8Array;
}

/**
 * Connects to the endpoint and nothing else: uses no resolver and no proxy of the environment. A connection serves one exchange.
 * Throws an `AssayError`, or the signal's reason.
 */
export async function exchange(request: ExchangeRequest): Promise<ExchangeResponse> {
	const { url, endpoint, signal } = request;
	signal.throwIfAborted();
	const { Client, buildConnector } = await import("undici");
	const client: Client = new Client(url.origin, {
		connect: connectorTo(endpoint, buildConnector),
		maxHeaderSize: limits.headerBytes,
		// The signal limits the time of the whole response.
		headersTimeout: 0,
		bodyTimeout: 0,
		pipelining: 0,
	});
	try {
		const answer = await client.request({
			path: url.pathname + url.search,
			method: request.method,
			headers: request.headers,
			...(request.body === undefined ? {} : { body: request.body }),
			signal,
		});
		const headers = flattenHeaders(answer.headers);
		const raw: Readable = answer.body;
		// An aborted request makes the stream fail later; that error is expected.
		raw.on("error", () => {});
		const skipped = isRedirect(answer.statusCode) && headers.location !== undefined;
		const body = skipped
			? new Uint8Array()
			: await readBody(
					raw,
					{ encoding: headers["content-encoding"] ?? "", announced: Number(headers["content-length"] ?? 0) },
					{ most: request.most(mimeOf(headers)), cut: request.cut, host: url.host },
				);
		return { status: answer.statusCode, headers, body };
	} catch (error) {
		signal.throwIfAborted();
		throw asConnectionError(error, url.host);
	} finally {
		await client.destroy();
	}
}

/** The media type of a response without parameters, lower case; empty when none was sent. */
export function mimeOf(headers: Record<string, string>): string {
	return (headers["content-type"] ?? "").split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? "";
}

export function isRedirect(status: number): boolean {
	return [301, 302, 303, 307, 308].includes(status);
}

/** A connector that uses only the approved addresses and never looks a name up again (DNS rebinding). */
function connectorTo(endpoint: Endpoint, build: typeof buildConnector): buildConnector.connector {
	const approved = [{ address: endpoint.address, family: endpoint.family }, ...(endpoint.others ?? [])];
	const lookup: LookupFunction = (_name, options, callback) => {
		if (options.all) callback(null, approved);
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

function flattenHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
	const named = Object.entries(headers).map(([name, value]) => [
		name.toLowerCase(),
		decodeHeader(Array.isArray(value) ? value.join(", ") : (value ?? "")),
	]);
	return Object.fromEntries(named);
}

/** Decodes a header field, which arrives with one character per byte. Many servers send UTF-8, above all in redirects. */
function decodeHeader(value: string): string {
	if (!/[\u0080-\u00ff]/.test(value)) return value;
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "latin1"));
	} catch {
		return value;
	}
}
