import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { App } from "../app/index.ts";
import type { Secret } from "../base/secret.ts";
import { answerFault, HttpFault } from "../serving/fault.ts";
import { listen } from "../serving/listen.ts";
import { createRunner } from "../serving/runner.ts";
import { checkHost, checkOrigin, checkToken, securityHeaders } from "../serving/security.ts";
import type { Endpoint } from "./endpoint.ts";
import { createEventStreams } from "./events.ts";
import { exportEndpoint } from "./export-endpoint.ts";
import { apiHint } from "./hints.ts";
import { openApiDocument } from "./openapi.ts";
import { addPage } from "./page.ts";
import { passEndpoints } from "./pass-endpoints.ts";
import { reportEndpoints } from "./report-endpoints.ts";
import { runEndpoints } from "./run-endpoints.ts";
import { steeringEndpoints } from "./steering-endpoints.ts";

export { serverToken } from "../serving/token.ts";

/** A question has 4,000 characters, a plan some 10,000. Bytes. */
const bodyBytes = 262_144;

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
	const endpoints = [
		...runEndpoints(services),
		...reportEndpoints(services),
		...passEndpoints(services),
		exportEndpoint(services),
		...steeringEndpoints(services),
	];
	let boundPort = port;
	const router = routerOf(endpoints, { host, token, version, port: () => boundPort });
	const { address, ...server } = await listen(router, { host, port, say });
	boundPort = server.port;
	return {
		address,
		link: `${address}/?token=${token.reveal()}`,
		async close() {
			const closed = server.stopAccepting();
			streams.close();
			const ids = await runner.close();
			server.closeConnections();
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
	addPage(router);
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
	router.onError((error, context) => answerFault(context, error, apiHint));
	return router;
}
