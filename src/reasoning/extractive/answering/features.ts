import { calendarWords } from "../../text/name-words.ts";
import { stem } from "../../text/stem.ts";
import { isKindOf } from "../../text/wordnet.ts";
import type { Span } from "./spans.ts";
import { type Said, type Statement, saysTerm, shareSaid } from "./statement.ts";
import { dimensionOf, markOf, type Term, type Wanted } from "./wanted.ts";

/**
 * What speaks for a span being the value that is asked for, each 0–1. `chain`: share of the relation's words in the span's own clause.
 * `bound`: the things asked about stand in the span's own clause; 0 where they stand in the clause of another value of its kind, and half
 * where in neither, nor in the term that the statement explains. `kind`: the value is of the type, unit and class asked for. `whole`: the product of these two and two more, which no sum tells:
 * the share of the question's words that the statement and its headings hold, and how few words stand between the value and the relation;
 * 0 for what is planned, former, of another version or year, or holds under a condition.
 */
export const featureNames = ["chain", "bound", "kind", "whole"] as const;
export type FeatureName = (typeof featureNames)[number];
export type Features = Record<FeatureName, number>;

/** Undefined for a span of the question's own words or around a name of it, or that the statement denies. */
export function featuresOf(
	span: Span,
	statement: Statement,
	among: readonly Span[],
	wanted: Wanted,
): Features | undefined {
	const { claim } = statement;
	const inside = statement.quote.filter((word) => word.start >= span.start && word.end <= span.end);
	const content = inside.filter(({ isContent }) => isContent);
	if (content.every(({ forms }) => wanted.stems.has(forms[0] ?? ""))) return undefined;
	if (wanted.names.some((name) => exactly(inside, name) === 1)) return undefined;
	if (inside.some(({ start }) => statement.negated.has(start))) return undefined;
	const clause = clauseOf(span, statement, among);
	const isOwn = (word: Said) => word.start >= clause.start && word.end <= clause.end;
	const own = claim.cell ? [...statement.own] : statement.quote.filter(isOwn);
	const outside = own.filter((word) => claim.cell || !inside.includes(word));
	const said = claim.cell ? statement.own : [...statement.quote, ...statement.own];
	const isOther = isOfAnother(span, statement, wanted);
	const isOutright = !isOther && (claim.cell !== undefined || isPlain(outside, wanted));
	const chain = shareSaid(wanted.counts ? own : outside, wanted.relation);
	const kind = kindOf(span, statement, wanted);
	const names = shareSaid([...said, ...statement.above], wanted.terms);
	const link = claim.cell ? 1 : linkOf(span, statement, wanted);
	return {
		...{ chain, kind, bound: claim.cell ? 1 : boundOf(wanted.names, own, statement, span) },
		whole: isOutright ? chain * kind * names * link : 0,
	};
}

interface Stretch {
	start: number;
	end: number;
}

/** Where the clause behind a value ends. */
const boundary = /[;:!?()]|,|\s[–—]\s|\s(?:and|but|or|which|who|whose|while|where|when|although|because)\s/u;

/** A value's own clause: from the value of its kind before it to the next boundary behind it. */
function clauseOf(span: Span, { claim: { quote }, quote: words }: Statement, among: readonly Span[]): Stretch {
	const rivals = among.filter(({ kind }) => kind === span.kind);
	const before = Math.max(0, ...rivals.filter(({ end }) => end <= span.start).map(({ end }) => end));
	const start = Math.max(before, quote.lastIndexOf(";", span.start) + 1);
	const next = Math.min(quote.length, ...rivals.filter(({ start }) => start >= span.end).map(({ start }) => start));
	const opens = !words.some((word) => word.isContent && word.start >= start && word.end <= span.start);
	// `In 1887, the tower was built`, `Ines Holm, who has been mayor,`: the comma does not end the clause.
	const goesOn = opens || span.quantity === undefined;
	const from =
		span.end + (goesOn ? (/^\s*[,()]\s*(?:who\s|which\s)?/u.exec(quote.slice(span.end))?.[0].length ?? 0) : 0);
	const cut = quote.slice(from, next).search(boundary);
	return { start, end: cut < 0 ? next : from + cut };
}

/** A sentence's opening names its subject also for the clauses that follow; so does the term that it explains. */
function boundOf(names: readonly (readonly Term[])[], own: readonly Said[], statement: Statement, span: Span): number {
	const terms = names.flat();
	if (terms.length === 0 || exactly(own, terms) === 1) return 1;
	const before = statement.quote.filter((word) => word.end <= span.start);
	if (exactly([...own, ...before], terms) === 1) return 1;
	if (exactly(statement.quote, terms) === 1) return 0;
	return exactly(statement.own, terms) === 1 ? 1 : 0.5;
}

