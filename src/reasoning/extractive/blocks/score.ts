import type { Claim } from "../../../evidence/claim.ts";
import type { AnswerKind, QuestionAnalysis } from "../../../evidence/question.ts";
import type { Hit, PassageReading, ReadPassage } from "../../../evidence/source.ts";
import { countTerms, sumCounts, type TermCounts, TermStatistics } from "../../../text/term-statistics.ts";
import { type LinearModel, scoreOf } from "../../linear.ts";
import type { WriteInput } from "../../reasoner.ts";
import type { Passage } from "./find.ts";
import weights from "./weights.json" with { type: "json" };

/** A passage with the claims in it, and how well it is worth showing. */
export interface Scored {
	passage: Passage;
	/** Claims whose quotes lie within its pieces, the most relevant first; at least one. */
	claims: Claim[];
	counts: TermCounts;
	/** 0–1: how likely it is to be the one that answers, as a share of the likeliest one's chance. */
	worth: number;
	/** Of a broad matter: what each of its words brings of what the sources say. */
	says?: ReadonlyMap<string, number> | undefined;
	/** Of each of the question's tokens, how near the nearest one there is; of its words, where meaning cannot be read, 1 or 0. */
	covered: readonly number[];
	/** What the reading model says of it; absent where it was not read. */
	reading?: PassageReading | undefined;
	/** Where the words stand in the page that the reading model takes for the answer; absent where they run over two pieces. */
	span?: { text: string; start: number; end: number } | undefined;
}

/** `place`: one passage answers. `matter`: many sources say parts of it. */
export type Mode = "place" | "matter";

/**
 * What the worth of a passage is made of, each 0–1 but for the last two. `words`: BM25 of the question's words in it and its headings,
 * the best being 1. `meaning`: cosine of the embeddings of the question and of it under its headings. `tokens`: the same of each of the
 * question's tokens and the nearest one there. `search`: one over its rank where the sources' index finds it, by the question alone or
 * beside a name that was followed. `answers`, `odds`: logits of the reading model: that it answers, and that some of its words do.
 */
export const signals = ["words", "meaning", "tokens", "search", "answers", "odds"] as const;
export type Signal = (typeof signals)[number];
export type Signals = Record<Signal, number>;

/** With vectors and without. */
const models: Record<"meaning" | "words", LinearModel<Signal>> = weights;

/** Passages that are read for their meaning: the best by words and by the index. One of 200 words takes some 20 ms. */
const readByMeaning: Record<Mode, number> = { place: 24, matter: 60 };

const broad: ReadonlySet<AnswerKind> = new Set(["explanation", "judgement"]);

export function modeOf({ kind }: QuestionAnalysis, shape: WriteInput["route"]["shape"]): Mode {
	return broad.has(kind) || (shape === "synthesis" && (kind === "value" || kind === "yes_no")) ? "matter" : "place";
}

/** A passage before it is weighed. */
export type Found = Omit<Scored, "worth" | "covered" | "reading" | "span">;
/** Its signals, and the rest as in `Scored`. */
export interface Row extends Pick<Scored, "covered" | "reading" | "span"> {
	one: Found;
	features: Signals;
}

/** The passages with their worth, in the order given; 0 of those whose meaning was not read where others' was. */
export async function weighed(
	found: readonly Found[],
	input: WriteInput,
	analysis: QuestionAnalysis,
	mode: Mode,
	hits: Hits,
): Promise<Scored[]> {
	const rows = await signalsOf(found, input, analysis, mode, hits);
	const scored = new Map(
		scoredBy(rows.some(({ features }) => features.meaning !== 0) ? models.meaning : models.words, rows).map((one) => [
			one.passage,
			one,
		]),
	);
	return found.map((one) => scored.get(one.passage) ?? { ...one, covered: [], worth: 0 });
}

export function scoredBy(model: LinearModel<Signal>, rows: readonly Row[]): Scored[] {
	const scores = rows.map(({ features }) => scoreOf(model, features));
	const best = Math.max(...scores);
	return rows.map(({ one, covered, reading, span }, at) => ({
		...{ ...one, covered, reading, span },
		worth: Math.exp((scores[at] ?? best) - best),
	}));
}

/** Where the sources' index finds the question, and each name that was followed beside it, best first. */
export type Hits = readonly (readonly Pick<Hit, "url" | "start" | "end">[])[];
/** Names of one hop and of all, at most: what a second hop found stands where the question alone finds nothing. */
const [namesMost, hopsMost] = [3, 15];

