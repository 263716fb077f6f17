import type { Page } from "../../../evidence/source.ts";
import { passagesIn } from "../../rules/index.ts";

export interface TextSpan {
	start: number;
	end: number;
}

/** A heading with the paragraphs, lists and tables under it. */
export interface PageSection extends TextSpan {
	/** Where its heading ends. */
	body: number;
	parts: PagePart[];
}

/** A paragraph, list or table that is shown whole, or a piece of one that is too long. */
export interface PagePart extends TextSpan {
	section: PageSection;
	/** Spans that are shown with it: the heading, the term of its entry, and the header row for a piece of a table. */
	heads: TextSpan[];
	/** Whether it belongs to an entry of a reference, under a term that the page marks. */
	isEntry: boolean;
}

/** The mean length of a reference's entries, at most. Characters. */
const entryLongest = 2_000;
/** The length of a piece. Characters. */
const pieceLength = 1_000;
/** How far before the end of a piece a place to cut is looked for. Characters. */
const cutReach = 400;

/**
 * The sections of a page in order; together they are its whole text. A page that marks terms all through is a reference, whose parts belong to
 * its entries. `longest`: longer parts are split. Characters.
 */
export function pageSections(
	{ text, kind, marks }: Pick<Page, "text" | "kind" | "marks">,
	longest: number,
): PageSection[] {
	const isReference = marks.filter(({ form }) => form === "term").length * entryLongest >= text.length;
	const passages = passagesIn({ text, kind, ...(isReference ? { marks } : {}) }, "");
	const sections: PageSection[] = [];
	const addPart = (section: PageSection, part: TextSpan, isTable: boolean, term?: TextSpan) => {
		section.end = part.end;
		const own = { section, isEntry: term !== undefined };
		const heads = [{ start: section.start, end: section.body }, ...(term && term.start < part.start ? [term] : [])];
		if (part.end - part.start <= longest) section.parts.push({ ...part, ...own, heads });
		else {
			const opening = term && term.start >= part.start ? [term] : [];
			const rows = isTable ? [{ start: part.start, end: lineEnd(text, part.start) }] : opening;
			for (const piece of splitPart(text, part)) section.parts.push({ ...piece, ...own, heads: [...heads, ...rows] });
		}
	};
	let term: TextSpan | undefined;
	for (const { kind: form, pieces, opens } of passages) {
		const before = sections.at(-1)?.end ?? 0;
		const start = Math.max(before, pieces[0]?.start ?? before);
		const end = Math.max(start, pieces.at(-1)?.end ?? start);
		const open = opens ? undefined : sections.at(-1);
		const section = open ?? { start: before, body: start, end: start, parts: [] };
		if (!open) sections.push(section);
		if (opens) term = undefined;
		if (isReference && form === "definition") {
			const terms = pieces.filter(({ kind: own }) => own === "term");
			term = { start, end: terms.at(-1)?.end ?? start };
		}
		addPart(section, { start, end }, form === "table", term);
	}
	const last = sections.at(-1);
	if (last) last.end = text.length;
	else {
		const whole: PageSection = { start: 0, body: 0, end: 0, parts: [] };
		addPart(whole, { start: 0, end: text.length }, false);
		sections.push(whole);
	}
	return sections;
}

/** Splits a part into whole lines, or sentences of a long line, of about `pieceLength`. */
function splitPart(text: string, { start, end }: TextSpan): TextSpan[] {
	const out: TextSpan[] = [];
	for (let from = start; from < end; ) {
		const to = from + pieceLength >= end ? end : cutBefore(text, from, from + pieceLength);
		out.push({ start: from, end: to });
		from = to;
	}
	return out;
}

/** The end of the last line, sentence or word before a place, not far before it. */
export function cutBefore(text: string, from: number, at: number): number {
	const near = text.slice(Math.max(from + 1, at - cutReach), at);
	const found = [near.lastIndexOf("\n"), near.lastIndexOf(". ") + 1, near.lastIndexOf(" ")].find((one) => one > 0);
	return found === undefined ? at : at - near.length + found;
}

function lineEnd(text: string, from: number): number {
	const end = text.indexOf("\n", from);
	return end < 0 ? text.length : end;
}
