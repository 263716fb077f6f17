import type { Claim } from "../../../evidence/claim.ts";
import type { BlockPiece } from "../../../evidence/report.ts";
import { sentencesIn } from "../../../text/sentences.ts";
import { wordsIn } from "../../../text/words.ts";
import type { Passage } from "./find.ts";

/** A sentence that opens with such a word reverses the one before. Neither is shown without the other. English function words. */
const turns = new Set(
	"but however yet although though nevertheless nonetheless instead still conversely otherwise".split(" "),
);

/** The smallest unit that a passage may be cut into: a sentence, an item with its code, a row. */
interface Unit {
	pieces: BlockPiece[];
	/** The paragraph that it is a sentence of. */
	of?: BlockPiece | undefined;
}

/**
 * Splits a passage between sentences, items or rows into windows of at most about `max` words. Each window is a passage and keeps the
 * opening (a term, a lead-in, a table's header).
 */
export function windowsOf(passage: Passage, max: number): Passage[] {
	if (lengthOf(passage.pieces) <= max) return [passage];
	const [head, units] = unitsOf(passage);
	if (units.length < 2) return [passage];
	const room = Math.max(max / 3, max - lengthOf(head));
	const windows: Unit[][] = [];
	let words = Number.POSITIVE_INFINITY;
	for (const unit of units) {
		const own = lengthOf(unit.pieces);
		const fits = words + own <= room || (windows.length > 0 && isTurn(unit));
		if (fits) windows.at(-1)?.push(unit);
		else windows.push([unit]);
		words = fits ? words + own : own;
	}
	return windows.map((window) => joined(passage, head, window, units));
}

/** The claims within a passage's pieces, the most relevant first, one per place. */
export function claimsWithin({ pieces, sourceId }: Passage, claims: readonly Claim[]): Claim[] {
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

export function lengthOf(pieces: readonly Pick<BlockPiece, "text">[]): number {
	return pieces.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
}

function isTurn({ pieces }: Unit): boolean {
	const [first] = pieces;
	return first?.kind === "prose" && turns.has(wordsIn(first.text.slice(0, 40))[0]?.lower ?? "");
}

/** The opening of a passage, and the units that it may be cut into. */
function unitsOf({ kind, pieces }: Passage): [BlockPiece[], Unit[]] {
	const [first] = pieces;
	const isHead =
		first?.kind === "term" ||
		kind === "table" ||
		(first?.kind === "prose" && kind !== "paragraph" && /[:：]\s*$/.test(first.text));
	const until = !isHead ? 0 : kind === "table" && first?.kind === "prose" ? 2 : 1;
	const units: Unit[] = [];
	for (const piece of pieces.slice(until)) {
		const last = units.at(-1);
		// Code stays with its step.
		const follows = last && piece.kind === "code" && kind !== "code";
		const parts = piece.kind === "prose" && !follows ? sentencesOf(piece) : [piece];
		for (const part of parts) {
			if (follows) last.pieces.push(part);
			else units.push({ pieces: [part], of: part === piece ? undefined : piece });
		}
	}
	return [pieces.slice(0, until), units];
}

/** The sentences of a piece, as pieces of its kind. */
export function sentencesOf(piece: BlockPiece): BlockPiece[] {
	return sentencesIn(piece.text).map(({ start, end, text }) => ({
		kind: piece.kind,
		start: piece.start + start,
		end: piece.start + end,
		text,
	}));
}

/** A window as a passage that marks what it leaves out. Sentences of one paragraph become one piece again. */
function joined(passage: Passage, head: readonly BlockPiece[], window: readonly Unit[], all: readonly Unit[]): Passage {
	const opens = window[0] === all[0];
	const pieces: BlockPiece[] = [];
	for (const { pieces: own, of } of window)
		for (const piece of own) {
			const last = pieces.at(-1);
			if (of && last && last.start >= of.start)
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
