import type { Claim } from "../../../evidence/claim.ts";
import type { QuestionAnalysis } from "../../../evidence/question.ts";
import type { BlockPiece } from "../../../evidence/report.ts";
import { holdsConversationMarkup, isInjection } from "../../../text/injection.ts";
import { endsSentence } from "../../../text/sentences.ts";
import { countTerms, sumCounts, TermStatistics } from "../../../text/term-statistics.ts";
import type { WriteInput } from "../../reasoner.ts";
import { central } from "./central.ts";
import { type Passage, passagesIn } from "./find.ts";
import { claimsWithin, lengthOf, windowsOf } from "./fit.ts";
import { type Found, type Hits, hitsOf, type Mode, type Scored, textOf, weighed } from "./score.ts";

/** Maximum length. A passage that answers may be long. On a broad matter it is a sentence, or several short ones. Words. */
const longest: Record<Mode, number> = { place: 200, matter: 20 };
/** Minimum length. On a broad matter a shorter passage says too little alone. Words. */
const shortest: Record<Mode, number> = { place: 1, matter: 8 };
/** Maximum share of a passage's sentences that are questions. */
const asking = 1 / 3;

/** The material of a report, read once for all its parts. */
export interface Read {
	/** By source: the page's text, and its passages in order. */
	pages: ReadonlyMap<string, { text: string; passages: Passage[] }>;
	hits: Hits;
}

export async function readIn(input: WriteInput): Promise<Read> {
	return { pages: pagesBySource(input), hits: await hitsOf(input) };
}

/**
 * The passages of the pages that have claims. Left out are prompt injection and site boilerplate: text that stands word for word in many
 * pages (template detection: Bar-Yossef and Rajagopalan 2002).
 */
function pagesBySource({ pages = [], sources, claims }: WriteInput): Read["pages"] {
	const byUrl = new Map(pages.map((page) => [page.url, page]));
	const cited = new Set(claims.map(({ sourceId }) => sourceId));
	const read = sources.flatMap(({ id, url }) => {
		const page = cited.has(id) ? byUrl.get(url) : undefined;
		return page ? [{ id, text: page.text, passages: passagesIn(page, id) }] : [];
	});
	const seen = new Map<string, number>();
	for (const { passages } of read)
		for (const text of new Set(passages.flatMap(({ pieces }) => pieces.map((piece) => piece.text))))
			seen.set(text, (seen.get(text) ?? 0) + 1);
	// A bar of links reads as a table of one row. A header that many tables share is no boilerplate.
	const isFurniture = ({ kind, text }: BlockPiece, { length }: readonly BlockPiece[]) =>
		(kind === "prose" || kind === "item" || (kind === "row" && length === 1)) &&
		(seen.get(text) ?? 0) >= Math.max(furnitureMin, read.length / 4);
	const told = (passage: Passage) =>
		without(passage, (piece) => speaksToPrograms(piece) || isFurniture(piece, passage.pieces));
	return new Map(read.map(({ id, text, passages }) => [id, { text, passages: passages.map(told) }]));
}
/** A text counts as boilerplate only if at least this many pages hold it. */
const furnitureMin = 3;

/** The passages that may be shown, each with its claims and its score, in page order. */
export async function candidatesOf(
	input: WriteInput,
	analysis: QuestionAnalysis,
	mode: Mode,
	read: Read,
): Promise<Scored[]> {
	const scored = await weighed(passagesOf(input, mode, read), input, analysis, mode, read.hits);
	return mode === "matter" ? central(scored, analysis.language === "en") : scored;
}

/** The passages of all pages that have claims, each with its claims, in page order, without prompt injection. */
export function passagesOf(input: WriteInput, mode: Mode, read: Pick<Read, "pages">): Found[] {
	const bySource = Map.groupBy(
		input.claims.filter((claim) => claim.class !== "irrelevant"),
		({ sourceId }) => sourceId,
	);
	return input.sources.flatMap(({ id }) => {
		const claims = bySource.get(id) ?? [];
		const passages = read.pages.get(id)?.passages;
		const told = mode === "matter" ? passages?.map((one) => asProse(without(one, isLine))) : passages;
		const parts = told ? partsOf(told, longest[mode]) : claims.map((one) => without(ofClaim(one), speaksToPrograms));
		return parts
			.map((passage) => ({ passage, claims: claimsWithin(passage, claims) }))
			.filter(({ passage, claims: own }) => own.length > 0 && lengthOf(passage.pieces) >= shortest[mode])
			.filter(({ passage }) => shareAsked(textOf(passage)) <= asking)
			.map((one) => ({ ...one, counts: countTerms(textOf(one.passage)) }));
	});
}

