import type { Page } from "../../../evidence/source.ts";
import { holdsConversationMarkup, isInjection, isInstruction } from "../../../text/injection.ts";
import { endsSentence } from "../../../text/sentences.ts";
import type { QuotablePassage } from "../blocks/find-passages.ts";
import { sentencePieces } from "../blocks/windows.ts";

/** The smallest part of a page that may become a claim, with its context: a sentence, an item, a row, a labelled value. */
export interface ClaimUnit {
	kind: "prose" | "item" | "row" | "pair" | "code";
	/** `page.text.slice(start, end) === text`. */
	text: string;
	start: number;
	end: number;
	/** The headings above it, outermost first. */
	path: readonly string[];
	/** Of a definition, the term that it explains: `max_connections (integer)`; several are joined by commas. */
	term?: string | undefined;
	/** Of a term with its value, where in its text the value begins. */
	valueFrom?: number | undefined;
	/** Of a row, its table's header cells; empty if the table has none. */
	header?: readonly string[] | undefined;
	/** The index of its passage, from 0. */
	block: number;
	/** Its index among the page's units, from 0. */
	order: number;
	/** How often the page holds the same text. */
	repeats: number;
}

/** A unit before the page's other units are known. */
type PassageUnit = Omit<ClaimUnit, "order" | "repeats">;

/** Maximum length of a labelled value. Characters. */
const valueLengthMax = 120;

export function splitRow(row: string): string[] {
	const bare = row.trim().replace(/^\||\|$/g, "");
	return (bare.includes("|") ? bare.split("|") : bare.split("\t")).map((cell) => cell.trim());
}

/** Whether a text is one line of a label and a value that is no sentence: `Length: 244 m`. */
function isLabelledValue(text: string): boolean {
	return text.length <= valueLengthMax && /^(?:[-*•]\s)?\p{L}[^:\n.!?]{1,68}:\s+(?!.*[.!?]\s+\p{Lu})\S/u.test(text);
}

/** The units of a page's passages, in order. `page`: its text. A value below its term forms one unit with it. */
export function claimUnitsIn(passages: readonly QuotablePassage[], page: string): ClaimUnit[] {
	const units = passages.flatMap((passage, block) => passageUnits(passage, block, page));
	const textCounts = new Map<string, number>();
	for (const { text } of units) textCounts.set(text, (textCounts.get(text) ?? 0) + 1);
	return units.map((unit, order) => ({ ...unit, order, repeats: textCounts.get(unit.text) ?? 1 }));
}

function passageUnits({ pieces, path, headless }: QuotablePassage, block: number, page: string): PassageUnit[] {
	const terms = pieces.slice(
		0,
		Math.max(
			0,
			pieces.findIndex(({ kind }) => kind !== "term"),
		),
	);
	const [first] = terms;
	const term = first && { start: first.start, text: terms.map(({ text }) => text.replace(/:{2,4}$/, "")).join(", ") };
	const headerRow = headless ? undefined : pieces.find(({ kind }) => kind === "row");
	const header = headerRow && splitRow(headerRow.text);
	return pieces.flatMap((piece): PassageUnit[] => {
		const { kind, start, end, text } = piece;
		if (kind === "term") return [];
		if (kind === "code") return [{ kind, text, start, end, path, block }];
		if (kind === "row") {
			const isUnder = piece !== headerRow && splitRow(text).length === header?.length;
			return [{ kind, text, start, end, path, block, ...(headless ? { header: [] } : isUnder ? { header } : {}) }];
		}
		const isBelowTerm = piece === pieces[terms.length];
		if (term && isBelowTerm && text.length <= valueLengthMax && !endsSentence(text) && !text.includes("\n"))
			return [
				{
					kind: "pair" as const,
					text: page.slice(term.start, end),
					start: term.start,
					end,
					path,
					block,
					term: term.text,
					valueFrom: start - term.start,
				},
			];
		return sentencePieces(piece).map((one) => ({
			...{ text: one.text, start: one.start, end: one.end, path, block, ...(term ? { term: term.text } : {}) },
			kind: isLabelledValue(one.text) ? "pair" : kind,
		}));
	});
}

/** A longer text is no sentence that anybody wrote. Characters. */
const unitLengthMax = 1200;

/** Whether a unit may be quoted: no noise, no instruction, no prompt injection. */
export function isQuotable(unit: ClaimUnit, { tables = [] }: Pick<Page, "tables">): boolean {
	const { kind, text, header, order } = unit;
	if (kind === "code" || text.length > unitLengthMax || isNoise(unit)) return false;
	if (isInjection(text) || holdsConversationMarkup(text) || isInstruction(text)) return false;
	// An entry without a header says something only if it holds a name and more.
	if (kind === "row" && header?.length === 0)
		return splitRow(text).filter(Boolean).length > 1 && isStatement(text, "item");
	if (kind === "row")
		return header !== undefined || (tables.length === 0 && order > 0 && /\d/.test(text) && splitRow(text).length === 2);
	return isStatement(text, kind);
}

