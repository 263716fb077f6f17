import { holdsMarks, isAddressedToReader } from "../../../evidence/addressed.ts";
import type { Claim } from "../../../evidence/claim.ts";
import type { QuestionAnalysis } from "../../../evidence/question.ts";
import type { BlockPiece } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { type Passage, passagesIn } from "./find.ts";
import { claimsWithin, lengthOf, windowsOf } from "./fit.ts";
import { type Mode, modeOf, type Scored, scored } from "./score.ts";
import { countsOf, Statistics } from "./terms.ts";

/** A passage that answers may be long; of one that is a part of the matter the part is shown. Words. */
const longest: Record<Mode, number> = { place: 220, matter: 80 };

/** Paragraphs under one heading that are shown as one passage are together no longer than this. Words. */
const togetherMax = 220;

/** The passages that may be shown, each with its claims and its worth, in the order of the pages. */
export function candidatesOf(input: WriteInput, analysis: QuestionAnalysis): Scored[] {
	const mode = modeOf(analysis, input.route.shape);
	const pages = new Map((input.pages ?? []).map((page) => [page.url, page]));
	const query = [...countsOf(analysis.keyWords.join(" ")).keys()];
	const bySource = Map.groupBy(
		input.claims.filter((claim) => claim.class !== "irrelevant"),
		({ sourceId }) => sourceId,
	);
	const found = input.sources.flatMap((source) => {
		const claims = bySource.get(source.id) ?? [];
		const page = pages.get(source.url);
		const passages = page && claims.length > 0 ? passagesIn(page, source.id) : claims.map(ofClaim);
		const known = new Statistics(passages.map(({ pieces }) => countsOf(pieces.map(({ text }) => text).join(" "))));
		const worth = (text: string) => known.held(query, countsOf(text));
		const able = mode === "place" ? together(passages) : passages.filter(({ kind }) => kind !== "digest");
		return able
			.map(withoutOrders)
			.flatMap((passage) => windowsOf(passage, longest[mode], worth))
			.map((passage) => ({ passage, claims: claimsWithin(passage, claims) }))
			.filter(({ claims: own }) => own.length > 0);
	});
	return scored(found, input, analysis);
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

/** Short paragraphs under one heading are read together: what one of them names, the next one tells. */
function together(passages: readonly Passage[]): Passage[] {
	const out: Passage[] = [];
	for (const one of passages) {
		const last = out.at(-1);
		const isNext = last?.kind === "paragraph" && one.kind === "paragraph" && !one.opens;
		const pieces = [...(last?.pieces ?? []), ...one.pieces];
		if (last && isNext && lengthOf(pieces) <= togetherMax) out.splice(-1, 1, { ...last, pieces });
		else out.push(one);
	}
	return out;
}

/** Where the page's text is not at hand, a quotation is all that can be shown. */
export function ofClaim({ sourceId, start, quote, cell }: Claim): Passage {
	const kind: BlockPiece["kind"] = cell ? "row" : "prose";
	const pieces: BlockPiece[] = [{ kind, start, end: start + quote.length, text: quote }];
	return { sourceId, kind: cell ? "table" : "paragraph", path: [], pieces, opens: false };
}
