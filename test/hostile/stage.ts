import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { type Gate, openGate } from "../../src/net/gate.ts";
import { nonPublicReason } from "../../src/net/ip-addresses.ts";
import { type HostileUrl, hostileResolver, hostileUrls } from "./urls.ts";

/**
 * A machine with something to hide, and an attacker outside it, both on loopback: what the gate judges to be public is dialled at
 * the attacker's server; all else would be dialled as it is.
 */
export interface Stage {
	/** The gate as it is, with names that resolve as the attacker wants. */
	gate: Gate;
	urls: HostileUrl[];
	/** Host name of the attacker's server. */
	attacker: string;
	/** Port of the listener inside. */
	insidePort: number;
	/** Connections that the listener inside has seen. */
	reached(): number;
	/** Requests that the attacker's server has seen. */
	answered(): number;
	close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
	let reached = 0;
	let answered = 0;
	const inside: TcpServer[] = [];
	let insidePort = 0;
	// The same port wherever this machine has a loopback address for it.
	for (const host of ["127.0.0.1", "127.0.0.2", "::1"]) {
		const server = createTcpServer((socket) => {
			reached++;
			socket.on("error", () => {}).resume();
			socket.end("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\ninside");
		});
		const port = await listen(server, host, insidePort).catch(() => undefined);
		if (port === undefined) continue;
		insidePort = port;
		inside.push(server);
	}
	const attacker = "attacker.example.net";
	const outside = createServer((request, response) => {
		answered++;
		answer(request.url ?? "/", request.headers.host ?? "", response);
	});
	const outsidePort = await listen(outside, "127.0.0.1", 0);
	const gate = openGate({ resolve: hostileResolver() });
	return {
		gate: {
			check: gate.check,
			async open(hostname, port, options) {
				const endpoint = await gate.open(hostname, port, options);
				const outwards = nonPublicReason(endpoint.address) === undefined;
				return outwards ? { address: "127.0.0.1", family: 4, port: outsidePort } : endpoint;
			},
		},
		urls: hostileUrls(insidePort, attacker),
		attacker,
		insidePort,
		reached: () => reached,
		answered: () => answered,
		async close() {
			outside.closeAllConnections();
			await Promise.all([outside, ...inside].map((server) => new Promise((done) => server.close(done))));
		},
	};
}

/** What the attacker's server says: it redirects wherever it is told to. */
function answer(path: string, host: string, response: ServerResponse): void {
	const url = new URL(path, "http://any");
	const redirect = (to: string, status = 302) => response.writeHead(status, { location: to }).end("outside");
	if (url.pathname === "/go") redirect(url.searchParams.get("to") ?? "", Number(url.searchParams.get("status") ?? 302));
	else if (url.pathname === "/loop") redirect("/loop");
	else if (url.pathname === "/ping") redirect("/pong");
	else if (url.pathname === "/pong") redirect("/ping");
	else if (url.pathname === "/endless") redirect(`/endless?${Number(url.search.slice(1)) + 1}`);
	// A name that changes its mind is asked for twice.
	else if (host.startsWith("rebind.")) redirect("/again");
	else response.end("outside");
}

function listen(server: Server | TcpServer, host: string, port: number): Promise<number> {
	return new Promise((done, fail) => {
		server.once("error", fail);
		server.listen(port, host, () => done((server.address() as AddressInfo).port));
	});
}
