import { quantityOf } from "../../evidence/cells.ts";
import type { Claim } from "../../evidence/claim.ts";
import { entitiesIn } from "../../text/entities.ts";
import { isPartOfName } from "../../text/names-with-numbers.ts";
import { negatedWordStarts } from "../../text/negation.ts";
import { type Quantity, quantitiesIn } from "../../text/quantities.ts";
import { tagWords } from "../../text/tags.ts";
import { attributeOf, hasSharedSense, memoize } from "../../text/wordnet.ts";
import { contentStems, isStopWord, stemsOf, wordsIn } from "../../text/words.ts";

/** A content word with its place, and whether a negation covers it. */
export interface StatementTerm {
	lower: string;
	stem: string;
	/** The beginning or end that it names: `found` for `established`. */
	once: string | undefined;
	/** Its normalized meaning: `found` for `established`, `height` for `high`, else its stem. */
	matter: string;
	start: number;
	end: number;
	negated: boolean;
}

/** A name, or a quantity: a number with its unit, or a date. */
export interface StatementValue {
	text: string;
	quantity: Quantity | undefined;
	/** The lower-case words of a name. */
	words: ReadonlySet<string>;
	/** The meanings of the other words of its statement. */
	context: ReadonlySet<string>;
	/**
	 * Unique events near it: the beginning or end of a thing. `any`: the statement says first or last, or the value stands in brackets
	 * after a name.
	 */
	once: ReadonlySet<string>;
}

/** The fields of a claim that comparison needs. A sentence of a report has no quote: all its amounts are its own. */
export type ComparableStatement = Pick<Claim, "text" | "subject" | "asOf" | "cell"> & Partial<Pick<Claim, "quote">>;

/** A statement, parsed for comparison. */
export interface ParsedStatement {
	subject: ReadonlySet<string>;
	/** All content words except numbers. Places refer to the text as one line. */
	terms: readonly StatementTerm[];
	/** The stems of all terms. `stems`: of those that are not part of the subject. */
	all: ReadonlySet<string>;
	stems: ReadonlySet<string>;
	/** The values that it states. Of a cell, only the cell's amount. */
	values: readonly StatementValue[];
	/** The years that it mentions. */
	years: ReadonlySet<string>;
	/** Words written like names: with a capital inside the sentence, like code, or with a digit. `words`: all its words. Lower-case. */
	named: ReadonlySet<string>;
	words: ReadonlySet<string>;
	/** Versions and ordinals that it is about: one of several. */
	ranks: ReadonlySet<string>;
	/** Whether a negation covers the whole statement. */
	negative: boolean;
	/** Whether it holds only on a condition, or sometimes. */
	conditional: boolean;
	/** Whether it is a table's cell. */
	isCell: boolean;
}

