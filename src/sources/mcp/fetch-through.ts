import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { limits } from "../../base/limits.ts";
import type { Web } from "../../net/web.ts";

/**
 * `fetch` for the client of a server that the user named, through the way out: its gate, its limits, no other header. A response is
 * read whole, so a stream of events counts when it ends. The protocol's optional parts are left out: a standing stream of the server's
 * own messages (GET), and the end of a session (DELETE).
 */
export function fetchThrough(web: Web): FetchLike {
	return async (url, { method = "GET", headers, body, signal } = {}) => {
		if (method !== "POST") return new Response(null, { status: 405 });
		if (typeof body !== "string") throw new TypeError("a message is sent as text");
		const response = await web.request({
			...{ url: String(url), method, body, trusted: true },
			headers: Object.fromEntries(new Headers(headers)),
			...{ bytes: limits.mcpMessageBytes, ms: limits.mcpCallMs, redirects: 0 },
			...(signal ? { signal } : {}),
		});
		const isEmpty = response.status === 202 || response.status === 204;
		return new Response(isEmpty ? null : Buffer.from(response.body), {
			status: response.status,
			headers: response.headers,
		});
	};
}
