import type { Claim } from "../../../evidence/claim.ts";
import type { Answer, QuotedBlock } from "../../../evidence/report.ts";
import { sentencesIn } from "../../text/sentences.ts";
import type { Mode, Scored } from "../blocks/score.ts";

/** Claims that a block names, at most: the most relevant. */
const claimsMax = 8;

/**
 * A passage as a block of the report. `answers`: words to mark in the quotes of these claims; whole quotes where there are none. `read`:
 * other stretches of the page to mark.
 */
export function quotedBlock(
	{ passage, claims }: Pick<Scored, "passage" | "claims">,
	answers: ReadonlyMap<string, readonly string[]> = new Map(),
	read: readonly Span[] = [],
): QuotedBlock {
	const { sourceId, kind, path, pieces, cut } = passage;
	const marking = claims.filter(({ id }) => answers.has(id));
	const cited = [...marking, ...claims.filter((one) => !marking.includes(one))].slice(
		0,
		Math.max(claimsMax, marking.length),
	);
	const marks = marking.flatMap((claim) => spansIn(claim, answers.get(claim.id) ?? []));
	return {
		sourceId,
		kind: kind === "digest" ? "list" : kind,
		path,
		pieces,
		marked: withinPieces([...marks, ...read], pieces),
		claimIds: cited.map(({ id }) => id),
		...(cut ? { cut } : {}),
	};
}

/** The sentence, item or row that the reading model finds its answer in, of a passage that may answer. */
export function readMark({ passage, span: place }: Scored): Span[] {
	const piece = place && passage.pieces.find(({ start, end }) => start <= place.start && place.end <= end);
	if (!piece) return [];
	const sentences = sentencesIn(piece.text).map(({ start, end }) => ({
		start: piece.start + start,
		end: piece.start + end,
	}));
	const around = sentences.filter(({ start, end }) => start < place.end && end > place.start);
	return around.length > 0 ? [{ start: around[0]?.start ?? 0, end: around.at(-1)?.end ?? 0 }] : [place];
}

/** What to mark: the words of the answer and of other values, else the best claim of a passage that may answer and was not read. */
export function marksIn({ claims, span }: Scored, answer: Answer | undefined, mode: Mode): Map<string, string[]> {
	if (!answer) {
		const [best] = mode === "place" && !span ? claims : [];
		return new Map(best ? [[best.id, []]] : []);
	}
	const given = [answer, ...answer.alternatives];
	return new Map(given.flatMap(({ text, claimIds }) => claimIds.map((id) => [id, text.split("; ")] as const)));
}

/** Where the words stand in a claim's quote; the whole quote where none of them does. */
function spansIn({ quote, start }: Claim, words: readonly string[]): Span[] {
	const lower = quote.toLowerCase();
	const found = words.flatMap((each) => {
		const at = each === "" ? -1 : lower.indexOf(each.toLowerCase());
		return at < 0 || lower.length !== quote.length ? [] : [{ start: start + at, end: start + at + each.length }];
	});
	return found.length > 0 ? found : [{ start, end: start + quote.length }];
}

interface Span {
	start: number;
	end: number;
}

/** Marks cut at the borders of pieces, ascending, those that overlap made one. A piece that is marked as a whole is not marked. */
function withinPieces(marks: readonly Span[], pieces: QuotedBlock["pieces"]): Span[] {
	const out: Span[] = [];
	const isWhole = (mark: Span) => mark.start <= (pieces[0]?.start ?? 0) && mark.end >= (pieces.at(-1)?.end ?? 0);
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
