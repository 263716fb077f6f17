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

/** What a finished run or campaign found and says, without its requests: one in flight at a kill is sent again. */
export function substanceOf({ stdout, stderr, code }: Ended): Record<string, unknown> {
	if (code !== 0) throw new Error(`it ended with ${code}: ${stderr}`);
	const { id, pulses = [], ...whole } = JSON.parse(stdout);
	const ids = [id, ...pulses.map((pulse: { id: string }) => pulse.id)];
	const text = ids.reduce((all, one) => all.replaceAll(one, "ID"), JSON.stringify({ ...whole, pulses }));
	return withoutRequests(JSON.parse(text));
}

function withoutRequests(output: Record<string, unknown>): Record<string, unknown> {
	const { id: _id, elapsed_ms: _elapsed, calls: _calls, usage: _usage, models: _models, report, ...rest } = output;
	// That of a campaign is an output of its own.
	const isText = typeof report === "string";
	const told = isText ? report.split("## How this was made")[0] : withoutRequests(report as typeof output);
	return { ...rest, report: told };
}

export function idOf(stdout: string): string {
	return String((JSON.parse(stdout) as { id: unknown }).id);
}
