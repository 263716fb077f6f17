import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Ended, follow } from "../support/process.ts";

const main = join(import.meta.dirname, "../../src/cli/main.ts");

/** One question as a user asks it. */
export interface Case {
	question: string;
	corpus: string;
	flags: string[];
}

/** Runs `assay` in a process group of its own; with `killAfterMs` the whole group gets a SIGKILL at that moment. */
export async function assay(
	args: string[],
	home: string,
	killAfterMs?: number,
	env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
	const child = spawn(process.execPath, [main, ...args], {
		detached: true,
		stdio: ["ignore", "pipe", "pipe"],
		env: { ...process.env, ASSAY_HOME: home, NO_COLOR: "1", DATABASE_URL: process.env.DATABASE_URL ?? "", ...env },
	});
	const { ended } = follow(child);
	if (killAfterMs !== undefined) {
		const first = await Promise.race([ended, sleep(killAfterMs, "late" as const, { ref: false })]);
		if (first === "late" && child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
	}
	return ended;
}

export function argsOf({ question, corpus, flags }: Case): string[] {
	return [question, "--corpus", corpus, "--json", ...flags];
}

/** What must not depend on crashes: all of the printed object but its id, its times, and the report's line that states them. */
export function comparable(stdout: string): string {
	const { id, elapsed_ms: _elapsed, report, ...rest } = JSON.parse(stdout) as Record<string, unknown>;
	const lines = String(report).split("\n");
	const steady = lines.filter((line) => !line.includes(String(id)));
	return JSON.stringify({ ...rest, report: steady }, null, 1).replaceAll(String(id), "ID");
}

export function idOf(stdout: string): string {
	return String((JSON.parse(stdout) as { id: unknown }).id);
}
