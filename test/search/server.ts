import type { IncomingMessage } from "node:http";
import { openGate } from "../../src/net/gate.ts";
import { openWeb } from "../../src/net/web.ts";
import { serve } from "../support/server.ts";

export interface Reply {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
	/** The connection ends after this many bytes of what was announced. */
	cutAt?: number;
	/** Never answered. */
	silent?: boolean;
}

export interface Request {
	method: string;
	url: URL;
	headers: IncomingMessage["headers"];
	body: string;
}

/** A service on loopback that answers as it is told, and remembers what it was asked. */
export async function openServer(answer: (request: Request) => Reply) {
	const asked: Request[] = [];
	let answering = answer;
	const server = await serve((request, response) => {
		const parts: Buffer[] = [];
		request.on("data", (part: Buffer) => parts.push(part));
		request.on("end", () => {
			const one: Request = {
				method: request.method ?? "",
				url: new URL(request.url ?? "/", "http://127.0.0.1"),
				headers: request.headers,
				body: Buffer.concat(parts).toString(),
			};
			asked.push(one);
			const { status = 200, headers = {}, body = "", cutAt, silent } = answering(one);
			if (silent) return;
			const isText = typeof body === "string";
			const bytes = Buffer.from(isText ? body : JSON.stringify(body));
			response.writeHead(status, {
				"content-type": isText ? "text/html; charset=utf-8" : "application/json",
				...(cutAt !== undefined && { "content-length": String(bytes.length) }),
				...headers,
			});
			if (cutAt === undefined) response.end(bytes);
			else response.write(bytes.subarray(0, cutAt), () => response.destroy());
		});
	});
	return {
		url: server.url,
		asked,
		set(next: (request: Request) => Reply) {
			answering = next;
			asked.length = 0;
		},
		close: server.close,
	};
}

/** The real way out; only addresses that are named as the user's own may be private. */
export function openTestWeb() {
	return openWeb({ gate: openGate() });
}
