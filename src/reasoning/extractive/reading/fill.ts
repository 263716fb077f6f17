import { amountOf } from "../../../evidence/cells.ts";
import type { Claim } from "../../../evidence/claim.ts";
import type { Source } from "../../../evidence/source.ts";
import { contentStems, isStopWord, stemsOf, wordsIn } from "../../text/words.ts";
import { withoutTimes } from "./cell-times.ts";
import { held, type Stems, shareOf, stemsIn } from "./query.ts";

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
 * The value of a row's subject for a column, of the first claim (so give the best first) whose quote or table row names the subject
 * and states the column's attribute with a value; undefined: not found. A sentence without any of the rows' subjects is about its page,
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
	const attribute = contentStems(value).filter((stem) => !name.includes(stem));
	if (name.length === 0 || attribute.length === 0) return undefined;
	for (const claim of claims) {
		const text = claim.cell
			? inTable(claim.cell, name, attribute, value)
			: inSentence(claim, { name, attribute, value, others: others.map((other) => contentStems(other)) }, sources);
		if (text !== undefined) return { claim, text };
	}
	return undefined;
}

function inTable(
	cell: NonNullable<Claim["cell"]>,
	name: readonly string[],
	attribute: readonly string[],
	value: string,
): string | undefined {
	const around = stemsIn([cell.row, cell.column, cell.caption ?? "", cell.period ?? ""].join(" | "));
	const own = stemsIn(`${cell.row} | ${cell.column}`);
	const measure = contentStems(withoutTimes(value)).filter((stem) => !name.includes(stem));
	const said = measure.filter((stem) => held(stem, around) > 0).length;
	return shareOf(name, own) === 1 &&
		said >= Math.ceil(measure.length / 2) &&
		attribute.some((stem) => held(stem, around) > 0)
		? amountOf(cell)
		: undefined;
}

interface Wanted {
	name: readonly string[];
	attribute: readonly string[];
	value: string;
	others: readonly (readonly string[])[];
}

function inSentence(
	claim: Claim,
	{ name, attribute, value, others }: Wanted,
	sources: readonly Pick<Source, "id" | "title">[],
): string | undefined {
	const { quote, locator } = claim;
	const words = wordsIn(quote);
	const stems = stemsIn(quote);
	const another = others.filter((other) => other.join(" ") !== name.join(" ") && isNamed(other, stems));
	const title = sources.find(({ id }) => id === claim.sourceId)?.title ?? "";
	const above = stemsIn(`${title}\n${locator.kind === "section" ? locator.section : ""}`);
	const isOwn = isNamed(name, stems);
	if (
		!isOwn &&
		(another.length > 0 ||
			!isNamed(name, above) ||
			others.some((other) => other.join(" ") !== name.join(" ") && isNamed(other, above)))
	)
		return undefined;
	const places = new Map(
		attribute.map((stem) => [stem, words.findIndex(({ lower }) => stemsOf(lower).includes(stem))]),
	);
	const head = headOf(value, attribute);
	const at = places.get(head) ?? -1;
	const near = attribute.filter((stem) => Math.abs((places.get(stem) ?? -1e6) - at) <= attribute.length + windowMore);
	if (at < 0 || near.length < attribute.length / 2) return undefined;
	if (wordsIn(value).some(({ lower }) => ordinal.test(lower) && !near.includes(stemsOf(lower)[0] ?? "")))
		return undefined;
	// The subject that was named last before a value has it.
	const owner = (place: number): boolean => {
		if (another.length === 0) return true;
		const lastOf = (stemsOfName: readonly string[]) =>
			words.slice(0, place).findLastIndex(({ lower }) => stemsOfName.includes(stemsOf(lower)[0] ?? ""));
		const own = lastOf(name);
		return own >= 0 && another.every((other) => lastOf(other) < own);
	};
	const asked = new Set([...name, ...attribute]);
	const found = [...typedIn(claim), ...namedAfter(quote, words[at]?.end ?? 0)]
		.filter(({ text }) => contentStems(text).some((stem) => !asked.has(stem)))
		.map((one) => ({ ...one, place: words.findIndex(({ start }) => start >= one.start) }))
		.filter(({ place, start }) => place >= 0 && owner(place) && isOneClause(quote, words[at]?.start ?? 0, start))
		// What follows the attribute goes before what precedes it.
		.map((one) => ({ ...one, far: one.place > at ? one.place - at : 4 * (at - one.place) }))
		.toSorted((a, b) => a.far - b.far || b.text.length - a.text.length);
	return found[0]?.text;
}

function isNamed(name: readonly string[], stems: Stems): boolean {
	return name.length > 0 && name.every((stem) => stems.all.has(stem));
}

/** The word that says what is wanted: the last one before the first preposition; `port` of `default port of the broker`. */
function headOf(value: string, attribute: readonly string[]): string {
	const phrase: string[] = [];
	for (const { lower } of wordsIn(value)) {
		const [stem = ""] = stemsOf(lower);
		if (attribute.includes(stem)) phrase.push(stem);
		else if (phrase.length > 0 && isStopWord(lower)) break;
	}
	return phrase.at(-1) ?? attribute.at(-1) ?? "";
}

function typedIn({ values, quote }: Claim): { text: string; start: number }[] {
	return values.map(({ text }) => ({ text, start: quote.indexOf(text) })).filter(({ start }) => start >= 0);
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
