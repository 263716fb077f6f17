import type { Claim } from "../../evidence/claim.ts";
import type { Aspect } from "./aspect.ts";
import { evenly, sharedBy, type Weigh } from "./weighing.ts";

/** Statements of one page that share so many of their words, beside amounts of one unit, are items of one list. */
const sameList = 0.35;
/** So many others make a list. */
const othersLeast = 2;
/** A word that stands in more of the others does not set an item apart. Share. */
const commonFrom = 0.25;
/** What another statement must hold of the words that set an item apart. Share by weight. */
const heldLeast = 0.33;

/** A claim taken apart. */
export interface ClaimAspect {
	claim: Claim;
	aspect: Aspect;
}

/** By claim, the words that set an item of a list apart from the other items. What stands in no list has no entry. */
export type ItemWords = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * A page that says of many things how much each is (the shares of ten reasons, the prices of ten models) repeats one sentence with other
 * words in one place: these words name what is measured.
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

/** Whether each statement, where it is an item of a list, has in the other one the words that set the item apart. */
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