/** A page's passages, joined with their neighbours and split into parts of at most about `max` words. */
function partsOf(passages: readonly Passage[], max: number): Passage[] {
	return together(passages, max).flatMap((passage) => windowsOf(passage, max));
}

/** A range of a page. */
export type Place = Pick<BlockPiece, "start" | "end">;

/** The places of a page, given its passages, that match the query best (BM25), best first, at most `most`. */
export function bestPlaces(passages: readonly Passage[], query: readonly string[], most: number): Place[] {
	const parts = partsOf(passages, longest.place);
	const counts = parts.map((part) => sumCounts([countTerms(textOf(part)), countTerms(part.path.join(" "))]));
	const known = new TermStatistics(counts);
	return parts
		.map(({ pieces }, at) => ({ pieces, score: known.bm25(query, counts[at] ?? new Map()) }))
		.filter(({ score }) => score > 0)
		.toSorted((a, b) => b.score - a.score)
		.slice(0, most)
		.map(({ pieces }) => ({ start: pieces[0]?.start ?? 0, end: pieces.at(-1)?.end ?? 0 }));
}

/** The share of a text's sentences that are questions. */
function shareAsked(text: string): number {
	const ends = text.match(/[.!?…](?=\s|$)/g) ?? [];
	return ends.filter((end) => end === "?").length / Math.max(1, ends.length);
}

/** Removes some pieces of a passage. `cut` marks each gap, also if nothing is left. */
function without(passage: Passage, isOut: (piece: BlockPiece) => boolean): Passage {
	const pieces: BlockPiece[] = [];
	let isCut = false;
	for (const piece of passage.pieces) {
		if (isOut(piece)) isCut = true;
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
function asProse(passage: Passage): Passage {
	const isOpen = passage.kind === "definition" && passage.pieces[0]?.kind !== "term";
	return isOpen ? { ...passage, kind: "paragraph" } : passage;
}

/**
 * Whether a piece is a heading, byline or caption: a short line without a sentence's end (shallow text features: Kohlschütter and others
 * 2010).
 */
export function isLine({ kind, text }: BlockPiece): boolean {
	return (kind === "prose" || kind === "term") && !endsSentence(text) && lengthOf([{ text }]) <= lineMost;
}
/** Words. */
const lineMost = 12;

/** Whether a piece is prompt injection. A table row with several sentences and an address is no value: it demands an action. */
function speaksToPrograms({ kind, text }: BlockPiece): boolean {
	const wants = kind === "row" && /https?:/u.test(text) && /[.!?]\s+\p{Lu}/u.test(text);
	return wants || isInjection(text) || holdsConversationMarkup(text);
}

/** Joins neighbours under one heading, up to `max` words: what one names, the next often describes. */
function together(passages: readonly Passage[], max: number): Passage[] {
	const out: Passage[] = [];
	for (const one of passages) {
		const last = out.at(-1);
		const isNext = last && !one.opens && !last.cut;
		const pieces = [...(last?.pieces ?? []), ...one.pieces];
		if (!isNext || lengthOf(pieces) > max) out.push(one);
		else
			out.splice(-1, 1, { ...one, kind: last.kind === one.kind ? one.kind : "paragraph", pieces, opens: last.opens });
	}
	return out;
}

/** The passage of a claim if its page's text is not available: only the quote can be shown. */
export function ofClaim({ sourceId, start, quote, cell }: Claim): Passage {
	const kind: BlockPiece["kind"] = cell ? "row" : "prose";
	const pieces: BlockPiece[] = [{ kind, start, end: start + quote.length, text: quote }];
	return { sourceId, kind: cell ? "table" : "paragraph", path: [], pieces, opens: false };
}
