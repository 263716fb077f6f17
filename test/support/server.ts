import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, type Server, createServer as tcpServer } from "node:net";

/** An HTTP server on loopback. */
export interface LoopbackServer {
	/** `http://127.0.0.1:PORT` */
	url: string;
	port: number;
	/** Its address, as a gate returns it. */
	endpoint: { address: string; family: 4; port: number };
	close(): Promise<void>;
}

export async function serve(answer: RequestListener): Promise<LoopbackServer> {
	const server = createServer(answer);
	const port = await listen(server);
	return {
		url: `http://127.0.0.1:${port}`,
		port,
		endpoint: endpointAt(port),
		close: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

/** Listens on a free port of loopback, and returns the port. */
export function listen(server: Server): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
	});
}

export const endpointAt = (port: number) => ({ address: "127.0.0.1", family: 4 as const, port });

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
	const probe = tcpServer();
	const port = await listen(probe);
	await new Promise((resolve) => probe.close(resolve));
	return port;
}
