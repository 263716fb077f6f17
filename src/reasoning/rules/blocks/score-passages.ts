import type { Claim } from "../../../evidence/claim.ts";
import type { AnswerKind, QuestionAnalysis } from "../../../evidence/question.ts";
import type { Hit, PassageReading, ReadPassage } from "../../../evidence/source.ts";
import { countTerms, sumCounts, type TermCounts, TermStatistics } from "../../../text/term-statistics.ts";
import { type LinearModel, scoreOf } from "../../linear-model.ts";
import type { WriteInput } from "../../reasoner.ts";
import weights from "../blocks/weights.json" with { type: "json" };
import { definitionFinder } from "./definitions.ts";
import type { QuotablePassage } from "./find-passages.ts";
import { claimsWithin } from "./windows.ts";

/** A passage with its claims and its score. */
export interface ScoredPassage {
	passage: QuotablePassage;
	/** Whether it explains what the question names, so that what stands beside it explains something else. */
	explains?: true | undefined;
	/** Claims whose quotes lie within its pieces, the most relevant first; at least one. */
	claims: Claim[];
	counts: TermCounts;
	/** 0–1: its chance to be the answer, as a share of the likeliest passage's chance. */
	score: number;
	/** On a broad matter: what each of its words adds of what the sources say. */
	says?: ReadonlyMap<string, number> | undefined;
	/**
	 * For each token of the question, the similarity of the nearest token here. Without embeddings, 1 or 0 for each word of the question.
	 */
	covered: readonly number[];
	/** The reading model's result. Absent if it was not read. */
	reading?: PassageReading | undefined;
	/** The place of the reading model's answer in the page. Absent if it spans two pieces. */
	span?: { text: string; start: number; end: number } | undefined;
}

/** `place`: one passage answers. `matter`: many sources state parts of the answer. */
export type AnswerMode = "place" | "matter";

/**
 * The signals of a passage's score, each 0–1 except the last two. `words`: BM25 of the question's words in the passage and its headings,
 * relative to the best one. `meaning`: cosine of the embeddings of the question and of the passage under its headings. `tokens`: the same
 * for each token of the question and the nearest one here. `search`: 1 / rank in the sources' index, by the question alone or beside a
 * followed name. `answers`, `odds`: logits of the reading model that the passage answers, and that some of its words do.
 */
export const passageSignalNames = ["words", "meaning", "tokens", "search", "answers", "odds"] as const;
export type PassageSignal = (typeof passageSignalNames)[number];
export type PassageSignals = Record<PassageSignal, number>;

/** With and without vectors. */
const models: Record<"meaning" | "words", LinearModel<PassageSignal>> = weights;

/** Number of passages read for their meaning: the best by words and by the index. One of 200 words takes some 20 ms. */
const meaningReadMax: Record<AnswerMode, number> = { place: 24, matter: 60 };

const broadKinds: ReadonlySet<AnswerKind> = new Set(["explanation", "judgement"]);

export function answerMode({ kind }: QuestionAnalysis, shape: WriteInput["route"]["shape"]): AnswerMode {
	return broadKinds.has(kind) || (shape === "synthesis" && (kind === "value" || kind === "yes_no"))
		? "matter"
		: "place";
}

/** A passage before it is scored. */
export type UnscoredPassage = Omit<ScoredPassage, "score" | "covered" | "reading" | "span" | "explains">;
/** A passage with its signals. */
export interface SignalRow extends Pick<ScoredPassage, "covered" | "reading" | "span"> {
	one: UnscoredPassage;
	features: PassageSignals;
}

/** The passages with their scores, in the given order. 0 if the meaning of only other passages was read. */
export async function scorePassages(
	found: readonly UnscoredPassage[],
	input: WriteInput,
	analysis: QuestionAnalysis,
	mode: AnswerMode,
	hits: QuestionHits,
): Promise<ScoredPassage[]> {
	const rows = await readSignals(found, input, analysis, mode, hits);
	const model = rows.some(({ features }) => features.meaning !== 0) ? models.meaning : models.words;
	const ranked = scoreRows(model, rows);
	const places = new Map(ranked.map(({ passage }, at) => [passage, at]));
	const scored = preferDefinitions(ranked, analysis);
	return found.map((one) => scored[places.get(one.passage) ?? -1] ?? { ...one, covered: [], score: 0 });
}

/** The odds of a passage that explains what the question names are multiplied by this. */
const definitionOdds = 20;

/** The passages with those first that explain what the question names, which begin with the explanation. */
function preferDefinitions(scored: readonly ScoredPassage[], analysis: QuestionAnalysis): readonly ScoredPassage[] {
	const definitionIn = definitionFinder(analysis);
	if (!definitionIn) return scored;
	const weighed = scored.map((one) => {
		const at = definitionIn(one.passage);
		return at < 0 ? one : { ...startingAt(one, at), score: one.score * definitionOdds, explains: true as const };
	});
	const best = Math.max(...weighed.map(({ score }) => score));
	return weighed.map((one) => ({ ...one, score: one.score / best }));
}

/** A passage from one of its pieces on, if that part has a claim. */
function startingAt(one: ScoredPassage, at: number): ScoredPassage {
	const pieces = one.passage.pieces.slice(at);
	const passage = { ...one.passage, pieces, opens: one.passage.opens && at === 0 };
	const claims = claimsWithin(passage, one.claims);
	if (at === 0 || claims.length === 0) return one;
	const span = one.span && one.span.start >= (pieces[0]?.start ?? 0) ? one.span : undefined;
	return { ...one, passage, claims, span };
}

