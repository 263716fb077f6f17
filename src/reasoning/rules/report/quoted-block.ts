import type { QuotedBlock } from "../../../evidence/report.ts";
import type { PageRange } from "../blocks/candidates.ts";
import type { ScoredPassage } from "../blocks/score-passages.ts";
import { sentencePieces } from "../blocks/windows.ts";

/** Maximum claims that a block names, the most relevant ones. */
const claimsMax = 8;

/** A passage as a block of the report, with marked ranges of its page. */
export function quotedBlock(
	{ passage, claims }: Pick<ScoredPassage, "passage" | "claims">,
	marks: readonly PageRange[] = [],
): QuotedBlock {
	const { sourceId, kind, path, pieces, cut } = passage;
	return {
		sourceId,
		kind,
		path,
		pieces,
		marked: clipMarks(marks, pieces),
		claimIds: claims.slice(0, claimsMax).map(({ id }) => id),
		...(cut ? { cut } : {}),
	};
}

/** The sentence, item or row in which the reading model finds the answer. The best claim if the passage was not read. */
export function answerRanges({ passage, span: place, claims: [best] }: ScoredPassage): PageRange[] {
	if (!place) return best ? [{ start: best.start, end: best.start + best.quote.length }] : [];
	const piece = passage.pieces.find(({ start, end }) => start <= place.start && place.end <= end);
	const overlapping = (piece ? sentencePieces(piece) : []).filter(
		({ start, end }) => start < place.end && end > place.start,
	);
	return [{ start: overlapping[0]?.start ?? place.start, end: overlapping.at(-1)?.end ?? place.end }];
}

/** Marks cut at the borders of pieces, ascending, overlapping ones merged. A mark over all pieces is left out. */
function clipMarks(marks: readonly PageRange[], pieces: QuotedBlock["pieces"]): PageRange[] {
	const out: PageRange[] = [];
	const isWhole = (mark: PageRange) => mark.start <= (pieces[0]?.start ?? 0) && mark.end >= (pieces.at(-1)?.end ?? 0);
	for (const piece of pieces)
		for (const mark of marks.filter((one) => !isWhole(one)).toSorted((a, b) => a.start - b.start || a.end - b.end)) {
			const [start, end] = [Math.max(mark.start, piece.start), Math.min(mark.end, piece.end)];
			const last = out.at(-1);
			if (start >= end || piece.kind === "code") continue;
			if (last && start < last.end) last.end = Math.max(last.end, Math.min(end, piece.end));
			else out.push({ start, end });
		}
	return out;
}
