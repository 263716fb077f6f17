import type { Claim } from "../../../evidence/claim.ts";
import type { BlockPiece } from "../../../evidence/report.ts";
import { isShortLine, type ReportMaterial } from "./candidates.ts";
import type { QuotablePassage } from "./find-passages.ts";
import type { ScoredPassage } from "./score-passages.ts";
import { claimsWithin, wordCountOf } from "./windows.ts";

/** Maximum words of the likeliest passage with its surroundings. */
export const firstWordsMax = 300;

/** Adds a passage's surroundings, up to `max` words, and the claims there. Its own best claim stays first. */
export function widenPassage(
	one: ScoredPassage,
	{ pages }: ReportMaterial,
	claims: readonly Claim[],
	max: number,
): ScoredPassage {
	const page = pages.get(one.passage.sourceId);
	const passage = page ? withSurroundings(one.passage, page, max, one.explains === true) : one.passage;
	if (passage === one.passage) return one;
	const more = claimsWithin(passage, claims).filter((claim) => !one.claims.includes(claim));
	return { ...one, passage, claims: [...one.claims, ...more] };
}

/**
 * A passage with its surroundings in the page, added in turn after and before it, up to `max` words: the answer often stands next to the
 * text most like the question. Text under another heading brings that heading.
 * @param page its text and its passages, ascending.
 * @param isAlone whether other terms and their explanations stay out, and what stands before it.
 */
function withSurroundings(
	passage: QuotablePassage,
	page: { text: string; passages: readonly QuotablePassage[] },
	max: number,
	isAlone: boolean,
): QuotablePassage {
	const all = page.passages.filter(({ pieces }) => pieces.length > 0);
	const isInside = (one: QuotablePassage) => startOf(one) >= startOf(passage) && endOf(one) <= endOf(passage);
	const first = all.findIndex(isInside);
	const last = all.findLastIndex(isInside);
	// A window of a longer passage is surrounded by that passage.
	const touching = all.filter((one) => startOf(one) < endOf(passage) && endOf(one) > startOf(passage));
	if (first < 0 || passage.cut || touching.length !== last - first + 1) return passage;
	let [from, to] = [first, last + 1];
	const piecesOf = (start: number, end: number) =>
		all
			.slice(start, end)
			.flatMap((one, at) => [...(at > 0 ? headingPieces(page.text, all[start + at - 1], one) : []), ...one.pieces]);
	// The entry before one explains another term.
	const isSibling = (one: QuotablePassage | undefined) => passage.kind === "definition" && one?.kind === "definition";
	const fits = (start: number, end: number) => wordCountOf(piecesOf(start, end)) <= max;
	for (let length = 0; length < to - from; ) {
		length = to - from;
		if (to < all.length && fits(from, to + 1) && !(isAlone && all[to]?.kind === "definition")) to++;
		if (from > 0 && fits(from - 1, to) && !isAlone && !isSibling(all[from - 1])) from--;
	}
	// A line at the edge belongs to something else: `More like this`, `2 comments`.
	while (to - 1 > last && isOnlyShortLines(all[to - 1])) to--;
	while (from < first && isOnlyShortLines(all[from])) from++;
	const shown = all.slice(from, to);
	if (shown.length === last + 1 - first) return passage;
	return {
		...passage,
		kind: shown.every(({ kind }) => kind === shown[0]?.kind) ? passage.kind : "paragraph",
		path: shown[0]?.path ?? passage.path,
		pieces: markGaps(page.text, piecesOf(from, to)),
		opens: shown[0]?.opens ?? false,
		cut: shown.at(-1)?.cut,
	};
}

function isOnlyShortLines(passage: QuotablePassage | undefined): boolean {
	return passage?.pieces.every(isShortLine) === true;
}

/** The headings of a passage that the one before it does not have, if they stand between the two. */
function headingPieces(text: string, before: QuotablePassage | undefined, passage: QuotablePassage): BlockPiece[] {
	let start = before ? endOf(before) : 0;
	return passage.path.flatMap((heading, level): BlockPiece[] => {
		if (heading === "" || before?.path[level] === heading) return [];
		const at = text.slice(start, startOf(passage)).indexOf(heading);
		if (at < 0) return [];
		const piece: BlockPiece = { kind: "term", start: start + at, end: start + at + heading.length, text: heading };
		start = piece.end;
		return [piece];
	});
}

/** Marks each piece that has omitted words before it. */
function markGaps(text: string, pieces: readonly BlockPiece[]): BlockPiece[] {
	return pieces.map((piece, at) => {
		const before = pieces[at - 1];
		const isCut = before !== undefined && /[\p{L}\p{N}]/u.test(text.slice(before.end, piece.start));
		return isCut ? { ...piece, cut: true } : piece;
	});
}

function startOf({ pieces }: QuotablePassage): number {
	return pieces[0]?.start ?? 0;
}

function endOf({ pieces }: QuotablePassage): number {
	return pieces.at(-1)?.end ?? 0;
}
