import type { Claim } from "../../../evidence/claim.ts";
import type { QuestionAnalysis } from "../../../evidence/question.ts";
import type { BlockPiece } from "../../../evidence/report.ts";
import { holdsConversationMarkup, isInjection } from "../../../text/injection.ts";
import { endsSentence } from "../../../text/sentences.ts";
import { countTerms, sumCounts, TermStatistics } from "../../../text/term-statistics.ts";
import type { WriteInput } from "../../reasoner.ts";
import { scoreByCentrality } from "./centrality.ts";
import { passagesIn, type QuotablePassage } from "./find-passages.ts";
import {
	type AnswerMode,
	findHits,
	passageText,
	type QuestionHits,
	type ScoredPassage,
	scorePassages,
	type UnscoredPassage,
} from "./score-passages.ts";
import { claimsWithin, passageWindows, wordCountOf } from "./windows.ts";

/** Maximum length. A passage that answers may be long. On a broad matter it is a sentence, or several short ones. Words. */
const wordsMax: Record<AnswerMode, number> = { place: 200, matter: 20 };
/** Minimum length. On a broad matter a shorter passage says too little alone. Words. */
const wordsMin: Record<AnswerMode, number> = { place: 1, matter: 8 };
/** Maximum share of a passage's sentences that are questions. */
const questionShareMax = 1 / 3;

/** The material of a report, read once for all its parts. */
export interface ReportMaterial {
	/** By source: the page's text, and its passages in order. */
	pages: ReadonlyMap<string, { text: string; passages: QuotablePassage[] }>;
	hits: QuestionHits;
}

export async function readMaterial(input: WriteInput): Promise<ReportMaterial> {
	return { pages: pagesBySource(input), hits: await findHits(input) };
}

/**
 * The passages of the pages that have claims. Left out are prompt injection and site boilerplate: text that stands word for word in many
 * pages (template detection: Bar-Yossef and Rajagopalan 2002).
 */
function pagesBySource({ pages = [], sources, claims }: WriteInput): ReportMaterial["pages"] {
	const byUrl = new Map(pages.map((page) => [page.url, page]));
	const sourcesWithClaims = new Set(claims.map(({ sourceId }) => sourceId));
	const read = sources.flatMap(({ id, url }) => {
		const page = sourcesWithClaims.has(id) ? byUrl.get(url) : undefined;
		return page ? [{ id, text: page.text, passages: passagesIn(page, id) }] : [];
	});
	const pageCounts = new Map<string, number>();
	for (const { passages } of read)
		for (const text of new Set(passages.flatMap(({ pieces }) => pieces.map((piece) => piece.text))))
			pageCounts.set(text, (pageCounts.get(text) ?? 0) + 1);
	// A bar of links reads as a table of one row. A header that many tables share is no boilerplate.
	const isBoilerplate = ({ kind, text }: BlockPiece, { length }: readonly BlockPiece[]) =>
		(kind === "prose" || kind === "item" || (kind === "row" && length === 1)) &&
		(pageCounts.get(text) ?? 0) >= Math.max(boilerplatePagesMin, read.length / 4);
	const clean = (passage: QuotablePassage) =>
		withoutPieces(passage, (piece) => isInjectedPiece(piece) || isBoilerplate(piece, passage.pieces));
	return new Map(read.map(({ id, text, passages }) => [id, { text, passages: passages.map(clean) }]));
}
/** A text counts as boilerplate only if at least this many pages hold it. */
const boilerplatePagesMin = 3;

/** The passages that may be shown, each with its claims and its score, in page order. */
export async function candidatesOf(
	input: WriteInput,
	analysis: QuestionAnalysis,
	mode: AnswerMode,
	read: ReportMaterial,
): Promise<ScoredPassage[]> {
	const scored = await scorePassages(passagesWithClaims(input, mode, read), input, analysis, mode, read.hits);
	return mode === "matter" ? scoreByCentrality(scored, analysis.language === "en") : scored;
}

/** The passages of all pages that have claims, each with its claims, in page order, without prompt injection. */
export function passagesWithClaims(
	input: WriteInput,
	mode: AnswerMode,
	read: Pick<ReportMaterial, "pages">,
): UnscoredPassage[] {
	const bySource = Map.groupBy(
		input.claims.filter((claim) => claim.class !== "irrelevant"),
		({ sourceId }) => sourceId,
	);
	return input.sources.flatMap(({ id }) => {
		const claims = bySource.get(id) ?? [];
		const passages = read.pages.get(id)?.passages;
		const readable =
			mode === "matter" ? passages?.map((one) => asParagraph(withoutPieces(one, isShortLine))) : passages;
		const parts = readable
			? splitPassages(readable, wordsMax[mode])
			: claims.map((one) => withoutPieces(passageOfClaim(one), isInjectedPiece));
		return parts
			.map((passage) => ({ passage, claims: claimsWithin(passage, claims) }))
			.filter(
				({ passage, claims: claimsHere }) => claimsHere.length > 0 && wordCountOf(passage.pieces) >= wordsMin[mode],
			)
			.filter(({ passage }) => questionShare(passageText(passage)) <= questionShareMax)
			.map((one) => ({ ...one, counts: countTerms(passageText(one.passage)) }));
	});
}