/** Maximum length of a quote with its neighbours, and with a sentence that reverses its meaning. Characters. */
const quoteLengthMax = 400;
const reversedQuoteLengthMax = 700;
/** A sentence that reverses the meaning of the one before it. */
const reversalOpening =
	/^["“‘'(]*(?:however|but|yet|nevertheless|nonetheless|although|instead|rather|conversely|on the contrary|by contrast|in contrast|in fact|in reality|actually|even so|still,|that said|unfortunately)\b/iu;

/** A span of a page that may become a claim. */
export interface ClaimSpan {
	unit: ClaimUnit;
	quote: string;
	start: number;
	/** Whether the next sentence reverses its meaning and did not fit into the quote. */
	turned: boolean;
}

/** A unit with the line or list that it announces by a colon, or with the next sentence if that reverses its meaning. */
export function quoteSpan(unit: ClaimUnit, all: readonly ClaimUnit[], page: string): ClaimSpan {
	const { start, end, order, block } = unit;
	const span = (from: number, to: number, turned = false): ClaimSpan => ({
		unit,
		quote: page.slice(from, to),
		start: from,
		turned,
	});
	const announced = announcedEnd(unit, all);
	if (announced !== undefined) return span(start, announced);
	const after = all[order + 1];
	const isTurned = after !== undefined && after.block === block && reversalOpening.test(after.text);
	return isTurned && after.end - start <= reversedQuoteLengthMax ? span(start, after.end) : span(start, end, isTurned);
}

/**
 * The end of what `… is defined as:` announces: the rest of its passage or the next one, if that is short enough. Of a list of terms or
 * rows, each entry stands for itself.
 */
function announcedEnd({ text, start, order, block }: ClaimUnit, all: readonly ClaimUnit[]): number | undefined {
	if (!/:["”’)]*$/.test(text)) return undefined;
	let at = order + 1;
	const first = all[at];
	if (first?.kind === "row" || (first?.term !== undefined && first.block !== block)) return undefined;
	while (all[at + 1]?.block === block) at++;
	const last = all[at];
	return last && last.end - start <= quoteLengthMax ? last.end : undefined;
}

/** Share of letters, digits and spaces below which a text is code, markup or noise. */
const plainShareMin = 0.7;

/** Whether a text is no quote: almost no words, mostly symbols, or a line of code. */
function isNoise({ text, kind }: { text: string; kind: string }): boolean {
	const plain = text.match(/[\p{L}\p{M}\p{N}\s"'“”‘’«»„,.()|:]/gu)?.length ?? 0;
	const letters = text.match(/\p{L}/gu)?.length ?? 0;
	return (
		letters < 3 ||
		plain / text.length < plainShareMin ||
		(kind === "item" ? /[{}]\s*$/ : /[;{}]\s*$|^\s*(?:\$|>>>|#!|\\\w)\s?/).test(text) ||
		/\S{120,}/.test(text) ||
		text.includes("\u0000")
	);
}

/** Words of site boilerplate, which content hardly ever holds: consent, accounts, licences, navigation. */
const boilerplateWords =
	/\b(?:all rights reserved|privacy policy|terms of (?:use|service)|cookies?|newsletters?|subscribe|unsubscribe|(?:sign|log) (?:in|up)|click here|read more|skip to content|table of contents|copyright|©|advertisements?|javascript)\b/i;

/** Whether a text makes a statement: the length and form of a sentence, in any language. */
function isStatement(text: string, kind: string): boolean {
	const words = text.split(/\s+/).length;
	if (kind === "pair") return words >= 2 && !/https?:/i.test(text);
	// A line of consent, a licence, an invitation.
	if (
		text.length < 240 &&
		boilerplateWords.test(text) &&
		/\b(?:you|your|we|our|us|all)\b|©|^\S+(?:\s\S+){0,3}$/i.test(text)
	)
		return false;
	// A pointer to another place.
	if (words < 12 && /^\(?(?:see|cf\.|refer to|siehe|vgl\.|voir|véase|см\.)\s/i.test(text)) return false;
	// Languages without spaces.
	if (/[\u3040-\u30ff\u4e00-\u9fff]/u.test(text)) return text.length >= 8;
	if (kind === "item") return words >= 4;
	const ended = /[.!?:…]["”’»)\]]*$/u.test(text);
	const small = text.match(/(?:^|\s)\p{Ll}/gu)?.length ?? 0;
	return ended ? words >= 3 && small >= 1 : words >= 6 && small >= words / 3;
}
