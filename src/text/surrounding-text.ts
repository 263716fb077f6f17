import { sentencesIn } from "./sentences.ts";

/** The text around a quote: the start of its sentence; the rest of that sentence and the next one. */
export interface SurroundingText {
	before: string;
	after: string;
}

/** Characters of the page that are searched on each side. */
const searchedCharacters = 800;
/** Maximum characters of each side. */
const shownCharacters = 160;

/** The text right before and after the quote at `start` (UTF-16 offset). Both are empty for table rows, list items and headings. */
export function surroundingTextOf(
	pageText: string,
	{ start, quote }: { start: number; quote: string },
): SurroundingText {
	const from = Math.max(0, start - searchedCharacters);
	const end = start + quote.length;
	const nearbySentences = sentencesIn(pageText.slice(from, end + searchedCharacters))
		.map((one) => ({ ...one, start: one.start + from, end: one.end + from }))
		.filter(({ kind }) => kind === "prose");
	const quoteSentences = nearbySentences.filter((one) => one.start < end && one.end > start);
	const [first, last] = [quoteSentences.at(0), quoteSentences.at(-1)];
	if (!first || !last) return { before: "", after: "" };
	const next = nearbySentences.find((one) => one.start >= last.end && one.block === last.block);
	return {
		before: cutStart(pageText.slice(Math.min(first.start, start), start)),
		after: cutEnd(pageText.slice(end, Math.max(end, next?.end ?? last.end))),
	};
}

function cutEnd(text: string): string {
	const line = asLine(text);
	return line.length <= shownCharacters ? line : `${line.slice(0, shownCharacters).replace(/\s\S*$/u, "")} …`;
}

function cutStart(text: string): string {
	const line = asLine(text);
	return line.length <= shownCharacters ? line : `… ${line.slice(-shownCharacters).replace(/^\S*\s/u, "")}`;
}

/** A text as one line; empty when it holds no letter, such as a full stop or a note mark. */
function asLine(text: string): string {
	const line = text.replace(/\s+/gu, " ").trim();
	return /\p{L}/u.test(line) ? line : "";
}
