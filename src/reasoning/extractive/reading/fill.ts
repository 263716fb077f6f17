import type { Claim } from "../../../evidence/claim.ts";
import type { Source } from "../../../evidence/source.ts";
import { isKin } from "../../text/wordnet.ts";
import { contentStems, isStopWord, stemsOf, type Word, wordsIn } from "../../text/words.ts";
import { typeOfNoun } from "../question/words.ts";
import { type Stems, stemsIn } from "./query.ts";

/** A cell of an evidence table: the claim that it rests on, and its value as it stands in the claim's quote. */
export interface Filled {
	claim: Claim;
	text: string;
}

/** What must not be missing between a subject and its value: `first released` is no other release. */
const ordinal =
	/^(?:first|second|third|last|latest|earliest|newest|oldest|initial|original|final|minimum|maximum|min|max|total)$/;
/** The words of an attribute stand this near each other, beyond their own number (Metzler & Croft's unordered window, 2005). */
const windowMore = 3;

/**
 * The value of a row's subject for a column, of the first claim (so give the best first) whose quote names the subject and states the
 * column's attribute with a value of its type; undefined: not found. A sentence without any of the rows' subjects is about its page,
 * where the page's title or heading names one. A value that stands after another row's subject is that one's.
 */
export function fillCell(
	subject: string,
	value: string,
	claims: readonly Claim[],
	sources: readonly Pick<Source, "id" | "title">[],
	others: readonly string[] = [],
): Filled | undefined {
	const name = contentStems(subject);
	const attribute = wordsIn(value)
		.map(({ lower }) => lower)
		.filter((word) => !isStopWord(word) && !name.includes(stemsOf(word)[0] ?? ""));
	if (name.length === 0 || attribute.length === 0) return undefined;
	const rest = others.map((other) => contentStems(other)).filter((other) => other.join(" ") !== name.join(" "));
	for (const claim of claims) {
		const title = sources.find(({ id }) => id === claim.sourceId)?.title ?? "";
		const text = inSentence(claim, title, { name, attribute, value, others: rest });
		if (text !== undefined) return { claim, text };
	}
	return undefined;
}

interface Wanted {
	/** Stems of the subject's name, and of the other rows' names. */
	name: readonly string[];
	others: readonly (readonly string[])[];
	/** Words of the column that are not the subject's. */
	attribute: readonly string[];
	value: string;
}

function inSentence(claim: Claim, title: string, wanted: Wanted): string | undefined {
	const { quote } = claim;
	const { name, others, attribute, value } = wanted;
	const another = others.filter((other) => isNamed(other, stemsIn(quote)));
	if (!isAbout(claim, title, wanted, another.length > 0)) return undefined;
	const words = wordsIn(quote);
	const places = new Map(attribute.map((word) => [word, placeOf(word, words)]));
	const type = typeOfNoun(value);
	const head = headOf(value, attribute);
	// What the type of the value says, as `date` does of `birth date`, need not be said by a word.
	const isTyped = places.get(head) === -1 && (type === "date" || type === "number");
	const said = isTyped ? attribute.filter((word) => word !== head) : attribute;
	const at = (isTyped ? said : [head]).map((word) => places.get(word) ?? -1).find((place) => place >= 0) ?? -1;
	const near = said.filter((word) => Math.abs((places.get(word) ?? -1e6) - at) <= attribute.length + windowMore);
	if (at < 0 || near.length < said.length / 2) return undefined;
	if (attribute.some((word) => ordinal.test(word) && !near.includes(word))) return undefined;
	// The subject that was named last before a value has it.
	const owner = (place: number): boolean => {
		const lastOf = (stemsOfName: readonly string[]) =>
			words.slice(0, place).findLastIndex(({ lower }) => stemsOfName.includes(stemsOf(lower)[0] ?? ""));
		const own = lastOf(name);
		return another.length === 0 || (own >= 0 && another.every((other) => lastOf(other) < own));
	};
	const asked = new Set([...name, ...attribute.flatMap((word) => stemsOf(word))]);
	const found = [...typedIn(claim, type), ...(type === "date" ? [] : namedAfter(quote, words[at]?.end ?? 0))]
		.filter(({ text }) => contentStems(text).some((stem) => !asked.has(stem)))
		.map((one) => ({ ...one, place: words.findIndex(({ start }) => start >= one.start) }))
		.filter(({ place, start }) => place >= 0 && owner(place) && isOneClause(quote, words[at]?.start ?? 0, start))
		// What follows the attribute goes before what precedes it.
		.map((one) => ({ ...one, far: one.place > at ? one.place - at : 4 * (at - one.place) }))
		.toSorted((a, b) => a.far - b.far || b.text.length - a.text.length);
	return found[0]?.text;
}

