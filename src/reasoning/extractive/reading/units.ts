import { holdsMarks, isAddressedToReader, isOrder } from "../../../evidence/addressed.ts";
import { quantitiesIn } from "../../../evidence/numbers.ts";
import type { Page } from "../../../evidence/source.ts";
import type { Sentence } from "../../text/sentences.ts";
import { isNoise, saysSomething } from "./sound.ts";

/** The smallest part of a page that may become a claim: a sentence, an item, a row, a labelled value; with what stands around it. */
export interface Unit {
	kind: "prose" | "item" | "row" | "pair" | "code" | "heading";
	/** `page.text.slice(start, end) === text`. */
	text: string;
	start: number;
	end: number;
	/** The headings above it, outermost first. */
	path: readonly string[];
	/** The term that it explains, of a list of definitions: `max_connections (integer)`. */
	term?: string | undefined;
	/** Of a row, its table's header cells. */
	header?: readonly string[] | undefined;
	/** The paragraph it stands in. */
	block: number;
	/** Its place among the page's units, counted from 0. */
	order: number;
	/** How often the page says these very words. */
	repeats: number;
}

/** A term's line is no longer than this, and its explanation has at most so many sentences. */
const termLength = 90;
const explanationSentences = 24;
/** A labelled value is no longer than this. Characters. */
const valueLength = 120;

export function cellsOf(row: string): string[] {
	const bare = row.trim().replace(/^\||\|$/g, "");
	return (bare.includes("|") ? bare.split("|") : bare.split("\t")).map((cell) => cell.trim());
}

/** A short line without an end, with its explanation, or a second term that shares it, right below. */
function isTerm({ text, kind, block, end }: Sentence, next: Sentence | undefined): boolean {
	if (kind !== "prose" || text.length > termLength || text.includes("\n") || /[.!?:;,]["”’)]*$/.test(text))
		return false;
	if (/[=<>]/.test(text.replace(/\([^)]*\)/g, ""))) return false;
	return !!next && next.block !== block && next.kind !== "row" && next.kind !== "heading" && next.start - end <= 2;
}

/** `Length: 244 m`: one line, a label and a value that is no sentence. */
function isPair(text: string): boolean {
	return text.length <= valueLength && /^(?:[-*•]\s)?\p{L}[^:\n.!?]{1,68}:\s+(?!.*[.!?]\s+\p{Lu})\S/u.test(text);
}

/** The units of a page's sentences, in order. A value that stands below its term is one unit with it. */
export function unitsOf(sentences: readonly Sentence[], page: Pick<Page, "text">): Unit[] {
	const said = new Map<string, number>();
	for (const { text } of sentences) said.set(text, (said.get(text) ?? 0) + 1);
	let term: Sentence | undefined;
	let header: { cells: string[]; block: number } | undefined;
	let alone = 0;
	return sentences.map((sentence, order): Unit => {
		const { text, start, end, kind, headings, block } = sentence;
		const before = sentences[order - 1];
		const unit: Unit = { kind, text, start, end, path: headings, block, order, repeats: said.get(text) ?? 1 };
		if (kind === "row") {
			const cells = cellsOf(text);
			if (!header || before?.kind !== "row") header = { cells, block };
			const own = header.block === block || header.cells.length !== cells.length;
			return own ? unit : { ...unit, header: header.cells };
		}
		const section = headings.at(-1);
		if (term && before === term && kind === "prose" && isBareValue(text))
			return { ...unit, kind: "pair", start: term.start, text: page.text.slice(term.start, end), term: term.text };
		if (isTerm(sentence, sentences[order + 1])) {
			term = sentence;
			alone = 0;
		} else if (term && (section !== term.headings.at(-1) || ++alone > explanationSentences)) term = undefined;
		if (isPair(text)) return { ...unit, kind: "pair" };
		return term && term !== sentence ? { ...unit, term: term.text } : unit;
	});
}

/** A date or an amount with hardly a word beside it. */
function isBareValue(text: string): boolean {
	const [first] = text.length <= valueLength && !text.includes("\n") ? quantitiesIn(text) : [];
	return first !== undefined && (text.replace(first.text, "").match(/\p{L}{2,}/gu)?.length ?? 0) <= 2;
}

/** What is longer is no sentence that anybody wrote. Characters. */
const longestUnit = 1200;

/** Whether a unit may be quoted at all: nothing that is noise, an order, or speaks to a program, no heading. */
export function isQuotable(unit: Unit, { tables = [] }: Pick<Page, "tables">): boolean {
	const { kind, text, header, order } = unit;
	if (kind === "code" || kind === "heading" || text.length > longestUnit || isNoise(unit)) return false;
	if (isAddressedToReader(text) || holdsMarks(text) || isOrder(text)) return false;
	if (kind === "row")
		return header !== undefined || (tables.length === 0 && order > 0 && /\d/.test(text) && cellsOf(text).length === 2);
	return saysSomething(text, kind);
}

/** With its neighbours a quotation is no longer than this, or so long with a sentence that turns its meaning. Characters. */
const longestQuote = 400;
const longestTurned = 700;
/** White space between an announcement and what it announces, and between items. Characters. */
const gapMax = 3;

/** A sentence that turns the meaning of the one before it. */
const contrast =
	/^["“‘'(]*(?:however|but|yet|nevertheless|nonetheless|although|instead|rather|conversely|on the contrary|by contrast|in contrast|in fact|in reality|actually|even so|still,|that said|unfortunately)\b/iu;

/** A span of a page that may become a claim. */
export interface Span {
	unit: Unit;
	quote: string;
	start: number;
	/** What follows turns its meaning, and could not be taken along. */
	turned: boolean;
}

/** A unit with the line or list that it announces by a colon, or with the sentence after it that turns its meaning. */
export function spanOf(unit: Unit, all: readonly Unit[], page: string): Span {
	const { start, end, order, block } = unit;
	const span = (from: number, to: number, turned = false): Span => ({
		unit,
		quote: page.slice(from, to),
		start: from,
		turned,
	});
	const announced = announcedEnd(unit, all);
	if (announced !== undefined) return span(start, announced);
	const after = all[order + 1];
	const isTurned = after !== undefined && after.block === block && contrast.test(after.text);
	return isTurned && after.end - start <= longestTurned ? span(start, after.end) : span(start, end, isTurned);
}

/** `… is defined as:` is half a thought: the line, or all the items, right below complete it when they are short enough. */
function announcedEnd({ text, start, end: own, order }: Unit, all: readonly Unit[]): number | undefined {
	if (!/:["”’)]*$/.test(text)) return undefined;
	let end: number | undefined;
	for (let at = order + 1; at < all.length; at++) {
		const next = all[at];
		if (!next || next.kind === "heading" || next.start - (end ?? own) > gapMax) break;
		if (at > order + 1 && next.kind !== "item") break;
		if (next.end - start > longestQuote) return undefined;
		end = next.end;
		if (next.kind !== "item") break;
	}
	return end;
}
