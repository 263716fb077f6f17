/**
 * `npm run bench -- plans [--limit 25] [--seed 1]`: how well a plan can be judged before and after it is carried out. Each question is
 * researched by `guided` under six plans that rules make of its words, of which some are poor on purpose, with six pages to read. Scores of
 * the plan are compared by how they order the plans of one question by what was read in the end, and by whether all gold was read. What
 * knows no gold: the number of sub-questions, the question's words that they hold, a logistic regression over such features (tuning
 * half; tested on held-out questions, and from each set to the other). What knows it: the likeness to the gold titles as reference sub-questions
 * (`decompositionScore` of `assay ablate`). What needs the run: the share of the claims found that the plan asked for (`plannedShare`).
 */
import { parseArgs } from "node:util";
import { decompositionScore, plannedShare } from "../src/app/ablate/plan-quality.ts";
import { shortHash } from "../src/base/hash.ts";
import { seededRandom } from "../src/base/seeded-random.ts";
import type { SubQuestion } from "../src/evidence/plan.ts";
import { namesIn } from "../src/text/entities.ts";
import { contentStems, keywords } from "../src/text/words.ts";
import { type Question, questions } from "./multihop.ts";
import { recallOf } from "./support/decision-tree.ts";
import { lazyPlayer, returnOf, type StepExample } from "./support/forks.ts";
import { rowsOf } from "./support/rows.ts";
import { splitOf } from "./support/split.ts";
import { intervals } from "./support/statistics.ts";
import { StepTables } from "./support/step-tables.ts";
import { Table } from "./support/table.ts";
import { type Learner, linear, scored, withShuffledLabels } from "./train/step-scorers.ts";

const pages = 6;
/** The first five are features of the plan alone; the last two know the gold titles, or what the run found. */
const names = ["subQuestions", "held", "outside", "overlap", "words", "reference", "found"] as const;
const ofPlan = names.slice(0, 5);

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: { limit: { type: "string", default: "25" }, seed: { type: "string", default: "1" } },
	});
	const titles = new Map(
		rowsOf<{ id: string; title: string }>("multihop/corpus.jsonl").map(({ id, title }) => [id, title]),
	);
	const { player, close } = lazyPlayer(false);
	const examples: StepExample[] = [];
	try {
		for (const [at, question] of chosen(Number(values.limit)).entries()) {
			const random = seededRandom(Number.parseInt(shortHash([values.seed, question.id]).slice(0, 8), 16));
			const reference = question.gold.map((id) => titles.get(id) ?? "");
			for (const [nth, texts] of plansOf(question, at, random).entries()) {
				const plan = texts.map(subQuestionOf);
				const state = await (await player()).whole(question.text, pages, { plan });
				const recall = recallOf(question.gold, state.sources);
				examples.push({
					...{ question: question.id, set: question.set, split: splitOf(question.id), prefix: question.id },
					...{ path: [], action: nth, signal: "" },
					features: [
						...planFeatures(question.text, texts),
						decompositionScore(texts, reference) ?? 0,
						plannedShare(state, new Set(state.claims.map(({ id }) => id))) ?? 0,
					],
					returns: [returnOf({ recall, reads: state.sources.length }, pages)],
					complete: [recall === 1 ? 1 : 0],
				});
			}
			if (at % 20 === 19) console.error(`${at + 1} questions`);
		}
	} finally {
		await close();
	}
	printFigures(examples);
}

/** As many of each set and split. */
function chosen(limit: number): Question[] {
	return (["hotpot", "musique"] as const).flatMap((set) =>
		(["tuning", "held-out"] as const).flatMap((split) =>
			questions(set)
				.filter(({ id }) => splitOf(id) === split)
				.slice(0, limit),
		),
	);
}

/**
 * Plans of a question, by its words alone: the question whole; a sub-question for each of its names; both; the question without half of
 * its words; its two halves; and the names of another question beside its own words in disorder.
 */
