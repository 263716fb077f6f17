import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { type AssayError, UsageError } from "../base/errors.ts";

/** A request has arrived by then: its header, and all of it. ms */
const headersMs = 10_000;
const requestMs = 30_000;
/** A connection on which nothing moves is closed: of a client that reads no more, too. Streams send a comment every 15 s. ms */
const idleMs = 60_000;
/** Connections at once. */
const connectionsMax = 256;

export interface ListenOptions {
	host: string;
	/** 0: any free port. */
	port: number;
	/** Lines for standard error. */
	say(text: string): void;
}

export interface Listener {
	/** `http://127.0.0.1:4780`. */
	address: string;
	port: number;
	/** Accepts nothing more; resolves once all connections are closed. */
	stopAccepting(): Promise<unknown>;
	closeConnections(): void;
}

/** Serves a router's responses. Throws `UsageError` `PORT_TAKEN`, `PORT_FORBIDDEN` or `HOST_INVALID`. */
export async function listen(router: Pick<Hono, "fetch">, { host, port, say }: ListenOptions): Promise<Listener> {
	const server = createAdaptorServer({
		fetch: router.fetch,
		serverOptions: { headersTimeout: headersMs, requestTimeout: requestMs },
	});
	if (!("maxHeadersCount" in server)) throw new TypeError("the server speaks HTTP 1.1");
	server.timeout = idleMs;
	server.maxConnections = connectionsMax;
	await new Promise<void>((resolve, reject) => {
		server.once("error", (error: NodeJS.ErrnoException) => reject(listenFault(error, host, port)));
		server.listen(port, host, resolve);
	});
	// Too many open files, for one: the next connection may be taken again.
	server.on("error", (error) => say(`a connection was not taken: ${error.message}`));
	const bound = server.address();
	if (bound === null || typeof bound === "string") throw new TypeError("the server listens at no port");
	const shownHost = host.includes(":") ? `[${host}]` : host;
	return {
		...{ address: `http://${shownHost}:${bound.port}`, port: bound.port },
		stopAccepting: () => new Promise((resolve) => server.close(resolve)),
		closeConnections: () => server.closeAllConnections(),
	};
}

function listenFault(error: NodeJS.ErrnoException, host: string, port: number): AssayError {
	const where = `${host}:${port}`;
	if (error.code === "EADDRINUSE")
		return new UsageError("PORT_TAKEN", `another program listens at ${where}`, {
			hint: "choose another port: --port N, or --port 0 for any",
		});
	if (error.code === "EACCES")
		return new UsageError("PORT_FORBIDDEN", `this user may not listen at ${where}`, {
			hint: "choose a port above 1023: --port N",
		});
	return new UsageError("HOST_INVALID", `this machine cannot listen at ${where}: ${error.code ?? error.message}`, {
		hint: "leave out --host, or name an address of this machine",
		cause: error,
	});
}
