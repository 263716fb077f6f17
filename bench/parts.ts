/**
 * `npm run bench -- parts [--set NAME]… [--vary NAME]… [--split tuning|held-out] [--limit N] [--no-vectors]`: what each planner and each
 * part of the method adds, without a model. Every question is researched by the four planners at the same budget, and by `guided`
 * with each part switched off once (`--vary recovery`: only without that part); the control is one search of as many results as a run
 * may read. Measured: the share of the gold documents that were read, steps, steps until no core sub-question is uncovered, the share
 * of steps that changed the state, pages read, disputes, and how often a part acted. The second table has paired differences to
 * `guided`, question by question, of both splits together and of each. The sets: `support/part-sets.ts`.
 *
 * Gold documents are looked at after a run has ended.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "../src/base/errors.ts";
import type { RunOptions } from "../src/evidence/event.ts";
import { partFlag, partNames, parts } from "../src/evidence/parts.ts";
import { depths } from "../src/evidence/plan.ts";
import type { ResearchState } from "../src/evidence/state.ts";
import { type Corpus, openCorpus } from "../src/sources/corpus/corpus.ts";
import { type GoldQuestion, type PartSet, partSets, type Share } from "./support/part-sets.ts";
import { firstRecords, recordOf, researched } from "./support/research.ts";
import { splitOf, splits } from "./support/split.ts";
import { intervals } from "./support/statistics.ts";
import { Table } from "./support/table.ts";

const indexFolder = join(import.meta.dirname, "../node_modules/.cache/assay-bench");

type Measures = Record<string, Share>;

const variations: Record<string, Partial<RunOptions>> = {
	rounds: { planner: "rounds" },
	baseline: { planner: "baseline" },
	learned: { planner: "learned" },
	...Object.fromEntries(
		// The others act with a model only, or at one depth only.
		partNames.filter((part) => !parts[part].startsWith("with ")).map((part) => [partFlag(part), { without: [part] }]),
	),
};

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			set: { type: "string", multiple: true, default: ["multihop", "deepscholar"] },
			vary: { type: "string", multiple: true, default: Object.keys(variations) },
			split: { type: "string" },
			limit: { type: "string", default: "1000" },
			"no-vectors": { type: "boolean", default: false },
		},
	});
	const varied = values.vary.map((name) => [name, `--no-${name}`].find((one) => one in variations) ?? name);
	const unknown = [
		...values.set.filter((name) => !(name in partSets)),
		...varied.filter((name) => !(name in variations)),
	];
	if (unknown.length > 0)
		throw new UsageError("BENCH_UNKNOWN", `there is no set or variation "${unknown[0]}"`, {
			hint: `sets: ${Object.keys(partSets).join(", ")}; variations: ${Object.keys(variations).join(", ")}`,
		});
	for (const name of values.set) {
		const set = partSets[name] as PartSet;
		const wanted = set.questions().filter(({ id }) => values.split === undefined || splitOf(id) === values.split);
		const some = evenly(wanted, Number(values.limit));
		const vectors = !values["no-vectors"];
		const corpus = await openCorpus({ folders: [set.corpus()], indexFolder, vectors, complete: true });
		try {
			await compare(`${name}${vectors ? "" : ", words only"}`, corpus, set, some, varied);
		} finally {
			await corpus.close();
		}
	}
	console.log(`\n${intervals}`);
}

/** Researches every question in every variation, and prints the means and the paired differences. */
async function compare(
	heading: string,
	corpus: Corpus,
	set: PartSet,
	questions: readonly GoldQuestion[],
	varied: readonly string[],
): Promise<void> {
	const { reads = depths[set.depth].sources } = set;
	const control = `one search, first ${reads}`;
	const results = new Map<string, Measures[]>([control, "guided", ...varied].map((name) => [name, []]));
	for (const question of questions) {
		results.get(control)?.push(shares(question, await firstRecords(corpus, question.text, reads)));
		for (const name of ["guided", ...varied]) {
			const state = await researched(corpus, question.text, set.depth, { maxSources: reads, ...variations[name] });
			results.get(name)?.push({ ...measuresOf(state, question), ...set.more?.(state, question) });
		}
	}
	const means = new Table<string>();
	for (const [name, all] of results)
		for (const measure of Object.keys(all[0] ?? {})) means.statistic(measure, name, sharesOf(all, measure), ratio);
	means.print(`${heading}: ${questions.length} questions, ${reads} reads each`);
	const differences = new Table<string>();
	const guided = results.get("guided") ?? [];
	for (const name of varied)
		for (const split of [undefined, ...splits])
			for (const measure of Object.keys(guided[0] ?? {})) {
				const other = results.get(name) ?? [];
				const pairs = questions.flatMap(({ id }, at): [Share, Share][] => {
					const [one, base] = [other[at]?.[measure], guided[at]?.[measure]];
					return one && base && (split === undefined || splitOf(id) === split) ? [[one, base]] : [];
				});
				differences.statistic(measure, split === undefined ? name : `${name}, ${split}`, pairs, differenceOf);
			}
	differences.print(`${heading}: difference to guided`);
}

function sharesOf(all: readonly Measures[], measure: string): Share[] {
	return all.flatMap((one) => (one[measure] ? [one[measure]] : []));
}

/** The share of all questions together; of plain numbers their mean. */
function ratio(shares: readonly Share[]): number {
	const [hits, of] = shares.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
	return of === 0 ? 0 : hits / of;
}

function differenceOf(pairs: readonly (readonly [Share, Share])[]): number {
	return ratio(pairs.map(([one]) => one)) - ratio(pairs.map(([, base]) => base));
}

function measuresOf({ sources, turns, groups, subQuestions }: ResearchState, question: GoldQuestion): Measures {
	const read = sources.map(({ url }) => recordOf(url));
	const covered = turns.findIndex(({ after }) => after?.uncovered === 0);
	const useful = turns.filter(({ signal }) => signal === "NEW_EVIDENCE" || signal === "CONFLICT_FOUND");
	return {
		...shares(question, read),
		steps: [turns.length, 1],
		"steps to coverage": [covered < 0 ? turns.length : covered + 1, 1],
		"useful steps": [useful.length / Math.max(1, turns.length), 1],
		"pages read": [read.length, 1],
		disputes: [groups.filter(({ disputed }) => disputed).length, 1],
		recoveries: [turns.filter(({ action }) => action.kind === "recover").length, 1],
		"references followed": [subQuestions.filter(({ origin }) => origin === "citation").length, 1],
	};
}

function shares({ gold }: GoldQuestion, read: readonly string[]): Measures {
	const share = gold.filter((id) => read.includes(id)).length / gold.length;
	return { "gold read": [share, 1], "all gold read": [share === 1 ? 1 : 0, 1] };
}

/** At most so many items, evenly spread over all: the sets of a file stand one after the other. */
function evenly<Item>(items: readonly Item[], most: number): Item[] {
	const step = Math.max(1, items.length / most);
	return items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, most);
}

if (import.meta.main) await run(process.argv.slice(2));
