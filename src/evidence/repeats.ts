import { folded, jaccard, trigrams } from "../base/text.ts";
import type { Cell, Claim } from "./claim.ts";

/** What is compared of a claim. */
export type Stated = Pick<Claim, "text" | "quote" | "start"> & {
	sourceId?: string | undefined;
	cell?: Cell | undefined;
	holder?: string | undefined;
};

/** A claim, and the claims that say nothing beyond it. */
export interface Fact<T> {
	claim: T;
	also: T[];
}

/** So much of a claim's wording stands in the fuller claim. Share of its words. */
const wordsHeld = 0.7;
/** Statements of two pages this alike are one, as long as no word, number or name is new. */
const nearlySame = 0.7;
/** A shorter quote may stand in any text. Words. */
const quoteLeast = 5;

/**
 * The claims, each fact once: a claim that says nothing beyond another one stands under the fullest that holds it. Nothing is lost by
 * showing only that one. In the order of their first claims.
 */
export function factsOf<T extends Stated>(claims: readonly T[]): Fact<T>[] {
	const places = new Map(claims.map((claim, at) => [claim, at]));
	const at = (claim: T) => places.get(claim) ?? 0;
	const facts: Fact<T>[] = [];
	for (const claim of claims.toSorted((a, b) => fullness(b) - fullness(a) || at(a) - at(b))) {
		const home = facts.find((fact) => repeats(claim, fact.claim));
		if (home) home.also.push(claim);
		else facts.push({ claim, also: [] });
	}
	return facts
		.map(({ claim, also }) => {
			const [first = claim, ...rest] = [claim, ...also].toSorted((a, b) => at(a) - at(b));
			// Of claims that say just the same the first one stands for all.
			const shown = first === claim || repeats(claim, first) ? first : claim;
			return { claim: shown, also: [first, ...rest].filter((one) => one !== shown), place: at(first) };
		})
		.toSorted((a, b) => a.place - b.place)
		.map(({ claim, also }) => ({ claim, also }));
}

function fullness({ quote, text }: Stated): number {
	return quote.length + text.length / 2;
}

/**
 * Whether a claim says nothing that another one does not say: its quote lies inside the other's quote, or both say the same, on two
 * pages nearly the same; and it brings in no number, no name, no holder and no "not". Each cell of a table is a fact of its own.
 */
export function repeats(claim: Stated, fuller: Stated): boolean {
	if (cellKey(claim) !== cellKey(fuller)) return false;
	const [mine, theirs] = [seenIn(claim), seenIn(fuller)];
	if (![...mine.numbers].every((number) => theirs.numbers.has(number))) return false;
	if (!lies(claim, mine, fuller, theirs) && !alike(claim, mine, fuller, theirs)) return false;
	return mine.names.every((name) => theirs.all.includes(name)) && holderHeld(claim, theirs);
}

/** Whether the quote is a piece of the other quote, and the other claim states it. */
function lies(claim: Stated, mine: Seen, fuller: Stated, theirs: Seen): boolean {
	const isPiece =
		claim.sourceId === fuller.sourceId
			? fuller.start <= claim.start && claim.start + claim.quote.length <= fuller.start + fuller.quote.length + 1
			: mine.quoted >= quoteLeast && theirs.quote.includes(mine.quote);
	if (!isPiece) return false;
	const held = mine.words.filter((word) => theirs.stated.has(word)).length;
	return held >= mine.words.length * wordsHeld;
}

function alike(claim: Stated, mine: Seen, fuller: Stated, theirs: Seen): boolean {
	if (claim.sourceId === fuller.sourceId) return folded(claim.text) === folded(fuller.text);
	if (mine.denies !== theirs.denies || theirs.numbers.size !== mine.numbers.size) return false;
	if (!mine.words.every((word) => theirs.all.includes(word))) return false;
	return jaccard(mine.grams(), theirs.grams()) >= nearlySame && theirs.names.every((name) => mine.all.includes(name));
}

function holderHeld({ holder }: Stated, theirs: Seen): boolean {
	return holder === undefined || theirs.all.includes(folded(holder));
}

function cellKey({ cell }: Stated): string {
	return cell === undefined ? "" : `${cell.row}\n${cell.column}\n${cell.text}`;
}

interface Seen {
	/** Words of the quote, set apart by spaces, one in front and one behind. */
	quote: string;
	quoted: number;
	/** Stems of the words of what is claimed. */
	words: string[];
	/** Stems of what is claimed, and of the quote where it is hardly longer. */
	stated: Set<string>;
	numbers: Set<string>;
	names: string[];
	denies: boolean;
	/** Text, quote and holder, folded. */
	all: string;
	grams: () => Set<string>;
}

const known = new WeakMap<Stated, Seen>();

/** Each claim is compared with all others, so it is looked at once. */
function seenIn(claim: Stated): Seen {
	const seen = known.get(claim) ?? look(claim);
	known.set(claim, seen);
	return seen;
}

function look(claim: Stated): Seen {
	const { text, quote, holder = "" } = claim;
	const all = folded(`${text} ${quote} ${holder}`);
	const quoted = wordsIn(quote);
	const words = wordsIn(text).filter((word) => word.length > 3);
	let grams: Set<string> | undefined;
	return {
		quote: ` ${quoted.join(" ")} `,
		quoted: quoted.length,
		words: words.map(stem),
		stated: new Set([...words, ...(text.length * 2 < quote.length ? [] : quoted)].map(stem)),
		numbers: new Set(folded(`${text} ${quote}`).match(/\d+(?:[.,]\d+)*/gu) ?? []),
		names: namesIn(text),
		denies: /\b(?:not|no|never|nor|neither|without|hardly|\p{L}+n['’]t)\b/iu.test(text),
		all,
		grams: () => (grams ??= trigrams(text)),
	};
}

const wordsIn = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const stem = (word: string) => word.slice(0, 5);

/** What is written like a name; a sentence's first word is not told from one. */
function namesIn(text: string): string[] {
	const words = text.replace(/^\W*[\p{L}\p{N}'’-]+/u, "").match(/\p{Lu}[\p{L}\p{N}]{2,}/gu) ?? [];
	return words.map(folded);
}
