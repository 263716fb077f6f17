/**
 * `npm run bench -- spent RUN_FOLDER…`: what runs with a model took, from their own files (`calls.jsonl`, `evidence.json`,
 * `trace.json`): requests, tokens, wall time over the critical path of the requests (the longest chain in which each begins
 * after the one before it has ended), and how many cited sentences the model judged supported by their quotes.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { criticalPath } from "../src/base/critical-path.ts";
import type { CallRecord } from "../src/evidence/call.ts";
import type { SupportCheck } from "../src/evidence/report.ts";
import { spendingOf } from "../src/evidence/spending.ts";
import { wilson } from "./support/statistics.ts";

export async function run(folders: string[]): Promise<void> {
	if (folders.length === 0) throw new Error("name the folders of finished runs: assay show ID --path prints one");
	for (const folder of folders) one(folder);
}

function one(folder: string): void {
	const calls = readFileSync(join(folder, "calls.jsonl"), "utf8")
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as CallRecord);
	const evidence = read<{ question: string; support?: SupportCheck; removed: unknown[] }>(folder, "evidence.json");
	const { timing } = read<{ timing: { elapsedMs: number } }>(folder, "trace.json");
	const spans = calls.flatMap(({ begunAt, result }) => {
		const start = Date.parse(begunAt);
		return result ? [{ start, end: start + result.ms }] : [];
	});
	const { usage, rows } = spendingOf(calls);
	const seconds = (ms: number) => (ms / 1000).toFixed(0);
	const critical = criticalPath(spans);
	console.log(`\n${evidence.question}`);
	console.log(
		`  ${calls.length} requests, ${usage.input} tokens in, ${usage.output} out: ` +
			rows.map(({ role, calls: count }) => `${role} ${count}`).join(", "),
	);
	console.log(
		`  wall ${seconds(timing.elapsedMs)} s, critical path ${seconds(critical)} s: ratio ${(timing.elapsedMs / critical).toFixed(3)}`,
	);
	const { support, removed } = evidence;
	if (!support) return;
	const full = support.judgements.filter(({ verdict }) => verdict === "supported").length;
	const [low, high] = wilson(support.passed, support.judged);
	console.log(
		`  ${support.passed} of ${support.judged} cited sentences supported [${low.toFixed(2)}, ${high.toFixed(2)}], ` +
			`${full} of them in full; rewrite: ${support.rewrite}; ${removed.length} taken out`,
	);
}

function read<T>(folder: string, file: string): T {
	return JSON.parse(readFileSync(join(folder, file), "utf8")) as T;
}
