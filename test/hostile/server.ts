import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { openGate } from "../../src/net/gate.ts";
import { openWeb, type Web } from "../../src/net/web.ts";

/** A web of these hosts, all served by one listener on loopback. */
export async function openWorld(hosts: readonly string[], serve: Server | TcpServer): Promise<Web & { port: number }> {
	const sockets = new Set<Socket>();
	serve.on("connection", (socket: Socket) => {
		sockets.add(socket);
		socket.on("error", () => {}).once("close", () => sockets.delete(socket));
	});
	const port = await new Promise<number>((done) => {
		serve.listen(0, "127.0.0.1", () => done((serve.address() as AddressInfo).port));
	});
	const gate = openGate({ world: { hosts, endpoint: { address: "127.0.0.1", family: 4, port } } });
	const web = openWeb({ gate, backoffMs: 1 });
	return {
		...web,
		port,
		async close() {
			await web.close();
			for (const socket of sockets) socket.destroy();
			await new Promise((done) => serve.close(done));
		},
	};
}

export function http(serve: RequestListener): Server {
	return createServer(serve);
}

/** A server that says what it is told to, byte by byte, whatever it is asked. */
export function tcp(say: (socket: Socket, path: string) => void): TcpServer {
	return createTcpServer((socket) => {
		socket.once("data", (bytes) => say(socket, bytes.toString().split(" ")[1] ?? "/"));
	});
}
