import manifest from "../../package.json" with { type: "json" };
import type { Config } from "../app/config.ts";
import type { App } from "../app/index.ts";
import { UsageError } from "../base/errors.ts";
import { onInterrupt } from "../base/interrupt.ts";
import { Secret } from "../base/secret.ts";
import { Interrupted } from "./failure.ts";
import type { ParsedCommand } from "./program.ts";
import type { CommandState } from "./run-with-progress.ts";
import { jsonText, printSecret, say } from "./terminal/output.ts";
import { settleTrust } from "./trust.ts";
import { shortId } from "./words.ts";

type McpCommand = ParsedCommand & { command: "mcp" };

/** `assay mcp`: serves clients of the Model Context Protocol until they are gone or Ctrl-C. Returns the exit code. */
export async function mcp(task: McpCommand, config: Config, commandState: CommandState): Promise<number> {
	const { flags, http, port, token, onWorkers } = task;
	if (!http && (port !== undefined || token !== undefined))
		throw new UsageError("OPTION_USELESS", "--port and --token are for --http", {
			hint: "type: assay mcp --http --port N",
		});
	// Standard input belongs to the client.
	await settleTrust(config, flags, http);
	const [{ openApp }, { handingOver }] = await Promise.all([import("../app/index.ts"), import("../app/api.ts")]);
	const opened = await openApp(config);
	const app = onWorkers ? handingOver(opened) : opened;
	const tell = (text: string) => {
		if (!flags.quiet) say(`assay: ${text}`);
	};
	try {
		if (onWorkers) await app.countWorkers();
		const stopping = new AbortController();
		onInterrupt((_signal, times) => {
			if (times > 1) commandState.exitInterrupted(new Interrupted(undefined));
			stopping.abort();
		});
		const ids = http
			? await overHttp(app, task, config, tell, stopping.signal)
			: await overStdio(app, tell, stopping.signal);
		tell(ids.length === 0 ? "ended" : `ended; to go on: ${ids.map((id) => `assay resume ${shortId(id)}`).join(", ")}`);
		return 0;
	} finally {
		await app.close();
	}
}

async function overStdio(app: App, tell: (text: string) => void, signal: AbortSignal): Promise<string[]> {
	const { serveStdio } = await import("../mcp/index.ts");
	tell("waits for a client of the Model Context Protocol on standard input; Ctrl-C ends it");
	return serveStdio(app, { version: manifest.version, say: tell, signal });
}

async function overHttp(
	app: App,
	{ port, token: typed, flags }: McpCommand,
	config: Config,
	tell: (text: string) => void,
	signal: AbortSignal,
): Promise<string[]> {
	const { serveHttp, serverToken } = await import("../mcp/index.ts");
	const token = serverToken(typed === undefined ? config.serverToken : new Secret(typed));
	const options = { host: "127.0.0.1", port: port ?? portDefault, token, version: manifest.version, say: tell };
	const { address, close } = await serveHttp(app, options);
	if (flags.json) await printSecret(jsonText({ address, token: token.reveal() }));
	else await printSecret(`${address}\nAuthorization: Bearer ${token.reveal()}\n`);
	tell("a client sends this header; Ctrl-C stops the server, and runs are kept");
	await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
	return close();
}

/** The one after that of `assay serve`. */
const portDefault = 4781;
