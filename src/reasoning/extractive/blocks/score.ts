import { weightOf } from "../../../evidence/authority.ts";
import type { Claim } from "../../../evidence/claim.ts";
import type { AnswerKind, QuestionAnalysis } from "../../../evidence/question.ts";
import { type LinearModel, probabilityOf } from "../../linear.ts";
import type { WriteInput } from "../../reasoner.ts";
import { isStopWord, stemsOf, wordsIn } from "../../text/words.ts";
import type { Passage } from "./find.ts";
import { type Counts, countsOf, dot, Statistics } from "./terms.ts";
import place from "./weights.json" with { type: "json" };
import matter from "./weights-matter.json" with { type: "json" };

/** A passage with the claims in it, and how well it is worth showing. */
export interface Scored {
	passage: Passage;
	/** Claims whose quotes lie within its pieces, the most relevant first; at least one. */
	claims: Claim[];
	counts: Counts;
	features: Record<Signal, number>;
	/** 0–1: the chance that it is worth showing. */
	worth: number;
}

/** `place`: one passage answers. `matter`: many sources say parts of it. */
export type Mode = "place" | "matter";

/**
 * What the worth of a passage is made of, each 0–1. `words`: BM25 of the question, the best being 1. `held`: the share of the
 * question's words in it, its headings and its page's title. `body`: the share in itself. `wanted`: the share of the words of what is
 * wanted of the subject. `title`, `path`: how much of the title and of the nearest heading the question holds. `named`: the question's names. `pairs`: pairs of
 * neighbouring words of the question. `page`: BM25 of its page. `claim`: the relevance of its best claim. `claims`: how many it holds.
 * `centre`: nearness to the centroid of all (Radev and others 2004). `kind`: it has the kind that is asked for. `figures`: it holds a figure. `opens`: it is the first under its heading. `length`, `short`: how long it is.
 * `prose`: it ends as sentences do. `asks`: the share of its sentences that ask. `authority`: its place's weight.
 */
export const signals = [
	"words",
	"held",
	"body",
	"wanted",
	"title",
	"path",
	"named",
	"pairs",
	"page",
	"claim",
	"claims",
	"centre",
	"kind",
	"figures",
	"opens",
	"length",
	"short",
	"prose",
	"asks",
	"authority",
] as const;
export type Signal = (typeof signals)[number];

/** No signal at all: of a bare quotation, which is shown only because the answer rests on it. */
export const noSignals = Object.fromEntries(signals.map((name) => [name, 0])) as Record<Signal, number>;

const models: Record<Mode, LinearModel<Signal>> = { place, matter };

/** Kinds of passage that answer a kind of question. */
const fitting: Partial<Record<AnswerKind, readonly Passage["kind"][]>> = {
	list: ["list", "digest", "table", "steps"],
	steps: ["steps", "code"],
	definition: ["definition"],
	table: ["table"],
	comparison: ["table"],
	change: ["list", "table"],
};
/** Passages longer than this gain nothing by length. Words. */
const lengthMax = 200;
const shortWords = 12;

export function modeOf({ kind }: QuestionAnalysis, shape: WriteInput["route"]["shape"]): Mode {
	if (kind === "explanation" || kind === "judgement") return "matter";
	return shape === "synthesis" && (kind === "value" || kind === "yes_no") ? "matter" : "place";
}