/** Names are meant to the letter. */
function exactly(words: readonly Said[], terms: readonly Term[]): number {
	return terms.filter(({ stem }) => words.some(({ forms }) => forms.includes(stem))).length / terms.length;
}

function kindOf(
	span: Span,
	{ claim, quote }: Statement,
	{ type, head, isClass, counts, dimension, degree }: Wanted,
): number {
	const { kind, quantity } = span;
	if (type === "date") return kind === "date" ? 1 : 0;
	if (type === "number") {
		if (kind !== "number" || !quantity) return 0;
		const unit = claim.cell?.unit ?? quantity.unit;
		const own = quantity.kind === "money" ? "money" : dimensionOf(unit);
		if (dimension === undefined && degree) return 1;
		// `How long` is a length; the `length` of something may be counted in bytes.
		if (dimension !== undefined) return own === dimension ? 1 : (own === undefined && unit === "") || !degree ? 0.5 : 0;
		// A share, a length or a price is a number of something only where that is asked for.
		if (!counts) return own === undefined ? 1 : 0.5;
		const [counted = ""] = [stem(head)];
		const near = quote.filter(({ start }) => start >= span.end).slice(0, 3);
		if (stem(unit) === counted || saysTerm(near, { word: head, stem: counted }) >= 0.9) return 1;
		return own === undefined ? 0.5 : 0;
	}
	if (quantity) return 1;
	if (type === "entity") return head !== "" && isOfClass(span.text, head) ? 1 : kind === "code" ? 0.8 : 0.5;
	if (kind === type) return !isClass || isOfClass(span.text, head) ? 1 : 0.8;
	return kind === "other" ? 0.8 : 0;
}

/** Whether WordNet knows the value, or its last word, as one of what is asked for; true where no class is named. */
function isOfClass(text: string, head: string): boolean {
	const last = /[\p{L}\p{N}-]+$/u.exec(text.toLowerCase())?.[0] ?? "";
	return head === "" || stem(last) === stem(head) || isKindOf(last, head);
}

/** Content words between a value and the nearest word of the relation count against it. */
function linkOf(span: Span, { quote }: Statement, { relation, stems }: Wanted): number {
	if (relation.length === 0) return 1;
	const isSaid = (word: Said) => word.isContent && relation.some((term) => saysTerm([word], term) > 0);
	const isStrange = ({ isContent, lower, forms }: Said) =>
		isContent && !/^\d/u.test(lower) && !calendarWords.has(lower) && !forms.some((form) => stems.has(form));
	const gapIn = (words: readonly Said[]) => {
		const at = words.findIndex(isSaid);
		return at < 0 ? Infinity : words.slice(0, at).filter(isStrange).length;
	};
	const before = quote.filter(({ end }) => end <= span.start).toReversed();
	return 1 / (1 + Math.min(gapIn(before), gapIn(quote.filter(({ start }) => start >= span.end))));
}

/**
 * Whether the statement is about another version, model or year than the question: the nearest word of the kind, in the quote, else in
 * its row or headings, is not the question's.
 */
function isOfAnother(span: Span, { claim, quote, own, above }: Statement, { marks }: Wanted): boolean {
	const far = ({ start, end }: Said) => (end <= span.start ? span.start - end : start - span.end);
	const near = quote.filter(({ start, end }) => end <= span.start || start >= span.end);
	const places = [claim.cell ? [] : near.toSorted((a, b) => far(a) - far(b)), own, above];
	return [...new Set(marks.map(({ kind }) => kind))].some((kind) => {
		const found = places.map((words) =>
			words.flatMap(({ lower }) => markOf(lower) ?? []).filter((one) => one.kind === kind),
		);
		const [nearest] = found.find(({ length }) => length > 0) ?? [];
		return nearest !== undefined && !marks.some(({ name }) => name === nearest.name);
	});
}

/** Modal and conditional words, of the closed class. */
const modal = /^(?:should|would|could|might|may|must|if|unless|planned|expected|scheduled)$/u;
const toCome = /^will$/u;
const bygone = /^(?:former|formerly|previously|until|originally|once)$/u;

function isPlain(clause: readonly Said[], { future, present, question }: Wanted): boolean {
	const asked = question.toLowerCase();
	return !clause.some(
		({ lower, isCapital }) =>
			!asked.includes(lower) &&
			// The month begins with a capital.
			!(isCapital && calendarWords.has(lower)) &&
			(modal.test(lower) || (!future && toCome.test(lower)) || (present && bygone.test(lower))),
	);
}