function plansOf({ text }: Question, at: number, random: () => number): string[][] {
	const own = [...new Set(namesIn(text))].slice(0, 3);
	const words = keywords(text);
	const half = words.filter(() => random() < 0.5);
	const middle = Math.ceil(words.length / 2);
	const others = questions(undefined);
	const other = others[(at * 7 + 13) % others.length]?.text ?? text;
	const named = (own.length > 0 ? own : words.slice(0, 1)).map((name) => `What is known about ${name}?`);
	return [
		[text],
		named,
		[text, ...named],
		[half.length > 0 ? half.join(" ") : text],
		[words.slice(0, middle).join(" "), words.slice(middle).join(" ")],
		[...new Set(namesIn(other))]
			.slice(0, 2)
			.map((name) => `What is known about ${name}?`)
			.concat(words.slice(-2).join(" ")),
	];
}

function subQuestionOf(text: string, at: number): SubQuestion {
	return {
		...{ id: `q${at + 1}`, text, dimension: "factual", stance: "supporting", priority: "core", readingId: "r1" },
		...{ origin: "plan", focus: namesIn(text).slice(0, 3), threads: [text] },
	};
}

/** In the order of `names`: their number, the share of the question's words that they hold, of theirs that it lacks, of those that several hold, and their length. */
function planFeatures(question: string, texts: readonly string[]): number[] {
	const asked = new Set(contentStems(question));
	const each = texts.map((text) => new Set(contentStems(text)));
	const all = each.reduce((sum, one) => sum.union(one), new Set<string>());
	const shared = [...all].filter((stem) => each.filter((one) => one.has(stem)).length > 1);
	const share = (count: number, of: number) => count / Math.max(1, of);
	return [
		texts.length,
		share(all.intersection(asked).size, asked.size),
		share(all.difference(asked).size, all.size),
		share(shared.length, all.size),
		Math.log1p(each.reduce((sum, { size }) => sum + size, 0)),
	];
}

/** A score that is one feature. */
function only(name: (typeof names)[number]): Learner {
	return () =>
		({ features }) =>
			features[names.indexOf(name)] ?? 0;
}

const learners: Readonly<Record<string, Learner>> = {
	"number of sub-questions": linear(["subQuestions"], names),
	"question's words held": only("held"),
	"logistic regression on the plan": linear(ofPlan, names),
	"likeness to the gold titles": only("reference"),
	"claims found that it asked for": only("found"),
	"all of it": linear(names, names),
};

/** The plan of another question's names is so poor that every score knows it: it is shown, and no score is tested on it. */
const foreignPlan = 5;

function printFigures(examples: readonly StepExample[]): void {
	const of = (set: StepExample["set"], some: readonly StepExample[]) => some.filter((one) => one.set === set);
	const own = examples.filter(({ action }) => action !== foreignPlan);
	const tuning = own.filter(({ split }) => split === "tuning");
	const settings: Record<string, [StepExample[], StepExample[]]> = {
		"held-out": [tuning, own.filter(({ split }) => split === "held-out")],
		"MuSiQue → HotpotQA": [of("MuSiQue", tuning), of("HotpotQA", own)],
		"HotpotQA → MuSiQue": [of("HotpotQA", tuning), of("MuSiQue", own)],
	};
	const tables = new StepTables();
	for (const [setting, [train, test]] of Object.entries(settings)) {
		for (const [name, learner] of Object.entries(learners)) tables.add(setting, name, scored(learner, train, test));
		tables.addShuffled(setting, "shuffled labels", (seed) =>
			scored(withShuffledLabels(linear(ofPlan, names), seed), train, test),
		);
	}
	tables.print("plans of one question");
	const plans = new Table<string>();
	const labels = [
		"whole question",
		"its names",
		"whole and names",
		"half of its words",
		"two halves",
		"another's names",
	];
	for (const [nth, label] of labels.entries())
		for (const set of ["HotpotQA", "MuSiQue"] as const)
			for (const one of of(set, examples).filter(({ action }) => action === nth))
				plans.score(set, label, one.complete[0] ?? 0);
	plans.print(
		`all gold read, by plan; ${new Set(examples.map(({ question }) => question)).size} questions, ${pages} pages`,
	);
	console.log(`\n${intervals}`);
}

if (import.meta.main) await run(process.argv.slice(2));