export function scoreRows(model: LinearModel<PassageSignal>, rows: readonly SignalRow[]): ScoredPassage[] {
	const scores = rows.map(({ features }) => scoreOf(model, features));
	const best = Math.max(...scores);
	const chances = scores.map((score) => Math.exp(score - best));
	return rows.map(({ one, covered, reading, span }, at) => ({
		...one,
		covered,
		reading,
		span,
		score: chances[at] ?? 0,
	}));
}

/** The index's results for the question, and for each followed name beside it, best first. */
export type QuestionHits = readonly (readonly Pick<Hit, "url" | "start" | "end">[])[];
/** Maximum names of one hop and of all hops. A second hop's place is often one that the question alone does not find. */
const [namesPerHopMax, hopNamesMax] = [3, 15];

export async function findHits({
	question,
	plan,
	places,
}: Pick<WriteInput, "question" | "plan" | "places">): Promise<QuestionHits> {
	const hops = plan.subQuestions.filter(({ origin }) => origin === "hop");
	const names = hops.flatMap(({ focus }) => focus.slice(0, namesPerHopMax)).slice(0, hopNamesMax);
	const searches = [question, ...names.map((name) => `${name} ${question}`)];
	return Promise.all(searches.map(async (one) => (await places?.(one)) ?? []));
}

type SignalInput = Pick<WriteInput, "sources" | "similarity" | "readPassages">;
/** Odds below this, a logarithm, carry no more information. */
export const oddsMin = -12;

/** The signals of passages. If meaning can be read, only for those that it is read of: the best by words and by the index. */
export async function readSignals(
	found: readonly UnscoredPassage[],
	{ sources, similarity, readPassages }: SignalInput,
	analysis: QuestionAnalysis,
	mode: AnswerMode,
	hits: QuestionHits,
): Promise<SignalRow[]> {
	const titles = new Map(sources.map(({ id, title }) => [id, title]));
	const addresses = new Map(sources.map(({ id, url }) => [id, url]));
	/** Infinity if no search finds it. */
	const rankOf = ({ sourceId, pieces }: QuotablePassage) => {
		const isHit = ({ url, start, end }: QuestionHits[number][number]) =>
			url === addresses.get(sourceId) && start < (pieces.at(-1)?.end ?? 0) && end > (pieces[0]?.start ?? 0);
		const ranks = hits.map((each) => each.findIndex(isHit)).filter((rank) => rank >= 0);
		return Math.min(...ranks);
	};
	const statistics = new TermStatistics(found.map(({ counts }) => counts));
	const query = [...countTerms((analysis.keyWords.length > 0 ? analysis.keyWords : [analysis.core]).join(" ")).keys()];
	const rows = found.map((one): SignalRow => {
		const counts = sumCounts([one.counts, countTerms(one.passage.path.join(" "))]);
		const search = 1 / (1 + rankOf(one.passage));
		return {
			one,
			features: { words: statistics.bm25(query, counts), meaning: 0, tokens: 0, search, answers: 0, odds: 0 },
			covered: query.map((word) => (counts.has(word) ? 1 : 0)),
		};
	});
	const most = Math.max(...rows.map(({ features }) => features.words), 1e-9);
	for (const { features } of rows) features.words /= most;
	const wordsAndSearch = ({ features }: SignalRow) => features.words + features.search;
	const nearest = rows.toSorted((a, b) => wordsAndSearch(b) - wordsAndSearch(a)).slice(0, meaningReadMax[mode]);
	// `The pump is new. Does it need oil?`: the topic may stand in what precedes the question.
	const questionText = `${analysis.background} ${analysis.core}`.trim();
	const shown = nearest.map(({ one: { passage } }) => asReadPassage(passage, titles.get(passage.sourceId) ?? ""));
	const similarities = await similarity?.(
		questionText,
		shown.map(({ heading, text }) => `${heading}\n${text}`),
	);
	// The reading model knows English, and a part of a broad matter is no answer alone.
	const isReadingUsed = mode === "place" && analysis.language === "en";
	const readings = isReadingUsed ? await readPassages?.(questionText, shown) : undefined;
	if (!similarities) return rows;
	return nearest.map(({ one, features }, at) => {
		const { whole = 0, tokens = [] } = similarities[at] ?? {};
		const reading = readings?.[at];
		const read = { answers: reading?.answers ?? 0, odds: Math.max(oddsMin, reading?.span?.odds ?? oddsMin) };
		return {
			...{ one, covered: tokens, reading, span: reading?.span && spanInPage(one.passage, reading.span) },
			features: { ...features, meaning: whole, tokens: meanOf(tokens), ...read },
		};
	});
}

/** 0 without values. */
export function meanOf(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** A passage as input of the reading model. */
function asReadPassage(passage: QuotablePassage, title: string): ReadPassage {
	return { heading: [title, ...passage.path].join(" › "), text: passageText(passage) };
}

export function passageText({ pieces }: QuotablePassage): string {
	return pieces.map(({ text }) => text).join("\n");
}

/** The place in the page of a range of a passage's text. Undefined if it spans two pieces. */
function spanInPage(
	{ pieces }: QuotablePassage,
	{ start, end }: { start: number; end: number },
): ScoredPassage["span"] {
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
