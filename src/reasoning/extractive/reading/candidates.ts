import { cellsOf, type Placed } from "./context.ts";
import { longestQuote, piecesOf } from "./cut.ts";
import { isAddressedToReader, isFurniture, isNoise, isSentence } from "./refuse.ts";
import type { Scored } from "./score.ts";

/** A span of a page that may become a claim. */
export interface Candidate {
	scored: Scored;
	quote: string;
	/** Where it starts in the page's text. */
	start: number;
	/** Of a long sentence, not its beginning. */
	partial: boolean;
}

/** Whether a sentence may be quoted at all: no heading, code, furniture, noise or text for an AI. */
export function isQuotable({ sentence, header, order }: Placed): boolean {
	const { text, kind } = sentence;
	if (kind === "heading" || kind === "code") return false;
	if (isNoise(text) || isFurniture(text) || isAddressedToReader(text)) return false;
	if (kind === "row") return header !== undefined || (order > 0 && /\d/.test(text) && cellsOf(text).length > 1);
	if (kind === "item") return text.split(/\s+/).length >= 4;
	return isSentence(text);
}

/** The spans of a sentence: itself, or its pieces when it is long; with the formula or line that it announces by a colon. */
export function candidatesOf(scored: Scored, all: readonly Placed[], page: string): Candidate[] {
	const { sentence, order } = scored.placed;
	const end = announcedEnd(sentence.text, sentence.end, all[order + 1], sentence.start);
	if (end !== undefined)
		return [{ scored, quote: page.slice(sentence.start, end), start: sentence.start, partial: false }];
	return piecesOf(sentence.text).map((piece) => ({
		scored,
		quote: sentence.text.slice(piece.start, piece.end),
		start: sentence.start + piece.start,
		partial: piece.start > 0,
	}));
}

/** `… is defined as:` is half a thought: what stands right below it completes it, when both are short enough. */
function announcedEnd(text: string, end: number, next: Placed | undefined, start: number): number | undefined {
	if (!/:["”’)]*$/.test(text) || !next || next.sentence.kind === "heading") return undefined;
	const gap = next.sentence.start - end;
	return gap <= 3 && next.sentence.end - start <= longestQuote ? next.sentence.end : undefined;
}
