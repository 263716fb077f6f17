import { holdsMarks, isAddressedToReader } from "../../../evidence/addressed.ts";
import type { Claim } from "../../../evidence/claim.ts";
import type { QuestionAnalysis } from "../../../evidence/question.ts";
import type { BlockPiece } from "../../../evidence/report.ts";
import type { Page } from "../../../evidence/source.ts";
import type { WriteInput } from "../../reasoner.ts";
import { type Passage, passagesIn } from "./find.ts";
import { claimsWithin, lengthOf, windowsOf } from "./fit.ts";
import { type Found, type Mode, type Scored, textOf, weighed } from "./score.ts";
import { countsOf, Statistics, sumOf } from "./terms.ts";

/** A passage that answers may be long; of one that is a part of the matter the part is shown. Words. */
const longest: Record<Mode, number> = { place: 200, matter: 90 };
/** Of a broad matter, a shorter passage says too little alone. Words. */
const shortest: Record<Mode, number> = { place: 1, matter: 12 };
/** What asks more than this says little. Share of its sentences. */
const asking = 1 / 3;

/** The passages that may be shown, each with its claims and its worth, in the order of the pages. */
export async function candidatesOf(input: WriteInput, analysis: QuestionAnalysis, mode: Mode): Promise<Scored[]> {
	return weighed(passagesOf(input, analysis, mode), input, analysis, mode);
}

/** The passages of all pages that claims were taken from, each with its claims, in the order of the pages. */
export function passagesOf(input: WriteInput, analysis: QuestionAnalysis, mode: Mode): Found[] {
	const pages = new Map((input.pages ?? []).map((page) => [page.url, page]));
	const query = [...countsOf(analysis.keyWords.join(" ")).keys()];
	const bySource = Map.groupBy(
		input.claims.filter((claim) => claim.class !== "irrelevant"),
		({ sourceId }) => sourceId,
	);
	return input.sources.flatMap((source) => {
		const claims = bySource.get(source.id) ?? [];
		const page = pages.get(source.url);
		const passages =
			page !== undefined && claims.length > 0
				? partsOf(page, source.id, query, { max: longest[mode], digest: analysis.kind === "list" })
				: claims.map(ofClaim).flatMap((one) => windowsOf(one, longest[mode], () => 0));
		return passages
			.map((passage) => ({ passage, claims: claimsWithin(passage, claims), counts: countsOf(textOf(passage)) }))
			.filter(({ passage, claims: own }) => own.length > 0 && lengthOf(passage.pieces) >= shortest[mode])
			.filter(({ passage }) => shareAsked(textOf(passage)) <= asking);
	});
}

/**
 * A page in passages of at most about `max` words, for stems that are asked for. `digest`: headings with their first sentences list what
 * a page says; nothing but a list is answered by them.
 */
export function partsOf(
	page: Page,
	sourceId: string,
	query: readonly string[],
	{ max, digest }: { max: number; digest: boolean },
): Passage[] {
	const whole = together(
		passagesIn(page, sourceId)
			.filter(({ kind }) => digest || kind !== "digest")
			.map(withoutOrders),
		max,
	);
	const known = new Statistics(whole.map((passage) => countsOf(textOf(passage))));
	return whole.flatMap((passage) => windowsOf(passage, max, (text) => known.held(query, countsOf(text))));
}

/** The places of a page that hold most of what is asked (BM25), best first, at most `most`. */
export function bestPlaces(page: Page, query: readonly string[], most: number): { start: number; end: number }[] {
	const parts = partsOf(page, "", query, { max: longest.place, digest: false });
	const counts = parts.map((part) => sumOf([countsOf(textOf(part)), countsOf(part.path.join(" "))]));
	const known = new Statistics(counts);
	return parts
		.map(({ pieces }, at) => ({ pieces, score: known.bm25(query, counts[at] ?? new Map()) }))
		.filter(({ score }) => score > 0)
		.toSorted((a, b) => b.score - a.score)
		.slice(0, most)
		.map(({ pieces }) => ({ start: pieces[0]?.start ?? 0, end: pieces.at(-1)?.end ?? 0 }));
}

/** The share of a text's sentences that ask. */
function shareAsked(text: string): number {
	const ends = text.match(/[.!?…](?=\s|$)/g) ?? [];
	return ends.filter((end) => end === "?").length / Math.max(1, ends.length);
}

/** Without pieces that speak to a program that reads the page; the gap is told. */
function withoutOrders(passage: Passage): Passage {
	const pieces: BlockPiece[] = [];
	let isCut = false;
	for (const piece of passage.pieces) {
		if (speaksToPrograms(piece)) isCut = true;
		else {
			pieces.push(isCut ? { ...piece, cut: true } : piece);
			isCut = false;
		}
	}
	return pieces.length === passage.pieces.length
		? passage
		: { ...passage, pieces, ...(isCut ? { cut: true as const } : {}) };
}

/** A table's cell that goes on in sentences and names an address is no value: it wants something done. */
function speaksToPrograms({ kind, text }: BlockPiece): boolean {
	const wants = kind === "row" && /https?:/u.test(text) && /[.!?]\s+\p{Lu}/u.test(text);
	return wants || isAddressedToReader(text) || holdsMarks(text);
}

/** Neighbours under one heading are read together, up to so many words: what one of them names, the next one tells. */
function together(passages: readonly Passage[], max: number): Passage[] {
	const out: Passage[] = [];
	for (const one of passages) {
		const last = out.at(-1);
		const isNext = last && !one.opens && last.kind !== "digest" && !last.cut;
		const pieces = [...(last?.pieces ?? []), ...one.pieces];
		if (!isNext || lengthOf(pieces) > max) out.push(one);
		else
			out.splice(-1, 1, { ...one, kind: last.kind === one.kind ? one.kind : "paragraph", pieces, opens: last.opens });
	}
	return out;
}

/** Where the page's text is not at hand, a quotation is all that can be shown. */
export function ofClaim({ sourceId, start, quote, cell }: Claim): Passage {
	const kind: BlockPiece["kind"] = cell ? "row" : "prose";
	const pieces: BlockPiece[] = [{ kind, start, end: start + quote.length, text: quote }];
	return { sourceId, kind: cell ? "table" : "paragraph", path: [], pieces, opens: false };
}
