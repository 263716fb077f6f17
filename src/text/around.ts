import { sentencesIn } from "./sentences.ts";

/** The text around a quote: the start of its sentence; the rest of that sentence and the next one. */
export interface Around {
	before: string;
	after: string;
}

/** Characters of the page that are searched on each side. */
const reach = 800;
/** Maximum characters of each side. */
const longest = 160;

/** The text right before and after the quote at `start` (UTF-16 offset). Both are empty for table rows, list items and headings. */
export function aroundOf(pageText: string, { start, quote }: { start: number; quote: string }): Around {
	const from = Math.max(0, start - reach);
	const end = start + quote.length;
	const near = sentencesIn(pageText.slice(from, end + reach))
		.map((one) => ({ ...one, start: one.start + from, end: one.end + from }))
		.filter(({ kind }) => kind === "prose");
	const own = near.filter((one) => one.start < end && one.end > start);
	const [first, last] = [own.at(0), own.at(-1)];
	if (!first || !last) return { before: "", after: "" };
	const next = near.find((one) => one.start >= last.end && one.block === last.block);
	return {
		before: tail(pageText.slice(Math.min(first.start, start), start)),
		after: head(pageText.slice(end, Math.max(end, next?.end ?? last.end))),
	};
}

function head(text: string): string {
	const line = flat(text);
	return line.length <= longest ? line : `${line.slice(0, longest).replace(/\s\S*$/u, "")} …`;
}

function tail(text: string): string {
	const line = flat(text);
	return line.length <= longest ? line : `… ${line.slice(-longest).replace(/^\S*\s/u, "")}`;
}

/** A text as one line; empty when it holds no letter, such as a full stop or a note mark. */
function flat(text: string): string {
	const line = text.replace(/\s+/gu, " ").trim();
	return /\p{L}/u.test(line) ? line : "";
}
