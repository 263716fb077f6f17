import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { App } from "../app/index.ts";
import { type AssayError, UsageError } from "../base/errors.ts";
import type { Secret } from "../base/secret.ts";
import type { Endpoint } from "./endpoint.ts";
import { createEventStreams } from "./events.ts";
import { answerFault, HttpFault } from "./fault.ts";
import { openApiDocument } from "./openapi.ts";
import { reportEndpoints } from "./report-endpoints.ts";
import { runEndpoints } from "./run-endpoints.ts";
import { createRunner } from "./runner.ts";
import { checkHost, checkOrigin, checkToken, securityHeaders } from "./security.ts";
import { steeringEndpoints } from "./steering-endpoints.ts";

export { serverToken } from "./token.ts";

/** A question has 4,000 characters, a plan some 10,000. Bytes. */
const bodyBytes = 262_144;
/** A request has arrived by then: its header, and all of it. ms */
const headersMs = 10_000;
const requestMs = 30_000;
/** A connection on which nothing moves is closed: of a client that reads no more, too. Streams send a comment every 15 s. ms */
const idleMs = 60_000;
/** Connections at once. */
const connectionsMax = 256;

export interface ServerOptions {
	host: string;
	/** 0: any free port. */
	port: number;
	token: Secret;
	version: string;
	/** Lines about runs, for standard error. */
	say(text: string): void;
}

export interface RunningServer {
	/** `http://127.0.0.1:4780`. */
	address: string;
	/** Opened once in a browser, it lets the browser in. */
	link: string;
	/** Stops accepting, ends all streams and all work. Returns the ids of the runs that can be resumed. */
	close(): Promise<string[]>;
}

/** Serves an app over HTTP until it is closed. Throws `UsageError` `PORT_TAKEN`, `PORT_FORBIDDEN` or `HOST_INVALID`. */
export async function serve(app: App, { host, port, token, version, say }: ServerOptions): Promise<RunningServer> {
	const runner = createRunner(say);
	const streams = createEventStreams(app, runner);
	const services = { app, runner, streams };
	const endpoints = [...runEndpoints(services), ...reportEndpoints(services), ...steeringEndpoints(services)];
	let boundPort = port;
	const server = createAdaptorServer({
		fetch: routerOf(endpoints, { host, token, version, port: () => boundPort }).fetch,
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
	boundPort = bound.port;
	const shownHost = host.includes(":") ? `[${host}]` : host;
	const address = `http://${shownHost}:${boundPort}`;
	return {
		address,
		link: `${address}/?token=${token.reveal()}`,
		async close() {
			const closed = new Promise((resolve) => server.close(resolve));
			streams.close();
			const ids = await runner.close();
			server.closeAllConnections();
			await closed;
			return ids;
		},
	};
}

interface RouterOptions {
	host: string;
	token: Secret;
	version: string;
	port(): number;
}

function routerOf(endpoints: readonly Endpoint[], { host, token, version, port }: RouterOptions): Hono {
	const router = new Hono();
	router.use(securityHeaders, checkHost([host]), checkOrigin, checkToken(token, port));
	router.use(
		bodyLimit({
			maxSize: bodyBytes,
			onError: () => {
				throw new HttpFault(413, "BODY_TOO_LARGE", `the body has more than ${bodyBytes} bytes`);
			},
		}),
	);
	for (const { method, path, handle } of endpoints) router.on(method.toUpperCase(), path, handle);
	const document = JSON.stringify(openApiDocument(endpoints, version));
	router.get("/openapi.json", (context) => context.body(document, 200, { "content-type": "application/json" }));
	router.get("/", (context) =>
		context.html(
			'<!doctype html><html lang="en"><meta charset="utf-8"><title>assay</title><p>This is the API of assay. Its operations: <a href="/openapi.json">/openapi.json</a>.',
		),
	);
	router.notFound((context) => {
		const { path, method } = context.req;
		const fault = new HttpFault(
			404,
			"PATH_UNKNOWN",
			`there is no ${method} ${path}`,
			"all operations: GET /openapi.json",
		);
		return answerFault(context, fault);
	});
	router.onError((error, context) => answerFault(context, error));
	return router;
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
