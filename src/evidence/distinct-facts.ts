import { comparisonForm, jaccard, trigrams } from "../base/text.ts";
import type { Cell, Claim } from "./claim.ts";

/** The fields of a claim that are compared. */
export type ComparableClaim = Pick<Claim, "text" | "quote" | "start"> & {
	sourceId?: string | undefined;
	cell?: Cell | undefined;
	holder?: string | undefined;
};

/** A claim, and the claims that add nothing to it. */
export interface DistinctFact<T> {
	claim: T;
	also: T[];
}

/** Minimum share of a claim's words that the fuller claim must hold. */
const minSharedWords = 0.7;
/** Statements of two pages at least this similar are one fact, if no word, number or name is new. */
const minSimilarity = 0.7;
/** A shorter quote might stand in any text. Words. */
const minQuoteWords = 5;

/**
 * Merges claims of the same fact: a claim that adds nothing to another one is listed under the fullest claim that contains it, so that
 * showing only the fullest loses nothing. Facts are in the order of their first claims.
 */
export function distinctFacts<T extends ComparableClaim>(claims: readonly T[]): DistinctFact<T>[] {
	const places = new Map(claims.map((claim, at) => [claim, at]));
	const at = (claim: T) => places.get(claim) ?? 0;
	const facts: DistinctFact<T>[] = [];
	for (const claim of claims.toSorted((a, b) => fullness(b) - fullness(a) || at(a) - at(b))) {
		const home = facts.find((fact) => isRepeatOf(claim, fact.claim));
		if (home) home.also.push(claim);
		else facts.push({ claim, also: [] });
	}
	return facts
		.map(({ claim, also }) => {
			const [first = claim, ...rest] = [claim, ...also].toSorted((a, b) => at(a) - at(b));
			// If the first claim says the same, it represents the fact.
			const shown = first === claim || isRepeatOf(claim, first) ? first : claim;
			return { claim: shown, also: [first, ...rest].filter((one) => one !== shown), place: at(first) };
		})
		.toSorted((a, b) => a.place - b.place)
		.map(({ claim, also }) => ({ claim, also }));
}

function fullness({ quote, text }: ComparableClaim): number {
	return quote.length + text.length / 2;
}

/**
 * Whether a claim adds nothing to a fuller one. Its quote lies inside the other's quote, or both say the same (on two pages: nearly the
 * same); and it adds no number, name, holder or denial. Each cell of a table is a fact of its own.
 */
export function isRepeatOf(claim: ComparableClaim, fuller: ComparableClaim): boolean {
	if (cellKey(claim) !== cellKey(fuller)) return false;
	const [mine, theirs] = [featuresOf(claim), featuresOf(fuller)];
	if (![...mine.numbers].every((number) => theirs.numbers.has(number))) return false;
	if (!isPartOf(claim, mine, fuller, theirs) && !isSimilarTo(claim, mine, fuller, theirs)) return false;
	return mine.names.every((name) => theirs.all.includes(name)) && holdsHolder(claim, theirs);
}

/** Whether the quote is a part of the other quote, and the other claim states most of this one. */
function isPartOf(
	claim: ComparableClaim,
	mine: ClaimFeatures,
	fuller: ComparableClaim,
	theirs: ClaimFeatures,
): boolean {
	const isPiece =
		claim.sourceId === fuller.sourceId
			? fuller.start <= claim.start && claim.start + claim.quote.length <= fuller.start + fuller.quote.length + 1
			: mine.quoted >= minQuoteWords && theirs.quote.includes(mine.quote);
	if (!isPiece) return false;
	const held = mine.words.filter((word) => theirs.stated.has(word)).length;
	return held >= mine.words.length * minSharedWords;
}

function isSimilarTo(
	claim: ComparableClaim,
	mine: ClaimFeatures,
	fuller: ComparableClaim,
	theirs: ClaimFeatures,
): boolean {
	if (claim.sourceId === fuller.sourceId) return comparisonForm(claim.text) === comparisonForm(fuller.text);
	if (mine.denies !== theirs.denies || theirs.numbers.size !== mine.numbers.size) return false;
	if (!mine.words.every((word) => theirs.all.includes(word))) return false;
	return (
		jaccard(mine.grams(), theirs.grams()) >= minSimilarity && theirs.names.every((name) => mine.all.includes(name))
	);
}

function holdsHolder({ holder }: ComparableClaim, theirs: ClaimFeatures): boolean {
	return holder === undefined || theirs.all.includes(comparisonForm(holder));
}

function cellKey({ cell }: ComparableClaim): string {
	return cell === undefined ? "" : `${cell.row}\n${cell.column}\n${cell.text}`;
}

interface ClaimFeatures {
	/** Words of the quote, separated by spaces, with one space before and after. */
	quote: string;
	quoted: number;
	/** Stems of the words of the claim's text. */
	words: string[];
	/** Stems of the claim's text; also of the quote, if it is not much longer than the text. */
	stated: Set<string>;
	numbers: Set<string>;
	names: string[];
	denies: boolean;
	/** Text, quote and holder, folded. */
	all: string;
	grams: () => Set<string>;
}

const featuresByClaim = new WeakMap<ComparableClaim, ClaimFeatures>();

/** The features of a claim, cached because each claim is compared with all others. */
function featuresOf(claim: ComparableClaim): ClaimFeatures {
	const seen = featuresByClaim.get(claim) ?? computeFeatures(claim);
	featuresByClaim.set(claim, seen);
	return seen;
}

function computeFeatures(claim: ComparableClaim): ClaimFeatures {
	const { text, quote, holder = "" } = claim;
	const all = comparisonForm(`${text} ${quote} ${holder}`);
	const quoted = wordsIn(quote);
	const words = wordsIn(text).filter((word) => word.length > 3);
	let grams: Set<string> | undefined;
	return {
		quote: ` ${quoted.join(" ")} `,
		quoted: quoted.length,
		words: words.map(stem),
		stated: new Set([...words, ...(text.length * 2 < quote.length ? [] : quoted)].map(stem)),
		numbers: new Set(comparisonForm(`${text} ${quote}`).match(/\d+(?:[.,]\d+)*/gu) ?? []),
		names: capitalizedWordsIn(text),
		denies: /\b(?:not|no|never|nor|neither|without|hardly|\p{L}+n['’]t)\b/iu.test(text),
		all,
		grams: () => (grams ??= trigrams(text)),
	};
}

const wordsIn = (text: string): string[] => comparisonForm(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const stem = (word: string) => word.slice(0, 5);

/** Capitalized words, which may be names. The first word of a sentence is skipped: it may be any word. */
function capitalizedWordsIn(text: string): string[] {
	const words = text.replace(/^\W*[\p{L}\p{N}'’-]+/u, "").match(/\p{Lu}[\p{L}\p{N}]{2,}/gu) ?? [];
	return words.map(comparisonForm);
}
