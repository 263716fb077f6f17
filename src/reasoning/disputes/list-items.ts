import type { Claim } from "../../evidence/claim.ts";
import type { ParsedStatement } from "./parse-statement.ts";
import { equalWeight, type WordWeight, weightedJaccard } from "./word-weights.ts";

/** Statements of one page that share this much of their words, and amounts of one unit, are items of one list. */
const sameListMin = 0.35;
/** Minimum number of other items in a list. */
const otherItemsMin = 2;
/** A word in more than this share of the other items does not distinguish an item. */
const commonWordShare = 0.25;
/** Minimum share, by weight, of an item's distinguishing words that another statement must hold. */
const heldShareMin = 0.33;

/** A claim with its parsed statement. */
export interface ParsedClaim {
	claim: Claim;
	aspect: ParsedStatement;
}

/** By claim id, the words that distinguish a list item from the other items. Claims outside lists have no entry. */
export type ItemWords = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The words that name what each list item measures. A page that gives an amount for many things (the shares of ten reasons, the prices of
 * ten models) repeats one sentence with other words in one place.
 */
export function findItemWords(statements: readonly ParsedClaim[]): ItemWords {
	const listed = statements.filter(({ claim }) => claim.cell === undefined && unitsOf(claim).size > 0);
	const itemWords = new Map<string, ReadonlySet<string>>();
	for (const page of Map.groupBy(listed, ({ claim }) => claim.sourceId).values())
		for (const one of page) {
			const others = page.filter((other) => other !== one && isSameList(one, other)).map(({ aspect }) => aspect.all);
			if (others.length < otherItemsMin) continue;
			const isCommon = (word: string) =>
				others.filter((words) => words.has(word)).length > commonWordShare * others.length;
			const distinguishing = [...one.aspect.all].filter((word) => !isCommon(word));
			if (distinguishing.length > 0) itemWords.set(one.claim.id, new Set(distinguishing));
		}
	return itemWords;
}

/** Whether two statements can be about one list item: each holds enough of the other's distinguishing words. */
export function isSameItem(a: ParsedClaim, b: ParsedClaim, items: ItemWords, weigh: WordWeight): boolean {
	const holdsWordsOf = (one: ParsedClaim, other: ParsedClaim) => {
		const distinguishing = items.get(one.claim.id);
		return (
			distinguishing === undefined ||
			totalWeight(distinguishing.intersection(other.aspect.all), weigh) >=
				heldShareMin * totalWeight(distinguishing, weigh)
		);
	};
	return holdsWordsOf(a, b) && holdsWordsOf(b, a);
}

function isSameList(a: ParsedClaim, b: ParsedClaim): boolean {
	return (
		!unitsOf(a.claim).isDisjointFrom(unitsOf(b.claim)) &&
		weightedJaccard(a.aspect.all, b.aspect.all, equalWeight) >= sameListMin
	);
}

function unitsOf({ values }: Claim): Set<string> {
	return new Set(values.flatMap(({ kind, unit = "" }) => (kind === "number" ? [unit] : [])));
}

function totalWeight(words: ReadonlySet<string>, weigh: WordWeight): number {
	return [...words].reduce((sum, word) => sum + weigh(word), 0);
}
