import manifest from "../../package.json" with { type: "json" };
import type { Config } from "../app/config.ts";
import { onInterrupt } from "../base/interrupt.ts";
import { Interrupted } from "./failure.ts";
import type { ParsedCommand } from "./program.ts";
import type { CommandState } from "./run-with-progress.ts";
import { say } from "./terminal/output.ts";
import { settleTrust } from "./trust.ts";
import { shortId } from "./words.ts";

/** `assay mcp`: serves a client of the Model Context Protocol until it is gone. Returns the exit code. */
export async function mcp(
	{ flags }: ParsedCommand & { command: "mcp" },
	config: Config,
	commandState: CommandState,
): Promise<number> {
	await settleTrust(config, flags, false);
	const [{ openApp }, { serveStdio }] = await Promise.all([import("../app/index.ts"), import("../mcp/index.ts")]);
	const app = await openApp(config);
	const tell = (text: string) => {
		if (!flags.quiet) say(`assay: ${text}`);
	};
	try {
		const stopping = new AbortController();
		onInterrupt((_signal, times) => {
			if (times > 1) commandState.exitInterrupted(new Interrupted(undefined));
			stopping.abort();
		});
		tell("waits for a client of the Model Context Protocol on standard input; Ctrl-C ends it");
		const ids = await serveStdio(app, { version: manifest.version, say: tell, signal: stopping.signal });
		tell(ids.length === 0 ? "ended" : `ended; to go on: ${ids.map((id) => `assay resume ${shortId(id)}`).join(", ")}`);
		return 0;
	} finally {
		await app.close();
	}
}