const negationWords = /^(?:not|no|never|cannot|without|\w+n't|neither|nor|none)$/;
const conditionWords =
	/\b(?:if|unless|when|whenever|until|except|only|depending|some|sometimes|usually|often|may|might|could)\b/i;

export function parseStatement({
	text: rawText,
	subject: subjectText,
	asOf,
	cell,
	quote,
}: ComparableStatement): ParsedStatement {
	const text = rawText.replace(/\s+/g, " ");
	const subject = new Set(contentStems(subjectText));
	const wordMatches = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_+-]*/gu)];
	const quantities = quantitiesIn(text).filter((each) => !isPartOfName(text, each));
	const isInQuantity = (start: number, end: number) => quantities.some((each) => each.start < end && each.end > start);
	const negated = negatedWordStarts(text);
	const terms = contentTerms(text)
		.filter(({ start, end }) => !isInQuantity(start, end))
		.map((term) => ({ ...term, negated: negated.has(term.start) }));
	const otherTerms = terms.filter(({ stem }) => !subject.has(stem));
	const ofKind = (...kinds: Quantity["kind"][]) => quantities.filter(({ kind }) => kinds.includes(kind));
	const amount = cell && quantityOf(cell);
	const entities = cell
		? []
		: entitiesIn(text).filter(({ start, end, type }) => type !== "other" && !isInQuantity(start, end));
	// An amount from a heading is not stated by each sentence below it.
	const quotedAmounts = quote === undefined || cell ? undefined : quantitiesIn(quote).map(({ normal }) => normal);
	const isStated = (place: Quantity) =>
		quotedAmounts?.includes(place.normal) !== false &&
		(place.kind === "date" || !(isLimitAmount(text, place) || isLabel(text, place)));
	const statedQuantities = amount
		? [amount]
		: cell
			? []
			: ofKind("number", "percent", "money", "date").filter(isStated);
	return {
		...{
			subject,
			terms,
			negative: otherTerms.slice(0, 3).some((term) => term.negated),
			conditional: conditionWords.test(text),
		},
		isCell: cell !== undefined,
		all: new Set(terms.map(({ stem }) => stem)),
		stems: new Set(otherTerms.map(({ stem }) => stem)),
		named: new Set(
			cell
				? []
				: wordMatches
						.filter((each) => namePattern.test(each[0]) && !isSentenceStart(text, each.index))
						.map(lowerCaseMatch),
		),
		words: new Set(wordMatches.map(lowerCaseMatch)),
		values: [...statedQuantities.map((quantity) => ({ ...quantity, quantity })), ...entities]
			.map((place) => ({
				...valueContext(text, place, terms, quantities),
				...{ text: place.text, words: new Set(contentTerms(place.text).map(({ lower }) => lower)) },
				quantity: "quantity" in place ? place.quantity : undefined,
			}))
			.filter(({ quantity, words }) => quantity || words.size > 0),
		years: new Set(
			[...ofKind("date").map(({ normal }) => normal), asOf ?? ""].flatMap((date) => date.slice(0, 4) || []),
		),
		ranks: new Set(ofKind("version", "ordinal").map(({ kind, normal }) => `${kind} ${normal}`)),
	};
}

/** A capital at the start, or letters mixed with digits, underscores or inner capitals. */
const namePattern = /^\p{Lu}|\p{L}.*[\d_]|\d.*\p{Lu}|\p{Ll}\p{Lu}/u;

