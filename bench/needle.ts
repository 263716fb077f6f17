/**
 * `npm run bench -- needle [--split tuning|held-out]`: what can tell a question with one wrong detail from the right one. Of each multi-hop
 * question a copy with a wrong detail is made: a year that is seven years off, else another name. Both are searched, and measured is how
 * often a fact about the right one is above that of the wrong one, and how well the weights of `src/evidence/needle.ts` choose between
 * them. On the tuning split the weights are learned again. Beside it: whether to drop the detail that the results do not hold helps, which
 * is all that rules could do.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isRecord } from "../src/base/json.ts";
import { factsOfReading, weighReadings } from "../src/evidence/needle.ts";
import { type Corpus, openCorpus } from "../src/sources/corpus/corpus.ts";
import { namesIn } from "../src/text/entities.ts";
import { contentStems } from "../src/text/words.ts";
import { data as shared } from "../test/support/data.ts";
import { splitOf } from "./support/split.ts";

const data = join(shared, "multihop");
export const multihopCorpus = join(data, "corpus.jsonl");
export const indexFolder = join(import.meta.dirname, "../node_modules/.cache/assay-bench");
const yearsOff = 7;
const results = 10;
export const yearPattern = /\b(?:1[5-9]|20)\d\d\b/;

export interface Question {
	id: string;
	text: string;
	gold: Set<string>;
}

interface Searched {
	together: number;
	names: number;
	/** Descriptive words for each name. */
	clauses: number;
	recall: number;
	/** The same, if the detail without which most words are held together is dropped, and both lists are taken in turns. */
	relaxedRecall: number;
}

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({ args, options: { split: { type: "string", default: "held-out" } } });
	const corpus = await openCorpus({ folders: [multihopCorpus], indexFolder, vectors: false });
	try {
		const all = readQuestions();
		const pool = all.flatMap(({ text }) => namesIn(text));
		const pairs: { right: Searched; wrong: Searched }[] = [];
		for (const [at, question] of all.filter(({ id }) => splitOf(id) === values.split).entries()) {
			const wrong = withWrongDetail(question.text, at, pool);
			if (wrong === undefined) continue;
			pairs.push({
				right: await searched(corpus, question.text, question.gold),
				wrong: await searched(corpus, wrong, question.gold),
			});
		}
		print(values.split, pairs);
	} finally {
		await corpus.close();
	}
}

function print(split: string, pairs: readonly { right: Searched; wrong: Searched }[]): void {
	const share = (of: (pair: (typeof pairs)[number]) => number) =>
		(pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length).toFixed(3);
	console.log(`${pairs.length} pairs of the ${split} split`);
	for (const fact of ["together", "names", "clauses"] as const)
		console.log(
			`${fact.padEnd(9)} right above wrong ${share(({ right, wrong }) => Number(right[fact] > wrong[fact]))}, equal ${share(({ right, wrong }) => Number(right[fact] === wrong[fact]))}`,
		);
	const chosen = ({ right, wrong }: (typeof pairs)[number]) => weightOfFirst(right, wrong);
	const isRight = (pair: (typeof pairs)[number]) => (chosen(pair) === 0.5 ? 0.5 : Number(chosen(pair) > 0.5));
	console.log(`weighed   right first ${share(isRight)} (by chance 0.500)`);
	console.log(
		`recall of gold by the first reading ${share((pair) => isRight(pair) * pair.right.recall + (1 - isRight(pair)) * pair.wrong.recall)}, by chance ${share(({ right, wrong }) => (right.recall + wrong.recall) / 2)}`,
	);
	for (const side of ["right", "wrong"] as const)
		console.log(
			`${side}: recall of its own words ${share((pair) => pair[side].recall)}, with one detail dropped beside them ${share((pair) => pair[side].relaxedRecall)}`,
		);
	if (split === "tuning") console.log(`learned: ${JSON.stringify(learned(pairs))}`);
}

