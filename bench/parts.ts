/**
 * `npm run bench -- parts [--set multihop|deepscholar] [--split tuning|held-out] [--limit N] [--no-vectors]`: what each planner and each
 * part of the method adds, without a model. Every question is researched by the three planners at the same budget, and by `guided`
 * with each part switched off once; the control is one search of as many results as a run may read. Measured: the share of the gold
 * documents that were read, steps, steps until no core sub-question is uncovered, the share of steps that changed the state, pages
 * read, and disputes. The second table has paired differences to `guided`, question by question.
 *
 * Gold documents are looked at after a run has ended.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { limits } from "../src/base/limits.ts";
import type { RunOptions } from "../src/evidence/event.ts";
import { partFlag, partNames } from "../src/evidence/parts.ts";
import { type DepthName, depths } from "../src/evidence/plan.ts";
import type { ResearchState } from "../src/evidence/state.ts";
import { openCorpus } from "../src/sources/corpus/corpus.ts";
import { data } from "../test/support/data.ts";
import { forms, type Task } from "./deepscholar.ts";
import { questions } from "./multihop.ts";
import { firstRecords, recordOf, researched } from "./support/research.ts";
import { rowsOf } from "./support/rows.ts";
import { splitOf } from "./support/split.ts";
import { intervals } from "./support/statistics.ts";
import { Table } from "./support/table.ts";

const indexFolder = join(import.meta.dirname, "../node_modules/.cache/assay-bench");

interface GoldQuestion {
	id: string;
	text: string;
	gold: string[];
}

/** What is measured of one run. Shares are 0–1. */
interface Measures {
	"gold read": number;
	"all gold read": number;
	steps: number;
	"steps to coverage": number;
	"useful steps": number;
	"pages read": number;
	disputes: number;
}

const variations: Record<string, Partial<RunOptions>> = {
	guided: {},
	rounds: { planner: "rounds" },
	baseline: { planner: "baseline" },
	...Object.fromEntries(partNames.map((part) => [partFlag(part), { without: [part] }])),
};

const sets: Record<string, { corpus: string; depth: DepthName; questions: () => GoldQuestion[] }> = {
	multihop: { corpus: "multihop/corpus.jsonl", depth: "quick", questions: () => questions(undefined) },
	deepscholar: {
		corpus: "deepscholar/corpus.jsonl",
		depth: "standard",
		questions: () =>
			rowsOf<Task>("deepscholar/tasks.jsonl")
				.map((task) => ({ id: task.id, text: forms.title(task), gold: task.gold }))
				.filter(({ text }) => text.length <= limits.questionCharacters),
	},
};

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			set: { type: "string" },
			split: { type: "string" },
			limit: { type: "string", default: "1000" },
			"no-vectors": { type: "boolean", default: false },
		},
	});
	for (const [name, set] of Object.entries(sets)) {
		if (values.set !== undefined && values.set !== name) continue;
		const wanted = set.questions().filter(({ id }) => values.split === undefined || splitOf(id) === values.split);
		const some = evenly(wanted, Number(values.limit));
		const folders = [join(data, set.corpus)];
		const corpus = await openCorpus({ folders, indexFolder, vectors: !values["no-vectors"], complete: true });
		const [means, differences] = [new Table<string>(), new Table<string>()];
		const reads = depths[set.depth].sources;
		try {
			for (const { text, gold } of some) {
				const found = await firstRecords(corpus, text, reads);
				means.score("gold read", `one search, first ${reads}`, shareOf(gold, found));
				means.score("all gold read", `one search, first ${reads}`, shareOf(gold, found) === 1 ? 1 : 0);
				let guided: Measures | undefined;
				for (const [variation, options] of Object.entries(variations)) {
					const measures = measuresOf(await researched(corpus, text, set.depth, options), gold);
					guided ??= measures;
					for (const [measure, value] of Object.entries(measures)) {
						means.score(measure, variation, value);
						if (variation !== "guided")
							differences.score(measure, variation, value - guided[measure as keyof Measures]);
					}
				}
			}
		} finally {
			await corpus.close();
		}
		means.print(`${name}, ${values.split ?? "both splits"}: ${some.length} questions, ${reads} reads each`);
		differences.print(`${name}: difference to guided`);
	}
	console.log(`\n${intervals}`);
}

function measuresOf({ sources, turns, groups }: ResearchState, gold: readonly string[]): Measures {
	const read = sources.map(({ url }) => recordOf(url));
	const covered = turns.findIndex(({ after }) => after?.uncovered === 0);
	const useful = turns.filter(({ signal }) => signal === "NEW_EVIDENCE" || signal === "CONFLICT_FOUND");
	return {
		"gold read": shareOf(gold, read),
		"all gold read": shareOf(gold, read) === 1 ? 1 : 0,
		steps: turns.length,
		"steps to coverage": covered < 0 ? turns.length : covered + 1,
		"useful steps": turns.length === 0 ? 0 : useful.length / turns.length,
		"pages read": read.length,
		disputes: groups.filter(({ disputed }) => disputed).length,
	};
}

function shareOf(gold: readonly string[], ids: readonly string[]): number {
	return gold.filter((id) => ids.includes(id)).length / gold.length;
}

/** At most so many items, evenly spread over all: the sets of a file stand one after the other. */
function evenly<Item>(items: readonly Item[], most: number): Item[] {
	const step = Math.max(1, items.length / most);
	return items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, most);
}

if (import.meta.main) await run(process.argv.slice(2));