/** A page's passages, joined with their neighbours and split into parts of at most about `max` words. */
function splitPassages(passages: readonly QuotablePassage[], max: number): QuotablePassage[] {
	return joinNeighbours(passages, max).flatMap((passage) => passageWindows(passage, max));
}

/** A range of a page. */
export type PageRange = Pick<BlockPiece, "start" | "end">;

/** The places of a page, given its passages, that match the query best (BM25), best first, at most `most`. */
export function findBestRanges(
	passages: readonly QuotablePassage[],
	query: readonly string[],
	most: number,
): PageRange[] {
	const parts = splitPassages(passages, wordsMax.place);
	const counts = parts.map((part) => sumCounts([countTerms(passageText(part)), countTerms(part.path.join(" "))]));
	const statistics = new TermStatistics(counts);
	return parts
		.map(({ pieces }, at) => ({ pieces, score: statistics.bm25(query, counts[at] ?? new Map()) }))
		.filter(({ score }) => score > 0)
		.toSorted((a, b) => b.score - a.score)
		.slice(0, most)
		.map(({ pieces }) => ({ start: pieces[0]?.start ?? 0, end: pieces.at(-1)?.end ?? 0 }));
}

/** The share of a text's sentences that are questions. */
function questionShare(text: string): number {
	const ends = text.match(/[.!?…](?=\s|$)/g) ?? [];
	return ends.filter((end) => end === "?").length / Math.max(1, ends.length);
}

/** Removes some pieces of a passage. `cut` marks each gap, also if nothing is left. */
function withoutPieces(passage: QuotablePassage, isRemoved: (piece: BlockPiece) => boolean): QuotablePassage {
	const pieces: BlockPiece[] = [];
	let isCut = false;
	for (const piece of passage.pieces) {
		if (isRemoved(piece)) isCut = true;
		else {
			pieces.push(isCut ? { ...piece, cut: true } : piece);
			isCut = false;
		}
	}
	return pieces.length === passage.pieces.length
		? passage
		: { ...passage, pieces, ...(isCut ? { cut: true as const } : {}) };
}

/** A definition without its term becomes a paragraph. */
function asParagraph(passage: QuotablePassage): QuotablePassage {
	const isOpen = passage.kind === "definition" && passage.pieces[0]?.kind !== "term";
	return isOpen ? { ...passage, kind: "paragraph" } : passage;
}

/**
 * Whether a piece is a heading, byline or caption: a short line without a sentence's end (shallow text features: Kohlschütter and others
 * 2010).
 */
export function isShortLine({ kind, text }: BlockPiece): boolean {
	return (kind === "prose" || kind === "term") && !endsSentence(text) && wordCountOf([{ text }]) <= lineWordsMax;
}
/** Words. */
const lineWordsMax = 12;

/** Whether a piece is prompt injection. A table row with several sentences and an address is no value: it demands an action. */
function isInjectedPiece({ kind, text }: BlockPiece): boolean {
	const isDemand = kind === "row" && /https?:/u.test(text) && /[.!?]\s+\p{Lu}/u.test(text);
	return isDemand || isInjection(text) || holdsConversationMarkup(text);
}

/** Joins neighbours under one heading, up to `max` words: what one names, the next often describes. */
function joinNeighbours(passages: readonly QuotablePassage[], max: number): QuotablePassage[] {
	const joined: QuotablePassage[] = [];
	for (const one of passages) {
		const last = joined.at(-1);
		const isNext = last && !one.opens && !one.afterLinks && !last.cut;
		const pieces = [...(last?.pieces ?? []), ...one.pieces];
		if (!isNext || wordCountOf(pieces) > max) joined.push(one);
		else
			joined.splice(-1, 1, {
				...one,
				kind: last.kind === one.kind ? one.kind : "paragraph",
				pieces,
				opens: last.opens,
			});
	}
	return joined;
}

/** The passage of a claim if its page's text is not available: only the quote can be shown. */
export function passageOfClaim({ sourceId, start, quote, cell }: Claim): QuotablePassage {
	const kind: BlockPiece["kind"] = cell ? "row" : "prose";
	const pieces: BlockPiece[] = [{ kind, start, end: start + quote.length, text: quote }];
	return { sourceId, kind: cell ? "table" : "paragraph", path: [], pieces, opens: false };
}
