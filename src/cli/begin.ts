import { inspect } from "node:util";
import { isDebugging } from "../app/config.ts";
import { scrub } from "../base/scrub.ts";
import { type CommandFailure, describeFailure } from "./failure.ts";
import { runCommand } from "./run-command.ts";
import type { CommandState } from "./run-with-progress.ts";
import { asTypedCommand, ignoreStreamErrors, jsonText, say } from "./terminal/output.ts";
import { terminalSize } from "./terminal/size.ts";
import { wrapText } from "./terminal/text.ts";

/** Runs a command and ends this process. Reports every outcome in a sentence, with what to type next. */
export async function begin(args: readonly string[]): Promise<never> {
	const asJson = args.slice(0, args.includes("--") ? args.indexOf("--") : undefined).includes("--json");
	const commandState: CommandState = { runId: undefined, endDisplay: () => undefined, exitInterrupted: exitWith };

	function exitWith(error: unknown): never {
		commandState.endDisplay("stopped");
		const failure = describeFailure(error, commandState.runId);
		reportFailure(failure, error, asJson);
		process.exit(failure.exitCode);
	}

	ignoreStreamErrors();
	process.on("uncaughtException", exitWith);
	process.on("unhandledRejection", exitWith);
	try {
		process.exit(await runCommand(args, commandState));
	} catch (error) {
		exitWith(error);
	}
}

/** Wraps lines between words on a terminal, so that a command to type can be read and copied. */
function wrapMessage(message: string, hint: string | undefined): string {
	const width = process.stderr.isTTY ? Math.max(20, terminalSize(process.stderr).columns - 1) : Number.MAX_SAFE_INTEGER;
	const lines = wrapText(`assay: ${message}`, width);
	const more = hint === undefined ? [] : wrapText(asTypedCommand(hint), width - 4);
	return [...lines, ...more.map((line, at) => (at === 0 ? `  → ${line}` : `    ${line}`))].join("\n");
}

function reportFailure({ code, message, hint }: CommandFailure, error: unknown, asJson: boolean): void {
	if (asJson) process.stdout.write(scrub(jsonText({ error: { code, message, hint: hint && asTypedCommand(hint) } })));
	// The interrupt handler has already written its message.
	if (code === "INTERRUPTED") return;
	// With `--json` the object holds the error. If even that cannot be written, standard error must say so.
	if (!asJson || code === "OUTPUT_FAILED") say(wrapMessage(message, hint));
	if (isDebugging()) say(inspect(error));
}
