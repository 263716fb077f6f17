import { inspect } from "node:util";
import { isDebugging } from "../app/config.ts";
import type { Situation } from "./conduct.ts";
import { type Failure, failureOf } from "./failure.ts";
import { run } from "./run.ts";
import { asTyped, guardStreams, json, say } from "./terminal/output.ts";

/** Runs a command to the end of this process. Whatever happens is told in a sentence, with what to type next. */
export async function begin(args: readonly string[]): Promise<never> {
	const asJson = args.slice(0, args.includes("--") ? args.indexOf("--") : undefined).includes("--json");
	const situation: Situation = { runId: undefined, hush: () => undefined, leave: end };

	function end(error: unknown): never {
		situation.hush("stopped");
		const failure = failureOf(error, situation.runId);
		tell(failure, error, asJson);
		process.exit(failure.exitCode);
	}

	guardStreams();
	process.on("uncaughtException", end);
	process.on("unhandledRejection", end);
	try {
		process.exit(await run(args, situation));
	} catch (error) {
		end(error);
	}
}

function tell({ code, message, hint }: Failure, error: unknown, asJson: boolean): void {
	if (asJson) process.stdout.write(json({ error: { code, message, hint: hint && asTyped(hint) } }));
	// What Ctrl-C does was said when it was pressed.
	if (code === "INTERRUPTED") return;
	// A machine reads the object; a person must be told when even that cannot be written.
	if (!asJson || code === "OUTPUT_FAILED") say(`assay: ${message}${hint === undefined ? "" : `\n  → ${hint}`}`);
	if (isDebugging()) say(inspect(error));
}
