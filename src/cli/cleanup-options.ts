import { type Command, Option } from "commander";
import { UsageError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { ageDaysMax, parseAge, wholeNumberParser } from "./arguments.ts";

/** What `assay cleanup` deletes. `runs`: old runs, not only stored pages. */
export interface CleanupTask {
	olderMs: number;
	runs: boolean;
	yes: boolean;
	dryRun: boolean;
}

interface CleanupFlags extends Partial<Omit<CleanupTask, "olderMs">> {
	older?: number;
	olderThan?: number;
}

const dayMs = 86_400_000;

/** Gives `assay cleanup` its options. `act` gets what was typed. Throws `UsageError` `AGE_MISSING`. */
export function addCleanupOptions(command: Command, act: (task: CleanupTask) => void): void {
	const keptDays = limits.pageCacheMs / dayMs;
	command
		.addOption(
			new Option("--older <age>", `not read for this long: 12h, 30d, 8w (default: ${keptDays}d)`)
				.argParser(parseAge)
				.conflicts("olderThan"),
		)
		.addOption(
			new Option("--older-than <days>", "the same as a number of days").argParser(wholeNumberParser(0, ageDaysMax)),
		)
		.option("--runs", "delete the runs that ended so long ago, with their files; unfinished ones are kept")
		.option("-y, --yes", "with --runs: do not ask first")
		.option("--dry-run", "only show what would be deleted")
		.action(({ older, olderThan, runs = false, yes = false, dryRun = false }: CleanupFlags) => {
			const ageMs = older ?? (olderThan === undefined ? undefined : olderThan * dayMs);
			if (runs && ageMs === undefined)
				throw new UsageError("AGE_MISSING", "--runs needs the age of the runs to delete", {
					hint: "type: assay cleanup --runs --older 30d --dry-run",
				});
			act({ olderMs: ageMs ?? limits.pageCacheMs, runs, yes, dryRun });
		});
}
