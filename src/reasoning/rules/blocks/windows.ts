import type { Claim } from "../../../evidence/claim.ts";
import type { BlockPiece } from "../../../evidence/report.ts";
import { sentencesIn } from "../../../text/sentences.ts";
import { wordsIn } from "../../../text/words.ts";
import type { QuotablePassage } from "./find-passages.ts";

/** A sentence that opens with such a word reverses the one before. Neither is shown without the other. English function words. */
const reversalWords = new Set(
	"but however yet although though nevertheless nonetheless instead still conversely otherwise".split(" "),
);

/** The smallest unit that a passage may be cut into: a sentence, an item with its code, a row. */
interface PassagePart {
	pieces: BlockPiece[];
	/** The paragraph that it is a sentence of. */
	of?: BlockPiece | undefined;
}

/**
 * Splits a passage between sentences, items or rows into windows of at most about `max` words. Each window is a passage and keeps the
 * opening (a term, a lead-in, a table's header).
 */
export function passageWindows(passage: QuotablePassage, max: number): QuotablePassage[] {
	if (wordCountOf(passage.pieces) <= max) return [passage];
	const [head, units] = openingAndParts(passage);
	if (units.length < 2) return [passage];
	const wordsLeft = Math.max(max / 3, max - wordCountOf(head));
	const windows: PassagePart[][] = [];
	let words = Number.POSITIVE_INFINITY;
	for (const unit of units) {
		const unitLength = wordCountOf(unit.pieces);
		const fits = words + unitLength <= wordsLeft || (windows.length > 0 && isReversal(unit));
		if (fits) windows.at(-1)?.push(unit);
		else windows.push([unit]);
		words = fits ? words + unitLength : unitLength;
	}
	return windows.map((window) => joinWindow(passage, head, window, units));
}

/** The claims within a passage's pieces, the most relevant first, one per place. */
export function claimsWithin({ pieces, sourceId }: QuotablePassage, claims: readonly Claim[]): Claim[] {
	const runs: { start: number; end: number }[] = [];
	for (const { start, end, cut } of pieces) {
		const last = runs.at(-1);
		// No words stand between adjacent pieces.
		if (last && !cut) last.end = end;
		else runs.push({ start, end });
	}
	const within = claims.filter(
		(one) =>
			one.sourceId === sourceId &&
			runs.some(({ start, end }) => one.start >= start && one.start + one.quote.length <= end),
	);
	const best = within.toSorted((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
	return [...Map.groupBy(best, ({ start, cell }) => `${start} ${cell?.column ?? ""}`).values()].flatMap(
		([first]) => first ?? [],
	);
}

export function wordCountOf(pieces: readonly Pick<BlockPiece, "text">[]): number {
	return pieces.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
}

function isReversal({ pieces }: PassagePart): boolean {
	const [first] = pieces;
	return first?.kind === "prose" && reversalWords.has(wordsIn(first.text.slice(0, 40))[0]?.lower ?? "");
}

/** The opening of a passage, and the units that it may be cut into. */
function openingAndParts({ kind, pieces, headless }: QuotablePassage): [BlockPiece[], PassagePart[]] {
	const [first] = pieces;
	const isHead =
		first?.kind === "term" ||
		(kind === "table" && !headless) ||
		(first?.kind === "prose" && kind !== "paragraph" && /[:：]\s*$/.test(first.text));
	const openingLength = !isHead ? 0 : kind === "table" && !headless && first?.kind === "prose" ? 2 : 1;
	const units: PassagePart[] = [];
	for (const piece of pieces.slice(openingLength)) {
		const last = units.at(-1);
		// Code stays with its step.
		const follows = last && piece.kind === "code" && kind !== "code";
		const parts = piece.kind === "prose" && !follows ? sentencePieces(piece) : [piece];
		for (const part of parts) {
			if (follows) last.pieces.push(part);
			else units.push({ pieces: [part], of: part === piece ? undefined : piece });
		}
	}
	return [pieces.slice(0, openingLength), units];
}

/** The sentences of a piece, as pieces of its kind. */
export function sentencePieces(piece: BlockPiece): BlockPiece[] {
	return sentencesIn(piece.text).map(({ start, end, text }) => ({
		kind: piece.kind,
		start: piece.start + start,
		end: piece.start + end,
		text,
	}));
}

/** A window as a passage that marks what it leaves out. Sentences of one paragraph become one piece again. */
function joinWindow(
	passage: QuotablePassage,
	head: readonly BlockPiece[],
	window: readonly PassagePart[],
	all: readonly PassagePart[],
): QuotablePassage {
	const opens = window[0] === all[0];
	const pieces: BlockPiece[] = [];
	for (const { pieces: own, of } of window)
		for (const piece of own) {
			const last = pieces.at(-1);
			// Code that belongs to a sentence stands after its paragraph.
			if (of && last && last.start >= of.start && piece.end <= of.end)
				pieces.splice(-1, 1, {
					...last,
					end: piece.end,
					text: of.text.slice(last.start - of.start, piece.end - of.start),
				});
			else pieces.push(last || opens ? piece : { ...piece, cut: true });
		}
	const cut = window.at(-1) !== all.at(-1);
	return { ...passage, pieces: [...head, ...pieces], opens: passage.opens && opens, ...(cut ? { cut } : {}) };
}
