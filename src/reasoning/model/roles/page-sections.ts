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
	/** Spans that are shown with it: the heading, and the header row for a piece of a table. */
	heads: TextSpan[];
}

/** The length of a piece. Characters. */
const pieceLength = 1_000;
/** How far before the end of a piece a place to cut is looked for. Characters. */
const cutReach = 400;

/** The sections of a page in order; together they are its whole text. `longest`: longer parts are split. Characters. */
export function pageSections({ text, kind }: Pick<Page, "text" | "kind">, longest: number): PageSection[] {
	const passages = passagesIn({ text, kind }, "");
	const sections: PageSection[] = [];
	const addPart = (section: PageSection, part: TextSpan, isTable: boolean) => {
		section.end = part.end;
		const heads = [{ start: section.start, end: section.body }];
		if (part.end - part.start <= longest) section.parts.push({ ...part, section, heads });
		else {
			const rows = isTable ? [{ start: part.start, end: lineEnd(text, part.start) }] : [];
			for (const piece of splitPart(text, part)) section.parts.push({ ...piece, section, heads: [...heads, ...rows] });
		}
	};
	for (const { kind: form, pieces, opens } of passages) {
		const before = sections.at(-1)?.end ?? 0;
		const start = Math.max(before, pieces[0]?.start ?? before);
		const end = Math.max(start, pieces.at(-1)?.end ?? start);
		const open = opens ? undefined : sections.at(-1);
		const section = open ?? { start: before, body: start, end: start, parts: [] };
		if (!open) sections.push(section);
		addPart(section, { start, end }, form === "table");
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
