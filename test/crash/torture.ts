/**
 * `npm run torture -- [--kills 50] [--seed 1] [--home DIR]`: real questions on real documents, each process killed with
 * SIGKILL at a random moment and the same command typed again, until it ends. The report must be that of an unbroken run, and
 * no recorded step may be there twice.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openStore } from "../../src/store/open.ts";
import { data } from "../support/data.ts";
import { seededRandom } from "../support/random.ts";
import { argsOf, assay, type Case, comparable, idOf } from "./kill.ts";

const { values } = parseArgs({
	options: { kills: { type: "string", default: "50" }, seed: { type: "string", default: "1" } },
});
const killsWanted = Number(values.kills);
const random = seededRandom(Number(values.seed));
const cases = [
	{
		question: "How does the durable engine survive a crash?",
		corpus: join(import.meta.dirname, "../../docs"),
		flags: [],
	},
	{
		question: "What government position was held by the woman who portrayed Corliss Archer in the film Kiss and Tell?",
		corpus: join(data, "multihop/corpus.jsonl"),
		// Embedding would be all that is killed.
		flags: ["--no-vectors"],
	},
	{
		question: "How does autovacuum decide when to vacuum a table, and what are its limits?",
		corpus: "/usr/share/doc/postgresql-doc-15/html",
		flags: ["--no-vectors"],
	},
].filter(({ corpus }) => existsSync(corpus));

/** Types the command until it ends; gives what the last process printed, and how many were killed on the way. */
async function broken(one: Case, home: string, spanMs: number, killsMax: number) {
	let kills = 0;
	for (;;) {
		const ended = await assay(argsOf(one), home, kills < killsMax ? 50 + random() * spanMs : undefined);
		if (ended.code !== null) return { ended, kills };
		kills++;
	}
}

async function repeatedSteps(home: string, runId: string): Promise<string[]> {
	const store = await openStore({ home, databaseUrl: process.env.DATABASE_URL });
	try {
		const names = (await store.log(runId)).map(({ name }) => name);
		return names.filter((name, index) => names.indexOf(name) !== index);
	} finally {
		await store.close();
	}
}

const folder = mkdtempSync(join(tmpdir(), "assay-torture-"));
let kills = 0;
let runs = 0;
let failures = 0;
try {
	const calm = new Map<Case, { report: string; ms: number }>();
	for (const one of cases) {
		await assay(argsOf(one), join(folder, "calm"));
		const started = Date.now();
		const ended = await assay(argsOf(one), join(folder, "calm"));
		if (ended.code !== 0 && ended.code !== 4) throw new Error(`unbroken run of "${one.question}": ${ended.stderr}`);
		calm.set(one, { report: comparable(ended.stdout), ms: Date.now() - started });
	}
	for (let turn = 0; kills < killsWanted; turn++) {
		const one = cases[turn % cases.length];
		const expected = one && calm.get(one);
		if (!one || !expected) break;
		const home = join(folder, "broken");
		const { ended, kills: now } = await broken(one, home, expected.ms, Math.min(8, killsWanted - kills));
		kills += now;
		runs++;
		const same =
			ended.code !== null && ended.code !== 1 && ended.code !== 2 && comparable(ended.stdout) === expected.report;
		const repeated = same ? await repeatedSteps(home, idOf(ended.stdout)) : [];
		if (!same || repeated.length > 0) failures++;
		const verdict = same
			? repeated.length > 0
				? `STEPS REPEATED: ${repeated.join(", ")}`
				: "same report"
			: "REPORT DIFFERS";
		console.log(`run ${runs}: ${now} kills, exit ${ended.code}, ${verdict} · ${one.question}`);
		if (!same) console.log(ended.stderr.slice(-2000));
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}
console.log(
	`${kills} kills (seed ${values.seed}) over ${runs} runs of ${cases.length} questions: ${failures} failures`,
);
process.exitCode = failures === 0 ? 0 : 1;
