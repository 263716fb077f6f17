import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { WorldPage } from "./pages.ts";

/** A request that reached the world: what a test may ask after a run. */
export interface Visit {
	method: string;
	/** Lower case, without its port. */
	host: string;
	/** With its query. */
	path: string;
	userAgent: string;
}

/** What answers on a host, besides pages. */
export type Handler = (url: URL) => WorldPage | undefined;

export interface Served {
	server: Server;
	port: number;
	visits: Visit[];
}

/**
 * One listener for all hosts, told apart by `Host`, or by the address itself where a proxy's client sends it whole. A host that
 * does not exist here gets 421, and is counted all the same.
 */
export async function serveHosts(hosts: ReadonlySet<string>, answer: Handler): Promise<Served> {
	const visits: Visit[] = [];
	const server = createServer((request, response) => {
		const url = addressOf(request);
		if (!url) return reply(response, request, { status: 400, type: "text/plain; charset=utf-8", body: "bad address" });
		visits.push({
			method: request.method ?? "GET",
			host: url.hostname,
			path: `${url.pathname}${url.search}`,
			userAgent: request.headers["user-agent"] ?? "",
		});
		if (!hosts.has(url.hostname)) {
			const body = `There is no ${url.hostname} here.`;
			return reply(response, request, { status: 421, type: "text/plain; charset=utf-8", body });
		}
		const page = answer(url);
		const send = () => reply(response, request, page ?? notFound(url.hostname));
		if (page?.delayMs) setTimeout(send, page.delayMs);
		else send();
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", resolve);
	});
	return { server, port: (server.address() as AddressInfo).port, visits };
}

/** `GET http://host/path` as a proxy's client sends it, else the `Host` header's. */
function addressOf(request: IncomingMessage): URL | undefined {
	const asked = request.url ?? "/";
	const whole = /^https?:\/\//i.test(asked) ? asked : `http://${request.headers.host ?? ""}${asked}`;
	return URL.canParse(whole) ? new URL(whole) : undefined;
}

function reply(response: ServerResponse, request: IncomingMessage, page: WorldPage): void {
	const body = typeof page.body === "string" ? Buffer.from(page.body) : page.body;
	response.writeHead(page.status, {
		"content-type": page.type,
		"content-length": body.length,
		server: "nginx",
		...page.headers,
	});
	response.end(request.method === "HEAD" ? undefined : body);
}

function notFound(host: string): WorldPage {
	const body = `<!doctype html><html><head><title>404 Not Found</title></head><body><center><h1>404 Not Found</h1></center><hr><center>nginx at ${host}</center></body></html>`;
	return { status: 404, type: "text/html; charset=utf-8", body };
}
