import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { App } from "../app/index.ts";
import type { Secret } from "../base/secret.ts";
import { answerFault, HttpFault } from "../serving/fault.ts";
import { type ListenOptions, listen } from "../serving/listen.ts";
import { createRunner } from "../serving/runner.ts";
import { checkHost, checkOrigin, checkToken, securityHeaders } from "../serving/security.ts";
import { createMcpServer } from "./server.ts";

/** A message of a client is smaller. Bytes. */
const messageBytes = 1_048_576;
/** Connected clients; the one that was idle longest makes room. */
const sessionsMax = 64;
/** A stream that has nothing to say sends a comment this often, so that no connection counts as idle. ms */
const keepAliveMs = 15_000;

export interface HttpOptions extends ListenOptions {
	token: Secret;
	version: string;
}

export interface RunningMcp {
	/** `http://127.0.0.1:4781/mcp`. */
	address: string;
	/** Ends all connections and all work. Returns the ids of the runs that can be resumed. */
	close(): Promise<string[]>;
}

/** Serves clients over Streamable HTTP until it is closed. Throws `UsageError` as `listen`. */
export async function serveHttp(app: App, { token, version, ...options }: HttpOptions): Promise<RunningMcp> {
	const runner = createRunner(options.say);
	const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

	/** The session that a request names, or a new one for a request that begins one. */
	async function transportFor({ req }: Context): Promise<WebStandardStreamableHTTPServerTransport> {
		const id = req.header("mcp-session-id");
		if (id !== undefined) {
			const known = sessions.get(id);
			if (!known) throw new HttpFault(404, "SESSION_UNKNOWN", "this session has ended", "begin a new one: initialize");
			sessions.delete(id);
			sessions.set(id, known);
			return known;
		}
		const transport = new WebStandardStreamableHTTPServerTransport({
			sessionIdGenerator: () => crypto.randomUUID(),
			onsessioninitialized: (begun) => {
				sessions.set(begun, transport);
				const [oldest] = sessions.keys();
				if (sessions.size > sessionsMax && oldest !== undefined) {
					void sessions.get(oldest)?.close();
					sessions.delete(oldest);
				}
			},
			onsessionclosed: (ended) => void sessions.delete(ended),
			...{ keepAliveMs, maxRequestBodySize: messageBytes },
		});
		await createMcpServer({ app, runner }, version).connect(
			transport as Parameters<ReturnType<typeof createMcpServer>["connect"]>[0],
		);
		return transport;
	}

	let port = options.port;
	const router = new Hono();
	router.use(
		securityHeaders,
		checkHost([options.host]),
		checkOrigin,
		checkToken(token, () => port),
	);
	router.use(
		bodyLimit({
			maxSize: messageBytes,
			onError: () => {
				throw new HttpFault(413, "BODY_TOO_LARGE", `the body has more than ${messageBytes} bytes`);
			},
		}),
	);
	router.all("/mcp", async (context) => (await transportFor(context)).handleRequest(context.req.raw));
	router.notFound((context) =>
		answerFault(
			context,
			new HttpFault(404, "PATH_UNKNOWN", `there is no ${context.req.path}`, "the server is at /mcp"),
		),
	);
	router.onError((error, context) => answerFault(context, error));
	const { address, ...server } = await listen(router, options);
	port = server.port;
	return {
		address: `${address}/mcp`,
		async close() {
			const closed = server.stopAccepting();
			const ids = await runner.close();
			await Promise.allSettled([...sessions.values()].map((one) => one.close()));
			server.closeConnections();
			await closed;
			return ids;
		},
	};
}
