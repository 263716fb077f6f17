import type { QuotedBlock } from "../../../evidence/report.ts";
import type { PageRange } from "../blocks/candidates.ts";
import type { ScoredPassage } from "../blocks/score-passages.ts";
import { sentencePieces } from "../blocks/windows.ts";
import { answerRow, isOutdone } from "./answer-row.ts";
import { answerSentence } from "./answer-sentence.ts";

/** Maximum claims that a block names, the most relevant ones. */
const claimsMax = 8;

/** A passage as a block of the report, with marked ranges of its page. */
export function quotedBlock(
	{ passage, claims }: Pick<ScoredPassage, "passage" | "claims">,
	marks: readonly PageRange[] = [],
): QuotedBlock {
	const { sourceId, kind, path, pieces, cut, headless } = passage;
	return {
		sourceId,
		kind,
		path,
		pieces,
		marked: clipMarks(marks, pieces),
		claimIds: claims.slice(0, claimsMax).map(({ id }) => id),
		...(cut ? { cut } : {}),
		...(headless ? { headless } : {}),
	};
}

/**
 * The sentence, item or row in which the reading model finds the answer. The best claim if the passage was not read. In a table, the row
 * that the question asks for; if none clearly is, nothing. An item of a list is none if another one fits better. A sentence that another one
 * outdoes gives way to it (`answerSentence`).
 */
export function answerRanges(one: ScoredPassage, question: string, title: string): PageRange[] {
	const { passage, span, claims } = one;
	const place = span ?? (claims[0] && { start: claims[0].start, end: claims[0].start + claims[0].quote.length });
	if (!place) return [];
	const at = passage.pieces.findIndex(({ start, end }) => start < place.end && place.start < end);
	if (passage.pieces[at]?.kind === "row") {
		const row = answerRow(tableAround(passage.pieces, at), question, [title, ...passage.path].join("\n"));
		return row ? [{ start: row.start, end: row.end }] : [];
	}
	if (isOutdone(passage.pieces, at, question)) return [];
	const sentence = answerSentence(passage.pieces, place, question, [title, ...passage.path].join("\n"));
	if (sentence?.isUnfit) return [];
	const isMoved = sentence && (sentence.end <= place.start || sentence.start >= place.end);
	if (sentence && (span || isMoved)) return [{ start: sentence.start, end: sentence.end }];
	if (!span) return [place];
	const piece = passage.pieces.find(({ start, end }) => start <= place.start && place.end <= end);
	const overlapping = (piece ? sentencePieces(piece) : []).filter(
		({ start, end }) => start < place.end && end > place.start,
	);
	return [{ start: overlapping[0]?.start ?? place.start, end: overlapping.at(-1)?.end ?? place.end }];
}

/** Whether the sentence in which the answer is found cannot be it: see `AnswerSentence`. */
export function isUnfitAnswer(one: ScoredPassage, question: string, title: string): boolean {
	const { passage, span, claims } = one;
	const place = span ?? (claims[0] && { start: claims[0].start, end: claims[0].start + claims[0].quote.length });
	const isRow = passage.pieces.some(
		({ kind, start, end }) => kind === "row" && place && start < place.end && place.start < end,
	);
	if (!place || isRow) return false;
	return answerSentence(passage.pieces, place, question, [title, ...passage.path].join("\n"))?.isUnfit === true;
}

/** The rows of one table: those without other pieces between them. */
function tableAround(pieces: QuotedBlock["pieces"], at: number): QuotedBlock["pieces"] {
	const before = pieces.findLastIndex(({ kind }, index) => index < at && kind !== "row");
	const after = pieces.findIndex(({ kind }, index) => index > at && kind !== "row");
	return pieces.slice(before + 1, after < 0 ? pieces.length : after);
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
