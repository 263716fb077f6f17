import type { Claim } from "../evidence/claim.ts";
import type { BlockPiece, QuotedBlock } from "../evidence/report.ts";
import { contentStems } from "../text/words.ts";

type Range = Pick<BlockPiece, "start" | "end">;

/**
 * The words of a passage that stand for `part`: those that are marked, or else its claim that shares most words with the part, under their
 * heading. The passage itself, without a change, if no claim lies there. Prose is cut to them. An item stays whole, and so does a table.
 */
export function blockExcerpt(block: QuotedBlock, part: string, claims: readonly Claim[]): QuotedBlock {
	const held = claims.filter(({ id }) => block.claimIds.includes(id));
	const ranges = block.marked.length > 0 ? block.marked : nearestOf(held, part).map(rangeOf);
	const isHit = (piece: BlockPiece) => ranges.some((range) => isOverlapping(range, piece));
	const runs = runsOf(block.pieces);
	const kept = runs.map((run) =>
		run.flatMap((piece) => {
			if (piece.kind === "prose") return ranges.filter((one) => isOverlapping(one, piece)).map(clipTo(piece));
			return isHit(piece) || (piece.kind === "row" && run.some(isHit)) ? [piece] : [];
		}),
	);
	// A heading or a term belongs to all that follows it, up to the next one.
	const headed = new Set(
		kept.map((run, at) => (run.length > 0 ? runs.findLastIndex((one, i) => i < at && one[0]?.kind === "term") : -1)),
	);
	const pieces = kept
		.flatMap((run, at) => (run.length === 0 && headed.has(at) ? (runs[at] ?? []) : run))
		.map(({ cut, ...piece }, at, all) => {
			const before = all[at - 1];
			const isGap = before && (cut || block.pieces.some((one) => one.start < piece.start && before.end < one.end));
			return isGap ? { ...piece, cut: true as const } : piece;
		});
	// What is marked may be a claim on another sub-question, which the block does not name.
	const ofPage = claims.filter(({ sourceId }) => sourceId === block.sourceId);
	const [within = []] = [held, ofPage]
		.map((some) => some.filter((claim) => pieces.some((piece) => isWithin(rangeOf(claim), piece))))
		.filter(({ length }) => length > 0);
	if (within.length === 0) return block;
	const { cut: _cut, ...whole } = block;
	return {
		...whole,
		path: pieces[0]?.kind === "term" && block.kind !== "definition" ? outermost(block.path) : block.path,
		pieces,
		// A mark over all of it tells nothing.
		marked: pieces.every((piece) => block.marked.some((mark) => isWithin(piece, mark))) ? [] : block.marked,
		claimIds: within.map(({ id }) => id),
	};
}

/** The claim that shares most words with the part, if there is one. A word that many of them hold counts less. */
function nearestOf(claims: readonly Claim[], part: string): Claim[] {
	const stems = claims.map(({ quote }) => new Set(contentStems(quote)));
	const weights = [...new Set(contentStems(part))].map((stem) => {
		return [stem, 1 / Math.max(1, stems.filter((one) => one.has(stem)).length)] as const;
	});
	const shared = stems.map((one) => weights.reduce((sum, [stem, weight]) => sum + (one.has(stem) ? weight : 0), 0));
	return claims.filter((_, at) => shared[at] === Math.max(...shared)).slice(0, 1);
}

/** The pieces in stretches: the rows of one table, the headings that follow each other, and each other piece alone. */
function runsOf(pieces: readonly BlockPiece[]): BlockPiece[][] {
	const runs: BlockPiece[][] = [];
	for (const piece of pieces) {
		const last = runs.at(-1);
		if (last && last[0]?.kind === piece.kind && (piece.kind === "row" || piece.kind === "term")) last.push(piece);
		else runs.push([piece]);
	}
	return runs;
}

/** The heading that also holds for a later part of the passage, which has its own below it. */
function outermost(path: readonly string[]): string[] {
	return path.length > 1 ? path.slice(0, 1) : [];
}

function rangeOf({ start, quote }: Claim): Range {
	return { start, end: start + quote.length };
}

function isOverlapping(a: Range, b: Range): boolean {
	return a.start < b.end && b.start < a.end;
}

function isWithin(inner: Range, outer: Range): boolean {
	return outer.start <= inner.start && inner.end <= outer.end;
}

function clipTo(piece: BlockPiece): (range: Range) => BlockPiece {
	return (range) => {
		const [start, end] = [Math.max(range.start, piece.start), Math.min(range.end, piece.end)];
		return { ...piece, start, end, text: piece.text.slice(start - piece.start, end - piece.start) };
	};
}