/** Whether a claim speaks of the subject: its quote names it, or what stands above it does where its quote names none. */
function isAbout({ quote, locator }: Claim, title: string, { name, others }: Wanted, another: boolean): boolean {
	if (isNamed(name, stemsIn(quote))) return true;
	const above = stemsIn(`${title}\n${locator.kind === "section" ? locator.section : ""}`);
	return !another && isNamed(name, above) && !others.some((other) => isNamed(other, above));
}

function isNamed(name: readonly string[], stems: Stems): boolean {
	return name.length > 0 && name.every((stem) => stems.all.has(stem));
}

/** Where a word of the attribute stands, or one of its family; -1: nowhere. */
function placeOf(word: string, words: readonly Word[]): number {
	const [own = ""] = stemsOf(word);
	const place = words.findIndex(({ lower }) => stemsOf(lower).includes(own));
	return place >= 0 ? place : words.findIndex(({ lower }) => !isStopWord(lower) && isKin(word, lower));
}

/** The word that says what is wanted: the last one before the first preposition; `port` of `default port of the broker`. */
function headOf(value: string, attribute: readonly string[]): string {
	const words = wordsIn(value).map(({ lower }) => lower);
	const from = words.findIndex((word) => attribute.includes(word));
	const length = words.slice(from).findIndex((word) => isStopWord(word));
	return (
		words.slice(from, length < 0 ? words.length : from + length).findLast((word) => attribute.includes(word)) ?? ""
	);
}

/** The values of a claim; where the attribute is a date or a number, those of that kind. */
function typedIn({ values, quote }: Claim, type: string | undefined): { text: string; start: number }[] {
	const fits = ({ kind }: Claim["values"][number]) => (type === "date" || type === "number" ? kind === type : true);
	return values
		.filter(fits)
		.map(({ text }) => ({ text, start: quote.indexOf(text) }))
		.filter(({ start }) => start >= 0);
}

/** What a copula, a colon or `by` introduces right after the attribute: `the default user is guest`. */
function namedAfter(quote: string, from: number): { text: string; start: number }[] {
	const match =
		/^[^.;\n]{0,20}?(?:\b(?:is|are|was|were|named|called|by)\b|[:=])\s+(?:an?\s+|the\s+)?["“'‘`„]?([\p{L}\p{N}_$/.@-]*[\p{L}\p{N}])(?=["”'’`“]|[.,;:)\s]*$|[.,;)]\s|\s(?:and|or|but)\b)/iu.exec(
			quote.slice(from),
		);
	const [all = "", text = ""] = match ?? [];
	return text === "" || isStopWord(text.toLowerCase())
		? []
		: [{ text, start: from + (match?.index ?? 0) + all.length - text.length }];
}

/** No border of a clause lies between them. */
function isOneClause(quote: string, a: number, b: number): boolean {
	return !/[;!?]\s|\.\s+\p{Lu}|,\s+(?:and|but|while|whereas)\s/u.test(quote.slice(Math.min(a, b), Math.max(a, b)));
}
