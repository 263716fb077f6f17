import { limits } from "../../../base/limits.ts";
import { scrub } from "../../../base/scrub.ts";

type Fetch = typeof globalThis.fetch;

/** A response that is not 2xx, or 2xx without being a stream. Its body is the provider's: it is classified, never shown whole. */
export class HttpFault extends Error {
	readonly status: number;
	readonly headers: Headers;
	readonly body: string;

	constructor(status: number, headers: Headers, body: string) {
		super(`HTTP ${status}`);
		this.name = "HttpFault";
		this.status = status;
		this.headers = headers;
		this.body = scrub(body);
	}
}

/** No response: `reason` is the system's code, e.g. `ECONNREFUSED`. */
export class NetworkFault extends Error {
	readonly reason: string;

	constructor(reason: string) {
		super(`no connection: ${reason}`);
		this.name = "NetworkFault";
		this.reason = reason;
	}
}

/** The most that is read of an error's body. Bytes. */
const ERROR_BYTES_MAX = 65_536;

let sharedFetch: Promise<Fetch> | undefined;

/** undici without its own time limits: a local model may think for ten minutes, and each request has its own timers. */
export async function fetchWithoutTimeouts(): Promise<Fetch> {
	sharedFetch ??= import("undici").then(({ Agent, fetch }) => {
		const dispatcher = new Agent({
			headersTimeout: 0,
			bodyTimeout: 0,
			connect: { timeout: limits.modelConnectMs },
		});
		// undici has its own types of fetch; they describe the same.
		const send = fetch as unknown as (input: unknown, init: unknown) => Promise<Response>;
		return (input, init) => send(input, { ...init, dispatcher, redirect: "manual" });
	});
	return await sharedFetch;
}

/**
 * A `fetch` for one request. It throws a fault for whatever is not a stream of events, and calls `onLife` for each piece that
 * arrives, comments and white space included.
 */
export function createStreamFetch(onLife: () => void, rewrite?: (body: string) => string): Fetch {
	return async (input, init) => {
		const fetch = await fetchWithoutTimeouts();
		const body = rewrite && typeof init?.body === "string" ? rewrite(init.body) : init?.body;
		let response: Response;
		try {
			response = await fetch(input, { ...init, ...(body === undefined ? {} : { body }) });
		} catch (error) {
			if (init?.signal?.aborted) throw init.signal.reason;
			throw new NetworkFault(reasonOf(error));
		}
		onLife();
		if (!response.ok) throw new HttpFault(response.status, response.headers, await readStart(response));
		if (/\b(json|html)\b/i.test(response.headers.get("content-type") ?? ""))
			throw new HttpFault(response.status, response.headers, await readStart(response));
		const watched = response.body?.pipeThrough(
			new TransformStream<Uint8Array, Uint8Array>({
				transform(chunk, controller) {
					onLife();
					controller.enqueue(chunk);
				},
			}),
		);
		return new Response(watched ?? null, { status: response.status, headers: response.headers });
	};
}

/** The start of a body, as far as it can be read. */
async function readStart(response: Response): Promise<string> {
	let text = "";
	const decoder = new TextDecoder();
	try {
		for await (const chunk of response.body ?? []) {
			text += decoder.decode(chunk, { stream: true });
			if (text.length > ERROR_BYTES_MAX) break;
		}
	} catch {
		// The body broke off: what has arrived is used.
	}
	return text.slice(0, ERROR_BYTES_MAX);
}

/** The innermost code of what fetch threw. */
export function reasonOf(error: unknown): string {
	for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
		if ("code" in inner && typeof inner.code === "string") return inner.code;
		if (inner.cause === undefined) return inner.message;
	}
	return "unknown reason";
}
