import { inspect } from "node:util";
import { isDebugging } from "../app/config.ts";
import { scrub } from "../base/scrub.ts";
import type { Situation } from "./conduct.ts";
import { type Failure, failureOf } from "./failure.ts";
import { run } from "./run.ts";
import { asTyped, guardStreams, json, say } from "./terminal/output.ts";
import { sizeOf } from "./terminal/size.ts";
import { wrap } from "./terminal/text.ts";

/** Runs a command and ends this process. Reports every outcome in a sentence, with what to type next. */
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

/** Wraps lines between words on a terminal, so that a command to type can be read and copied. */
function toldAs(message: string, hint: string | undefined): string {
	const width = process.stderr.isTTY ? Math.max(20, sizeOf(process.stderr).columns - 1) : Number.MAX_SAFE_INTEGER;
	const lines = wrap(`assay: ${message}`, width);
	const more = hint === undefined ? [] : wrap(asTyped(hint), width - 4);
	return [...lines, ...more.map((line, at) => (at === 0 ? `  → ${line}` : `    ${line}`))].join("\n");
}

function tell({ code, message, hint }: Failure, error: unknown, asJson: boolean): void {
	if (asJson) process.stdout.write(scrub(json({ error: { code, message, hint: hint && asTyped(hint) } })));
	// The interrupt handler has already written its message.
	if (code === "INTERRUPTED") return;
	// With `--json` the object holds the error. If even that cannot be written, standard error must say so.
	if (!asJson || code === "OUTPUT_FAILED") say(toldAs(message, hint));
	if (isDebugging()) say(inspect(error));
}
