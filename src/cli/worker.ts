import { hostname } from "node:os";
import type { Config } from "../app/config.ts";
import { UsageError } from "../base/errors.ts";
import { onInterrupt } from "../base/interrupt.ts";
import { pluralize } from "../base/text.ts";
import { Interrupted } from "./failure.ts";
import type { ParsedCommand } from "./program.ts";
import type { CommandState } from "./run-with-progress.ts";
import { say } from "./terminal/output.ts";
import { oneLine, truncate } from "./terminal/text.ts";
import { shortId } from "./words.ts";

/** Width of a question in a line. Cells. */
const questionWidthMax = 100;

/**
 * `assay worker`: takes runs until it is asked to stop. Then its runs go back to the queue, and it ends with exit code 0. A second
 * request ends the process at once; its runs go to another worker when their lease is over.
 */
export async function worker(
	{ slots, flags }: ParsedCommand & { command: "worker" },
	config: Config,
	commandState: CommandState,
): Promise<number> {
	if (config.databaseUrl === undefined)
		throw new UsageError("WORKERS_NEED_DATABASE", "workers share runs through a Postgres database, and none is set", {
			hint: "set DATABASE_URL=postgres://USER:PASSWORD@HOST:PORT/DATABASE, the same for every worker",
		});
	const tell = (text: string) => {
		if (!flags.quiet) say(`${new Date().toISOString().slice(11, 19)} ${text}`);
	};
	const controller = new AbortController();
	const release = onInterrupt((_signal, times) => {
		if (times > 1) commandState.exitInterrupted(new Interrupted(undefined, "assay worker"));
		else tell("stopping; its runs go back to the queue");
		controller.abort();
	});
	const { openApp } = await import("../app/index.ts");
	const app = await openApp(config, { isWorker: true });
	try {
		tell(`worker ${hostname()} takes up to ${pluralize(slots, "run")} at once; to stop it: Ctrl-C`);
		await app.work(slots, {
			signal: controller.signal,
			onTaken: (run) => tell(`run ${shortId(run.id)} taken: ${truncate(oneLine(run.question), questionWidthMax)}`),
			onEnded: (run, reason) =>
				tell(`run ${shortId(run.id)} ${reason === undefined ? "done" : `left: ${oneLine(reason)}`}`),
			onAway: (reason) =>
				tell(reason === undefined ? "the database is back" : `the database is away: ${oneLine(reason)}`),
		});
		return 0;
	} finally {
		release();
		await app.close();
	}
}