export async function hitsOf({
	question,
	plan,
	places,
}: Pick<WriteInput, "question" | "plan" | "places">): Promise<Hits> {
	const hops = plan.subQuestions.filter(({ origin }) => origin === "hop");
	const names = hops.flatMap(({ focus }) => focus.slice(0, namesMost)).slice(0, hopsMost);
	const searches = [question, ...names.map((name) => `${name} ${question}`)];
	return Promise.all(searches.map(async (one) => (await places?.(one)) ?? []));
}

type SignalInput = Pick<WriteInput, "sources" | "similarity" | "readPassages">;
/** Odds below this, a logarithm, tell nothing more. */
export const oddsLeast = -12;

/** The signals of passages; where meaning can be read, of those that it is read of: the best by words and by the index. */
export async function signalsOf(
	found: readonly Found[],
	{ sources, similarity, readPassages }: SignalInput,
	analysis: QuestionAnalysis,
	mode: Mode,
	hits: Hits,
): Promise<Row[]> {
	const titles = new Map(sources.map(({ id, title }) => [id, title]));
	const addresses = new Map(sources.map(({ id, url }) => [id, url]));
	/** Infinity where no search finds it. */
	const rankOf = ({ sourceId, pieces }: Passage) => {
		const isHit = ({ url, start, end }: Hits[number][number]) =>
			url === addresses.get(sourceId) && start < (pieces.at(-1)?.end ?? 0) && end > (pieces[0]?.start ?? 0);
		const ranks = hits.map((each) => each.findIndex(isHit)).filter((rank) => rank >= 0);
		return Math.min(...ranks);
	};
	const known = new TermStatistics(found.map(({ counts }) => counts));
	const query = [...countTerms((analysis.keyWords.length > 0 ? analysis.keyWords : [analysis.core]).join(" ")).keys()];
	const rows = found.map((one): Row => {
		const counts = sumCounts([one.counts, countTerms(one.passage.path.join(" "))]);
		const search = 1 / (1 + rankOf(one.passage));
		return {
			one,
			features: { words: known.bm25(query, counts), meaning: 0, tokens: 0, search, answers: 0, odds: 0 },
			covered: query.map((word) => (counts.has(word) ? 1 : 0)),
		};
	});
	const most = Math.max(...rows.map(({ features }) => features.words), 1e-9);
	for (const { features } of rows) features.words /= most;
	const first = ({ features }: Row) => features.words + features.search;
	const near = rows.toSorted((a, b) => first(b) - first(a)).slice(0, readByMeaning[mode]);
	// `The pump is new. Does it need oil?`: what it is about may stand in what leads up to the question.
	const asked = `${analysis.background} ${analysis.core}`.trim();
	const shown = near.map(({ one: { passage } }) => readable(passage, titles.get(passage.sourceId) ?? ""));
	const likeness = await similarity?.(
		asked,
		shown.map(({ heading, text }) => `${heading}\n${text}`),
	);
	// The reading model knows English, and a part of a broad matter answers nothing alone.
	const isRead = mode === "place" && analysis.language === "en";
	const readings = isRead ? await readPassages?.(asked, shown) : undefined;
	if (!likeness) return rows;
	return near.map(({ one, features }, at) => {
		const { whole = 0, tokens = [] } = likeness[at] ?? {};
		const reading = readings?.[at];
		const read = { answers: reading?.answers ?? 0, odds: Math.max(oddsLeast, reading?.span?.odds ?? oddsLeast) };
		return {
			...{ one, covered: tokens, reading, span: reading?.span && placeIn(one.passage, reading.span) },
			features: { ...features, meaning: whole, tokens: meanOf(tokens), ...read },
		};
	});
}

/** 0 of none. */
export function meanOf(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** A passage as the reading model is shown it. */
function readable(passage: Passage, title: string): ReadPassage {
	return { heading: [title, ...passage.path].join(" › "), text: textOf(passage) };
}

export function textOf({ pieces }: Passage): string {
	return pieces.map(({ text }) => text).join("\n");
}

/** Where the words of a passage's text stand in its page; undefined where they run over two of its pieces. */
function placeIn({ pieces }: Passage, { start, end }: { start: number; end: number }): Scored["span"] {
	let from = 0;
	for (const piece of pieces) {
		const to = from + piece.text.length;
		if (start >= from && end <= to)
			return {
				text: piece.text.slice(start - from, end - from),
				...{ start: piece.start + start - from, end: piece.start + end - from },
			};
		from = to + 1;
	}
	return undefined;
}
