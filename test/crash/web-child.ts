/** `node web-child.ts ASKED`: the command line's work on an invented web that another process serves; prints what `--json` prints. */
import { readConfig } from "../../src/app/config.ts";
import type { Hooks } from "../../src/app/index.ts";
import type { OptionsInput } from "../../src/app/options/schema.ts";
import { describeFailure } from "../../src/cli/failure.ts";
import { type CommandState, runWithProgress } from "../../src/cli/run-with-progress.ts";
import { print, say } from "../../src/cli/terminal/output.ts";

/** What a process is to do; its home, database and keys come from the environment. */
export interface Asked {
	hosts: readonly string[];
	port: number;
	question: string;
	options: OptionsInput;
	/** The run to go on with, instead of asking. */
	resume?: string | undefined;
}

const asked = JSON.parse(process.argv[2] ?? "{}") as Asked;
const config = readConfig();
const situation: CommandState = { runId: undefined, endDisplay: () => undefined, exitInterrupted: end };

function end(error: unknown): never {
	situation.endDisplay("stopped");
	const { code, message, hint, exitCode } = describeFailure(error, situation.runId);
	say(`assay: ${code}: ${message}\n${hint ?? ""}`);
	process.exit(exitCode);
}
process.on("uncaughtException", end);
process.on("unhandledRejection", end);

try {
	const { hosts, port, question, options, resume } = asked;
	const how = {
		config,
		flags: { json: false, quiet: false, plain: false },
		title: question,
		openWorld: async () => ({ hosts, endpoint: { address: "127.0.0.1", family: 4 as const, port } }),
	};
	const usual = { depth: "quick", vectors: false, model: false } as const;
	const result = await runWithProgress(situation, how, (app, hooks: Hooks) =>
		resume === undefined ? app.research({ question, ...usual, ...options }, hooks) : app.resume(resume, hooks),
	);
	await print(JSON.stringify(result.output));
	process.exit(result.exitCode);
} catch (error) {
	end(error);
}
