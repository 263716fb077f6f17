import { sentencesIn } from "./sentences.ts";

/** What stands before a quote in its sentence, and what follows it: the rest of the sentence and the next one. */
export interface Around {
	before: string;
	after: string;
}

/** Characters that are looked at on each side. */
const reach = 800;
/** Characters of each side. */
const longest = 240;

/** What a page says right before and after the quote at `start` (UTF-16). Table rows, items and headings have no neighbours. */
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

/** One line; what is no more than a full stop or a mark of a note says nothing. */
function flat(text: string): string {
	const line = text.replace(/\s+/gu, " ").trim();
	return /\p{L}/u.test(line) ? line : "";
}
