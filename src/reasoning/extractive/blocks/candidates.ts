import { holdsMarks, isAddressedToReader } from "../../../evidence/addressed.ts";
import type { Claim } from "../../../evidence/claim.ts";
import type { QuestionAnalysis } from "../../../evidence/question.ts";
import type { BlockPiece } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { type Passage, passagesIn } from "./find.ts";
import { claimsWithin, lengthOf, windowsOf } from "./fit.ts";
import { type Found, type Mode, type Scored, textOf, weighed } from "./score.ts";
import { countsOf, Statistics } from "./terms.ts";

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
		const isWhole = page !== undefined && claims.length > 0;
		// Headings with their first sentences list what a page says; nothing else is answered by them.
		const passages = isWhole
			? together(
					passagesIn(page, source.id)
						.filter(({ kind }) => kind !== "digest" || analysis.kind === "list")
						.map(withoutOrders),
					longest[mode],
				)
			: claims.map(ofClaim);
		const known = new Statistics(passages.map(({ pieces }) => countsOf(pieces.map(({ text }) => text).join(" "))));
		const worth = (text: string) => known.held(query, countsOf(text));
		return passages
			.flatMap((passage) => windowsOf(passage, longest[mode], worth))
			.map((passage) => ({ passage, claims: claimsWithin(passage, claims), counts: countsOf(textOf(passage)) }))
			.filter(({ passage, claims: own }) => own.length > 0 && lengthOf(passage.pieces) >= shortest[mode])
			.filter(({ passage }) => shareAsked(textOf(passage)) <= asking);
	});
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