/** Whether a sentence begins at a place. A capital there is no sign of a name. */
function isSentenceStart(text: string, at: number): boolean {
	return /(?:^|[.:;!?]\s+)["“(]?$/u.test(text.slice(0, at));
}

function lowerCaseMatch([text]: RegExpExecArray): string {
	return text.toLowerCase();
}

interface CharacterRange {
	start: number;
	end: number;
}

/** How many content words before and after a date may name the event that it dates. */
const eventWordReach = { before: 4, after: 2 };

/** The words around a value. Of two values near a verb, the nearer one belongs to it: `made 3 million in 2010`. */
function valueContext(
	text: string,
	{ start, end }: CharacterRange,
	terms: readonly StatementTerm[],
	quantities: readonly CharacterRange[],
) {
	const before = terms.filter((term) => term.end <= start);
	const after = terms.filter((term) => term.start >= end).slice(0, eventWordReach.after);
	const isSeparated = (term: StatementTerm) =>
		quantities.some((each) =>
			term.end <= each.start ? each.end <= start : each.start >= end && each.end <= term.start,
		);
	const context = new Set(terms.filter((term) => term.end <= start || term.start >= end).map(({ matter }) => matter));
	return {
		context,
		once: new Set([
			...(/\([^()]*$/u.test(text.slice(0, start)) || terms.some(({ stem }) => stem === "first" || stem === "last")
				? ["any"]
				: []),
			...[...before.slice(-eventWordReach.before), ...after].flatMap((term) =>
				isSeparated(term) ? [] : (term.once ?? []),
			),
		]),
	};
}

/** Whether the words around an amount make it a limit, not the actual amount (a closed class of English). */
function isLimitAmount(text: string, { start, end }: CharacterRange): boolean {
	const before = /[^.;,]*$/u.exec(text.slice(0, start))?.[0] ?? "";
	const limiting = /\b(?:up to|than|at (?:most|least)|max(?:imum)?|min(?:imum)?|limit(?:ed)?)\b/iu;
	return limiting.test(before) || /^ or (?:less|fewer|more)/iu.test(text.slice(end, end + 10));
}

/**
 * Whether a bare number is no amount: it names a thing (`see Chapter 31`, `firmware 4`, `MODE=2`), is the whole of a part (`out of 96`),
 * or is a `one` that stands for a noun.
 */
function isLabel(text: string, { kind, unit, start, value, text: numberText }: Quantity): boolean {
	if (kind !== "number" || unit !== "") return false;
	const before = text.slice(0, start);
	if (numberText.toLowerCase() === "one" || /(?:[=_#]|\bout of )$/u.test(before)) return true;
	const word = /\p{L}[\p{L}\p{M}]*[\s\u00a0]$/u.exec(before);
	if (!word) return false;
	const isNoun = (pos: string) => pos === "PROPN" || (pos === "NOUN" && value < labelNumberMax);
	return tagWords(text).some((tag) => tag.start <= word.index && word.index < tag.end && isNoun(tag.pos));
}
/**
 * After a noun stands a number that names (`firmware 5.2`) or an amount (`population 3,506`). Numbers that name are smaller than this.
 */
const labelNumberMax = 100;

function contentTerms(text: string): Omit<StatementTerm, "negated">[] {
	return wordsIn(text).flatMap(({ lower, start, end }) => {
		const bare = lower.replaceAll("’", "'");
		if (isStopWord(lower) || negationWords.test(bare) || /^\d/.test(lower)) return [];
		const baseForm = bare.replace(/'s?$/, "");
		const [stem = lower] = stemsOf(lower);
		const once = uniqueEventOf(baseForm);
		return [{ lower: baseForm, stem, once, matter: once ?? attributeStemOf(baseForm) ?? stem, start, end }];
	});
}

/** Beginnings and ends. WordNet gives their synonyms: `found` for `establish`. */
const uniqueEventVerbs = ["bear", "die", "found", "build", "create", "open", "close", "begin", "end"];
const uniqueEventOf = memoize((lower: string): string | undefined =>
	lower === "born" ? "bear" : uniqueEventVerbs.find((once) => hasSharedSense(lower, once)),
);
const attributeStemOf = memoize((lower: string): string | undefined => contentStems(attributeOf(lower) ?? "")[0]);

/** Whether two statements have one subject: the same content words, or one name that extends the other by one word. */
export function isSameSubject(a: ParsedStatement, b: ParsedStatement): boolean {
	const [small, large] = a.subject.size <= b.subject.size ? [a.subject, b.subject] : [b.subject, a.subject];
	if (small.size === 0 || !small.isSubsetOf(large)) return false;
	// `Shirley Temple` and `Shirley Temple Black`. A single word does not identify a name.
	return small.size === large.size || (small.size >= 2 && large.size - small.size <= 1);
}

/** Shared over distinct members; 1 for two empty sets, as nothing distinguishes them. */
export function setOverlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
	if (a.size === 0 && b.size === 0) return 1;
	const shared = a.intersection(b).size;
	return shared / (a.size + b.size - shared);
}

/** Whether both sets have members and share none. */
export function areDisjoint(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
	return a.size > 0 && b.size > 0 && a.isDisjointFrom(b);
}

/** Whether at least one names a version or ordinal, and they share none. */
export function hasOtherRanks({ ranks: a }: ParsedStatement, { ranks: b }: ParsedStatement): boolean {
	return a.size + b.size > 0 && a.isDisjointFrom(b);
}
