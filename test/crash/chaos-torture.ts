/**
 * `npm run torture -- --chaos [--runs 50] [--seed 1] [--jobs 2] [--show]`: whole runs against a model's server that misbehaves
 * in every way that weak models and flaky providers know, some of them killed on the way. `--show` prints what a person saw.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeFiles } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { type ChaosRun, chaosRun } from "./chaos.ts";

const { values } = parseArgs({
	options: {
		chaos: { type: "boolean" },
		runs: { type: "string", default: "50" },
		seed: { type: "string", default: "1" },
		jobs: { type: "string", default: "2" },
		show: { type: "boolean" },
	},
});
const first = Number(values.seed);
const waiting = Array.from({ length: Number(values.runs) }, (_, at) => first + at);
const folder = mkdtempSync(join(tmpdir(), "assay-chaos-"));
const corpus = join(folder, "corpus");
writeFiles(corpus, larkdb);
const done: ChaosRun[] = [];

async function worker(): Promise<void> {
	for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
		const run = await chaosRun(seed, folder, corpus);
		done.push(run);
		console.log(`${run.wrong.length === 0 ? "ok   " : "WRONG"} ${run.told}`);
		for (const wrong of run.wrong) console.log(`      ${wrong}`);
		if (values.show) for (const { stdout, stderr } of run.lives) console.log(`${stderr}\n${stdout}\n`);
	}
}
await Promise.all(Array.from({ length: Number(values.jobs) }, worker));

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
const kinds = new Map<string, number>();
for (const run of done) for (const [kind, times] of run.kinds) kinds.set(kind, (kinds.get(kind) ?? 0) + times);
const broken = done.filter(({ wrong }) => wrong.length > 0);
console.log(
	[...kinds]
		.toSorted((a, b) => b[1] - a[1])
		.map(([kind, times]) => `${kind} ${times}`)
		.join(" · "),
);
console.log(
	`${done.length} runs (seeds ${first}–${first + done.length - 1}), ${sum(done.map(({ requests }) => requests))} requests, ` +
		`${sum(done.map(({ kills }) => kills))} kills, ${sum(done.map(({ lives }) => lives.length))} processes; ` +
		`${[0, 4, 3].map((code) => `exit ${code}: ${done.filter(({ exitCode }) => exitCode === code).length}`).join(", ")}; ` +
		`${broken.length} with broken promises`,
);
if (broken.length === 0) rmSync(folder, { recursive: true, force: true });
else console.log(`their homes are in ${folder}`);
process.exitCode = broken.length === 0 ? 0 : 1;
