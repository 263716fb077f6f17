import { holdsMarks, isAddressedToReader, isOrder } from "../../../evidence/addressed.ts";
import { isOfThose } from "../language/partitive.ts";
import { cellsOf, type Placed } from "./context.ts";
import { longestQuote, piecesOf } from "./cut.ts";
import { isFurniture, isNoise, isSentence } from "./refuse.ts";
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

/** Whether a sentence may be quoted at all: no heading, code, furniture, noise, order or text for a program. */
export function isQuotable({ sentence, header, order }: Placed): boolean {
	const { text, kind } = sentence;
	if (kind === "heading" || kind === "code") return false;
	if (isNoise(text) || isFurniture(text) || isAddressedToReader(text) || holdsMarks(text) || isOrder(text))
		return false;
	if (kind === "row") return header !== undefined || (order > 0 && /\d/.test(text) && cellsOf(text).length > 1);
	if (kind === "item") return text.split(/\s+/).length >= 4;
	return isSentence(text);
}

/** The spans of a sentence: itself, or its pieces when it is long; with the formula or line that it announces by a colon. */
export function candidatesOf(scored: Scored, all: readonly Placed[], page: string): Candidate[] {
	const { sentence } = scored.placed;
	const end = announcedEnd(scored.placed, all);
	if (end !== undefined)
		return [{ scored, quote: page.slice(sentence.start, end), start: sentence.start, partial: false }];
	const from = antecedentStart(scored.placed, all);
	if (from !== undefined) return [{ scored, quote: page.slice(from, sentence.end), start: from, partial: false }];
	return piecesOf(sentence.text).map((piece) => ({
		scored,
		quote: sentence.text.slice(piece.start, piece.end),
		start: sentence.start + piece.start,
		partial: piece.start > 0,
	}));
}

/** `Five of them stopped` is quoted with the sentence that says of whom; undefined for any other sentence. */
function antecedentStart({ sentence, order }: Placed, all: readonly Placed[]): number | undefined {
	const before = all[order - 1];
	if (before?.sentence.kind !== "prose" || !isOfThose(sentence.text) || !isQuotable(before)) return undefined;
	const near = sentence.start - before.sentence.end <= gapMax && before.sentence.block === sentence.block;
	return near && sentence.end - before.sentence.start <= longestQuote ? before.sentence.start : undefined;
}

/**
 * `… is defined as:` is half a thought: what stands right below it completes it, when both are short enough: a line, or all
 * the items of a list.
 */
function announcedEnd({ sentence, order }: Placed, all: readonly Placed[]): number | undefined {
	if (!/:["”’)]*$/.test(sentence.text)) return undefined;
	let end: number | undefined;
	for (let at = order + 1; at < all.length; at++) {
		const next = all[at]?.sentence;
		if (!next || next.kind === "heading" || next.start - (end ?? sentence.end) > gapMax) break;
		// Nor is what a program prints: `WARNING:  database …`.
		if (/^\p{Lu}{3,}:/u.test(next.text) || (at > order + 1 && next.kind !== "item")) break;
		// A list that does not fit is left to its items.
		if (next.end - sentence.start > longestQuote) return undefined;
		end = next.end;
		if (next.kind !== "item") break;
	}
	return end;
}
/** White space between an announcement and what it announces, and between items. Characters. */
const gapMax = 3;