/** The passages that claims were read from, with their signals and worth; in the order of the pages. */
export function scored(
	passages: readonly { passage: Passage; claims: Claim[] }[],
	input: WriteInput,
	analysis: QuestionAnalysis,
): Scored[] {
	const sources = new Map(input.sources.map((source) => [source.id, source]));
	const found = passages.map((one) => ({ ...one, text: textOf(one.passage), counts: countsOf(textOf(one.passage)) }));
	const known = new Statistics(found.map(({ counts }) => counts));
	const query = stemsIn(analysis.keyWords.length > 0 ? analysis.keyWords : [analysis.core]);
	const [wanted, named] = [stemsIn(analysis.attribute), stemsIn(analysis.names)];
	const pairs = pairsIn(analysis.core);
	const bySource = Map.groupBy(found, ({ passage }) => passage.sourceId);
	const pageCounts = new Map([...bySource].map(([id, members]) => [id, sumOf(members.map(({ counts }) => counts))]));
	const pageWords = new Map([...pageCounts].map(([id, counts]) => [id, known.bm25(query, counts)]));
	const titles = new Map([...sources].map(([id, { title }]) => [id, countsOf(title)]));
	const vectors = found.map(({ counts }) => known.vector(counts));
	const centroid = meanOf(vectors);
	const rated = found.map(({ passage, claims, counts, text }, at) => {
		const title = titles.get(passage.sourceId) ?? new Map();
		const path = countsOf(passage.path.join(" "));
		const near = countsOf(passage.path.at(-1) ?? "");
		const whole = sumOf([counts, title, path]);
		const words = text.match(/\S+/g)?.length ?? 0;
		const sentences = text.match(/[.!?…](?=\s|$)/g)?.length ?? 0;
		const values: Record<Signal, number> = {
			words: known.bm25(query, sumOf([counts, path])),
			held: known.held(query, whole),
			body: known.held(query, counts),
			wanted: known.held(wanted, counts),
			title: shareOf(title, query),
			path: shareOf(near, query),
			named: named.size === 0 ? 0 : known.held(named, whole),
			pairs: pairs.length === 0 ? 0 : [...pairsIn(text)].filter((pair) => pairs.includes(pair)).length / pairs.length,
			page: pageWords.get(passage.sourceId) ?? 0,
			claim: claims[0]?.relevance ?? 0,
			claims: Math.min(1, claims.length / 5),
			centre: dot(vectors[at] ?? new Map(), centroid),
			kind: fitting[analysis.kind]?.includes(passage.kind) ? 1 : 0,
			figures: /\d/.test(text) ? 1 : 0,
			opens: passage.opens ? 1 : 0,
			length: Math.min(1, words / lengthMax),
			short: words < shortWords ? 1 : 0,
			prose: /[.!?…:;)”"]\s*$/.test(passage.pieces.findLast(({ kind }) => kind !== "code")?.text ?? "") ? 1 : 0,
			asks: sentences === 0 ? 0 : (text.match(/\?(?=\s|$)/g)?.length ?? 0) / sentences,
			authority: weightOf(sources.get(passage.sourceId)?.authority),
		};
		return { passage, claims, counts, features: values };
	});
	const relative = ["words", "page", "centre"] as const;
	for (const name of relative) {
		const most = Math.max(...rated.map(({ features }) => features[name]), 1e-9);
		for (const { features } of rated) features[name] /= most;
	}
	const model = models[modeOf(analysis, input.route.shape)];
	return rated.map((one) => ({ ...one, worth: probabilityOf(model, one.features) }));
}

export function textOf({ pieces }: Passage): string {
	return pieces.map(({ text }) => text).join("\n");
}

function stemsIn(words: readonly string[]): Set<string> {
	return new Set(countsOf(words.join(" ")).keys());
}

function pairsIn(text: string): string[] {
	const stems = wordsIn(text).flatMap(({ lower }) => (isStopWord(lower) ? [] : (stemsOf(lower)[0] ?? [])));
	return [...new Set(stems.slice(1).map((word, at) => `${stems[at]} ${word}`))];
}

function shareOf(counts: Counts, query: ReadonlySet<string>): number {
	return counts.size === 0 ? 0 : [...counts.keys()].filter((word) => query.has(word)).length / counts.size;
}

function sumOf(all: readonly Counts[]): Counts {
	const out = new Map<string, number>();
	for (const counts of all) for (const [word, count] of counts) out.set(word, (out.get(word) ?? 0) + count);
	return out;
}

function meanOf(vectors: readonly ReadonlyMap<string, number>[]): Map<string, number> {
	const out = new Map<string, number>();
	for (const vector of vectors)
		for (const [word, value] of vector) out.set(word, (out.get(word) ?? 0) + value / vectors.length);
	return out;
}