/** The weight that the first of two readings of equal weight gets. */
function weightOfFirst(first: Searched, second: Searched): number {
	const readings = [1, 2].map((at) => ({ id: `r${at}`, kind: "literal" as const, text: "", weight: 0.5 }));
	return weighReadings(readings, [first, second]).find(({ id }) => id === "r1")?.weight ?? 0.5;
}

/** The weights of a Bradley–Terry model, by gradient ascent on the log likelihood, with a little ridge. */
function learned(pairs: readonly { right: Searched; wrong: Searched }[]): { together: number; names: number } {
	const weights = { together: 0, names: 0 };
	for (let round = 0; round < 20_000; round++) {
		const slope = { together: 0, names: 0 };
		for (const { right, wrong } of pairs) {
			const together = right.together - wrong.together;
			const names = right.names - wrong.names;
			const missed = 1 - 1 / (1 + Math.exp(-(weights.together * together + weights.names * names)));
			slope.together += missed * together;
			slope.names += missed * names;
		}
		for (const fact of ["together", "names"] as const)
			weights[fact] += 0.5 * (slope[fact] / pairs.length - 0.0005 * weights[fact]);
	}
	return weights;
}

/** The question with a year that is off, else with another name; undefined without such a detail. */
export function withWrongDetail(text: string, at: number, pool: readonly string[]): string | undefined {
	const [year] = yearPattern.exec(text) ?? [];
	if (year !== undefined) return text.replace(year, String(Number(year) + yearsOff));
	const names = namesIn(text).filter((name) => text.indexOf(name) > 0);
	const [name, other] = [names[at % names.length], pool[(at * 37 + 11) % pool.length]];
	return names.length < 2 || name === undefined || other === undefined ? undefined : text.replace(name, other);
}

async function searched(corpus: Corpus, text: string, gold: ReadonlySet<string>): Promise<Searched> {
	const own = await corpus.search(text, results);
	const details = [...namesIn(text).filter((name) => text.indexOf(name) > 0), ...(yearPattern.exec(text) ?? [])];
	let relaxed = { gain: Number.NEGATIVE_INFINITY, titles: titlesOf(own) };
	for (const detail of details) {
		const less = text.replace(detail, " ");
		const hits = await corpus.search(less, results);
		const gain = factsOfReading(less, textsOf(hits)).together;
		if (gain > relaxed.gain) relaxed = { gain, titles: titlesOf(hits) };
	}
	const inTurns = titlesOf(own).flatMap((title, at) => [title, ...relaxed.titles.slice(at, at + 1)]);
	const nameStems = new Set(namesIn(text).flatMap(contentStems));
	return {
		...factsOfReading(text, textsOf(own)),
		clauses: new Set(contentStems(text)).difference(nameStems).size / (namesIn(text).length + 1),
		recall: recallOf(titlesOf(own), gold),
		relaxedRecall: recallOf([...new Set(inTurns)].slice(0, results), gold),
	};
}

type Hits = Awaited<ReturnType<Corpus["search"]>>;
const textsOf = (hits: Hits) => hits.map(({ title, snippet }) => `${title} ${snippet}`);
const titlesOf = (hits: Hits) => hits.map(({ title }) => title);

export function recallOf(titles: readonly string[], gold: ReadonlySet<string>): number {
	return [...gold].filter((title) => titles.includes(title)).length / gold.size;
}

export function readQuestions(): Question[] {
	const titles = new Map(recordsOf("corpus.jsonl").map(({ id, title }) => [String(id), String(title)]));
	return recordsOf("questions.jsonl").map(({ id, question, gold }) => ({
		id: String(id),
		text: String(question),
		gold: new Set((Array.isArray(gold) ? gold : []).map((one) => titles.get(String(one)) ?? "")),
	}));
}

function recordsOf(file: string): Record<string, unknown>[] {
	const lines = readFileSync(join(data, file), "utf8").trim().split("\n");
	return lines.map((line) => JSON.parse(line) as unknown).filter(isRecord);
}
