import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { App } from "../app/index.ts";
import { messageOf } from "../base/errors.ts";
import { createRunner } from "../serving/runner.ts";
import { createMcpServer } from "./server.ts";

export { serverToken } from "../serving/token.ts";
export { serveHttp } from "./http.ts";

/** A message of a client is smaller. Bytes. */
const messageBytes = 1_048_576;

export interface StdioOptions {
	version: string;
	/** Lines for standard error: standard output holds the protocol alone. */
	say(text: string): void;
	/** Aborted where the process is to end. */
	signal: AbortSignal;
}

/** Serves one client on standard input and output until it is gone. Returns the ids of the runs that can be resumed. */
export async function serveStdio(app: App, { version, say, signal }: StdioOptions): Promise<string[]> {
	const runner = createRunner(say);
	const connection = createMcpServer({ app, runner }, version);
	const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: messageBytes });
	const gone = Promise.withResolvers<void>();
	connection.server.onclose = gone.resolve;
	connection.server.onerror = (error) => say(`a message was not understood: ${messageOf(error)}`);
	for (const event of ["end", "close"]) process.stdin.once(event, gone.resolve);
	process.stdout.once("error", () => gone.resolve());
	signal.addEventListener("abort", () => gone.resolve(), { once: true });
	await connection.connect(transport);
	await gone.promise;
	const ids = await runner.close();
	await connection.close();
	return ids;
}
