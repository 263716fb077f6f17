import type { Claim } from "../../../evidence/claim.ts";
import type { Source } from "../../../evidence/source.ts";
import { valuesIn } from "../../../evidence/typed-values.ts";
import { isAnswerFormStem } from "../../../text/answer-form.ts";
import { plainTitle } from "../../../text/pronouns.ts";
import { isRelatedWord, nounKinds } from "../../../text/wordnet.ts";
import { contentStems, isStopWord, stemsOf, type Word, wordsIn } from "../../../text/words.ts";
import { answerTypeOfNoun } from "../question/phrases.ts";

/** What a claim states, and where. */
type Statement = Pick<Claim, "quote" | "values" | "sourceId" | "locator">;

/** A cell of an evidence table: its claim, and its value as it stands in the claim's quote. */
export interface FilledCell<Stated extends Statement> {
	claim: Stated;
	text: string;
}

/** Words that must not be missing beside an attribute: `first released` is not any release. */
const distinguishingWord = /^(?:first|second|third|last|initial|final|total|min|max|\p{L}+(?:est|imum))$/u;
/** The kinds of values that a column of a type may hold. Other columns may hold any: a port is a place or a number. */
const kindsByType: Readonly<Record<string, readonly string[]>> = {
	date: ["date"],
	number: ["number"],
	person: ["person", "organization"],
	organization: ["person", "organization"],
};
const clauseBorder = /[;!?]\s|\.\s+\p{Lu}|,\s+(?:and|but|while|whereas)\s/u;
/** A value that a copula, a colon or `by` introduces right after an attribute: `the default user is guest`. */
const introducedValue =
	/^[^.;\n]{0,20}?(?:\b(?:is|are|was|were|named|called|by)\b|[:=])\s+(?:an?\s+|the\s+)?["“'‘`„]?([\p{L}\p{N}_$/.@-]*[\p{L}\p{N}])(?=["”'’`“]|[.,;:)\s]*$|[.,;)]\s|\s(?:and|or|but)\b)/u;

/**
 * The value of a row's subject for a column, from the first claim (so pass the best first) whose quote names the subject and states the
 * column's attribute with a value of its type. Undefined if not found. A sentence without a row's subject is about the subject in its
 * page's title or heading. A value after another row's subject belongs to that one.
 */
export function fillCell<Stated extends Statement>(
	subject: string,
	value: string,
	claims: readonly Stated[],
	sources: readonly Pick<Source, "id" | "title">[],
	others: readonly string[] = [],
): FilledCell<Stated> | undefined {
	const name = contentStems(subject);
	const requested = requestedOf(value, name);
	if (name.length === 0 || !requested) return undefined;
	const rivals = others.map((other) => contentStems(other)).filter((other) => other.join(" ") !== name.join(" "));
	for (const claim of claims) {
		const { locator, sourceId } = claim;
		const title = sources.find(({ id }) => id === sourceId)?.title ?? "";
		const above = [title, locator.kind === "section" ? locator.section : ""];
		const text = statedValue(claim, { ...requested, name, rivals, above });
		if (text !== undefined) return { claim, text };
	}
	return undefined;
}

/** The value of a column that a text about one thing states. Undefined if it states none. */
export function valueIn(text: string, value: string): string | undefined {
	const requested = requestedOf(value, []);
	const statement = { quote: text, values: valuesIn(text) };
	return requested && statedValue(statement, { ...requested, name: [], rivals: [], above: undefined });
}

/** What a column asks for, of a subject with these stems. Undefined if it names no attribute. */
function requestedOf(
	value: string,
	name: readonly string[],
): Pick<CellRequest, "attribute" | "head" | "type"> | undefined {
	const isAttributeWord = ({ lower }: Word) =>
		!isStopWord(lower) && !stemsOf(lower).some((stem) => isAnswerFormStem(stem) || name.includes(stem));
	// `port` in `default port of the broker`: the last word before a preposition is the requested one.
	const phrases = value
		.split(/\s(?=(?:of|in|for|per|by|at|to|on|from)\s)/)
		.map((part) => wordsIn(part).filter(isAttributeWord));
	const head = phrases.find((words) => words.length > 0)?.at(-1)?.lower;
	if (head === undefined) return undefined;
	return { attribute: phrases.flat().map(({ lower }) => lower), head, type: columnType(value, head) };
}

interface CellRequest {
	/** Stems of the subject's name, and of the other rows' names. */
	name: readonly string[];
	rivals: readonly (readonly string[])[];
	/** Words of the column, and the one that names the requested value. */
	attribute: readonly string[];
	head: string;
	type: string | undefined;
	/** Title and headings of the claim's page. Undefined if the text is about the subject in any case. */
	above: readonly string[] | undefined;
}

function statedValue(
	{ quote, values }: Pick<Statement, "quote" | "values">,
	{ name, rivals, attribute, head, type, above }: CellRequest,
): string | undefined {
	const rivalsHere = rivals.filter((other) => namesSubject(other, quote));
	const isAbove = rivalsHere.length === 0 && (above?.some((text) => isSubjectTitle(name, text)) ?? true);
	const words = wordsIn(quote);
	const at = wordPosition(head, words);
	if (at < 0 || !(namesSubject(name, quote) || isAbove)) return undefined;
	const near = attribute.filter((word) => wordPosition(word, words) >= 0);
	const isDistinctionMissing = attribute.some((word) => distinguishingWord.test(word) && !near.includes(word));
	if (near.length < attribute.length / 2 || isDistinctionMissing) return undefined;
	const from = words[at]?.end ?? 0;
	const kinds = kindsByType[type ?? ""];
	const typed = values
		.filter(({ kind }) => kinds?.includes(kind) ?? true)
		.map(({ text }) => ({ text, start: quote.indexOf(text) }));
	const [all = "", introducedText = ""] = (type !== "date" && introducedValue.exec(quote.slice(from))) || [];
	const requestedStems = new Set([...name, ...attribute.flatMap(stemsOf)]);
	// `The default user is cedar`: an introduced value may have the same name as its subject.
	const introducedHere = { text: introducedText, start: from + all.length - introducedText.length };
	const column = new Set(attribute.flatMap(stemsOf));
	const isNew = (one: typeof introducedHere) => {
		const stems = new Set(contentStems(one.text));
		return stems.size > 0 && !stems.isSubsetOf(one === introducedHere ? column : requestedStems);
	};
	// The subject that was named last before a value owns it.
	const lastOf = (stems: readonly string[], end: number) =>
		words.findLastIndex((word) => word.end <= end && stems.includes(stemsOf(word.lower)[0] ?? ""));
	const isOwned = (end: number) => rivalsHere.every((other) => lastOf(other, end) < lastOf(name, end));
	const candidates = [...typed, introducedHere]
		.filter((one) => one.start >= 0 && isOwned(one.start) && isNew(one))
		.filter(({ start }) => !clauseBorder.test(quote.slice(Math.min(start, from), Math.max(start, from))))
		// A value after the attribute is preferred to one before it.
		.map((one) => ({ ...one, far: one.start >= from ? one.start - from : 4 * (from - one.start) }))
		.toSorted((a, b) => a.far - b.far || b.text.length - a.text.length);
	return candidates[0]?.text;
}

function namesSubject(name: readonly string[], text: string): boolean {
	return name.length > 0 && new Set(name).isSubsetOf(new Set(contentStems(text)));
}

/** Whether a title is little more than the name: `Upgrading a Tarn Cluster` is not about Tarn itself. */
function isSubjectTitle(name: readonly string[], title: string): boolean {
	return namesSubject(name, title) && contentStems(plainTitle(title)).length <= 2 * name.length;
}

/** The type of value that a column holds: a date for `date first released`. `released` alone does not tell. */
function columnType(value: string, head: string): string | undefined {
	if (wordsIn(value).some(({ lower }) => answerTypeOfNoun(lower) === "date")) return "date";
	return nounKinds(head).length === 0 ? undefined : answerTypeOfNoun(value);
}

/** The position of an attribute's word, or of a word of its family. −∞ if there is none. */
function wordPosition(word: string, words: readonly Word[]): number {
	const [own = ""] = stemsOf(word);
	const places = [
		words.findIndex(({ lower }) => stemsOf(lower).includes(own)),
		words.findIndex(({ lower }) => !isStopWord(lower) && isRelatedWord(word, lower)),
	];
	return places.find((place) => place >= 0) ?? -Infinity;
}
