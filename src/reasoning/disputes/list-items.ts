import type { Claim } from "../../evidence/claim.ts";
import type { Aspect } from "./aspect.ts";
import { evenly, sharedBy, type Weigh } from "./weighing.ts";

/** Statements of one page that share this much of their words, and amounts of one unit, are items of one list. */
const sameList = 0.35;
/** Minimum number of other items in a list. */
const othersLeast = 2;
/** A word in more than this share of the other items does not distinguish an item. */
const commonFrom = 0.25;
/** Minimum share, by weight, of an item's distinguishing words that another statement must hold. */
const heldLeast = 0.33;

/** A claim with its parsed statement. */
export interface ClaimAspect {
	claim: Claim;
	aspect: Aspect;
}

/** By claim id, the words that distinguish a list item from the other items. Claims outside lists have no entry. */
export type ItemWords = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The words that name what each list item measures. A page that gives an amount for many things (the shares of ten reasons, the prices of
 * ten models) repeats one sentence with other words in one place.
 */
export function itemWordsOf(statements: readonly ClaimAspect[]): ItemWords {
	const listed = statements.filter(({ claim }) => claim.cell === undefined && unitsOf(claim).size > 0);
	const out = new Map<string, ReadonlySet<string>>();
	for (const page of Map.groupBy(listed, ({ claim }) => claim.sourceId).values())
		for (const one of page) {
			const others = page.filter((other) => other !== one && areOfOneList(one, other)).map(({ aspect }) => aspect.all);
			if (others.length < othersLeast) continue;
			const isCommon = (word: string) => others.filter((words) => words.has(word)).length > commonFrom * others.length;
			const own = [...one.aspect.all].filter((word) => !isCommon(word));
			if (own.length > 0) out.set(one.claim.id, new Set(own));
		}
	return out;
}

/** Whether two statements can be about one list item: each holds enough of the other's distinguishing words. */
export function areOneItem(a: ClaimAspect, b: ClaimAspect, items: ItemWords, weigh: Weigh): boolean {
	const holds = (one: ClaimAspect, other: ClaimAspect) => {
		const own = items.get(one.claim.id);
		return own === undefined || weightOf(own.intersection(other.aspect.all), weigh) >= heldLeast * weightOf(own, weigh);
	};
	return holds(a, b) && holds(b, a);
}

function areOfOneList(a: ClaimAspect, b: ClaimAspect): boolean {
	return !unitsOf(a.claim).isDisjointFrom(unitsOf(b.claim)) && sharedBy(a.aspect.all, b.aspect.all, evenly) >= sameList;
}

function unitsOf({ values }: Claim): Set<string> {
	return new Set(values.flatMap(({ kind, unit = "" }) => (kind === "number" ? [unit] : [])));
}

function weightOf(words: ReadonlySet<string>, weigh: Weigh): number {
	return [...words].reduce((sum, word) => sum + weigh(word), 0);
}
