import { quantityOf } from "../../../evidence/cells.ts";
import type { Claim } from "../../../evidence/claim.ts";
import { isPeriod } from "../../../evidence/header-words.ts";
import { type Quantity, quantitiesIn } from "../../../evidence/numbers.ts";
import { type EntityType, entitiesIn } from "../../text/names.ts";
import { stem } from "../../text/stem.ts";
import { isWeak } from "../../text/weak.ts";
import type { Wanted } from "./wanted.ts";

/** A span of a claim's quote that may be the value: `quote.slice(start, end) === text`. */
export interface Span {
	text: string;
	start: number;
	end: number;
	kind: "number" | "date" | EntityType | "phrase" | "code";
	quantity?: Quantity | undefined;
}

/** `Six of them`: some of what was counted before. */
const part = /^\s+of\s+(?:them|these|those|whom|which)\b/iu;
/** The year of a law's or a treaty's name: it tells no time of an event. */
const inName = /\b\p{Lu}\p{L}+\s(?:of\s|\()$/u;

/** The spans of a claim that could be a value of the kind that is wanted. */
export function spansIn(claim: Claim, { type, head }: Wanted): Span[] {
	if (type === "yes_no" || type === "explanation" || type === "list") return [];
	if (claim.cell) return ofCell(claim);
	const { quote } = claim;
	if (type === "number") return quantities(quote, false);
	if (type === "date")
		return /^years?$/u.test(head) ? quantities(quote, true).flatMap(yearOf) : quantities(quote, true);
	const names = entitiesIn(quote).map(({ text, start, end, type: kind }): Span => ({ text, start, end, kind }));
	if (type !== "entity") return names;
	// `What is the offset of …?` may ask for an amount: a noun that names the form of an answer, or none.
	return [...names, ...codes(quote), ...(head === "" || isWeak(stem(head)) ? quantities(quote, false) : [])];
}

/** What is written in code's way or between quotation marks. */
function codes(quote: string): Span[] {
	const out: Span[] = [];
	for (const { 0: all, 1: inner, index } of quote.matchAll(
		/["'“‘`]([^"'“”‘’`]{1,40})["'”’`]|(?<![\p{L}\p{N}_])[\p{L}\p{N}_./$-]*(?:[_/$]|\p{Ll}\.\p{Ll}|\p{Lu}{2})[\p{L}\p{N}_./$-]*(?:\[\d+\]|\(\))?/gu,
	)) {
		const text = (inner ?? all).replace(/[.,]$/u, "");
		const start = inner === undefined ? index : index + 1;
		if (/[\p{L}\p{N}]/u.test(text)) out.push({ text, start, end: start + text.length, kind: "code" });
	}
	return out;
}

function quantities(quote: string, date: boolean): Span[] {
	return quantitiesIn(quote)
		.filter(({ kind }) => (kind === "date") === date)
		.filter(({ kind, start, text }) => kind !== "date" || text.length > 4 || !inName.test(quote.slice(0, start)))
		.filter(({ kind, end }) => kind !== "version" && kind !== "ordinal" && !part.test(quote.slice(end)))
		.map((quantity) => {
			const { text, start, end } = quantity;
			return { text, start, end, kind: date ? "date" : "number", quantity };
		});
}

/** Of a row of a table, the cell that the claim is about. */
function ofCell({ quote, cell }: Claim): Span[] {
	const start = cell ? quote.indexOf(cell.text) : -1;
	if (!cell || start < 0) return [];
	const quantity = isPeriod(cell.text) && cell.unit === undefined ? quantitiesIn(cell.text)[0] : quantityOf(cell);
	const kind = quantity === undefined ? "phrase" : quantity.kind === "date" ? "date" : "number";
	return [{ text: cell.text, start, end: start + cell.text.length, kind, quantity }];
}

/** For `what year` the year itself is the value, not the day around it. */
function yearOf(span: Span): Span[] {
	const at = span.text.search(/\b[12]\d{3}\b/u);
	if (at < 0 || span.text.endsWith("s")) return [];
	const text = span.text.slice(at, at + 4);
	const start = span.start + at;
	const [quantity] = quantitiesIn(text);
	return [{ ...span, text, start, end: start + 4, quantity }];
}
