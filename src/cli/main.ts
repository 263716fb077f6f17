import { isDebugging } from "../app/config.ts";
import type { Situation } from "./conduct.ts";
import { type Failure, failureOf } from "./failure.ts";
import { guardStreams, json, say } from "./terminal/output.ts";

/** The command `assay`. Nothing is written before this file has looked after errors. */
const args = process.argv.slice(2);
const asJson = args.slice(0, args.includes("--") ? args.indexOf("--") : undefined).includes("--json");

const situation: Situation = {
	runId: undefined,
	hush: () => undefined,
	leave: (interrupted) => end(interrupted),
};

guardStreams();
process.on("uncaughtException", end);
process.on("unhandledRejection", end);

try {
	const { run } = await import("./run.ts");
	process.exit(await run(args, situation));
} catch (error) {
	end(error);
}

/** Says why it ended, and ends. */
function end(error: unknown): never {
	situation.hush("stopped");
	const failure = failureOf(error, situation.runId);
	if (asJson)
		process.stdout.write(json({ error: { code: failure.code, message: failure.message, hint: failure.hint } }));
	tell(failure, error);
	process.exit(failure.exitCode);
}

function tell({ code, message, hint }: Failure, error: unknown): void {
	// What Ctrl-C does was said when it was pressed.
	if (code === "INTERRUPTED") return;
	// A machine reads the object; a person must be told when even that cannot be written.
	if (!asJson || code === "OUTPUT_FAILED") say(`assay: ${message}${hint === undefined ? "" : `\n  → ${hint}`}`);
	if (isDebugging() && error instanceof Error) say(error.stack ?? "");
}
