import { changesIn, statesQuantity } from "../text/former-state.ts";
import { contentStems } from "../text/words.ts";
import type { Claim, Conflict } from "./claim.ts";
import type { Source } from "./source.ts";

/** A claim that states what held before, and the claim that says what holds now. */
export interface Replacement {
	old: Claim;
	by: Claim;
	/** Whether `by` says that the value changed. Otherwise it is only of a later date. */
	isTold: boolean;
}

/** Two statements with this many common words are about one matter. */
const sharedWordsMin = 2;

/** The claims with a value of a matter that changed, by another claim's words or by its later date. */
export function findReplacements(
	claims: readonly Claim[],
	sources: readonly Pick<Source, "id" | "title">[],
	conflicts: readonly Conflict[],
): Replacement[] {
	const titles = new Map(sources.map(({ id, title }) => [id, title]));
	const stemsOf = (one: Claim) => new Set(contentStems(`${titles.get(one.sourceId) ?? ""} ${one.text}`));
	const told = claims.flatMap((by) =>
		changesIn(by.quote).flatMap(({ old, now }) => {
			const matter = new Set(contentStems(`${titles.get(by.sourceId) ?? ""} ${by.text.replace(old.text, "")}`));
			return claims
				.filter(
					(one) =>
						one.cell === undefined &&
						statesQuantity(one.quote, old) &&
						!statesQuantity(one.quote, now) &&
						!isLater(one, by),
				)
				.filter((one) => [...stemsOf(one)].filter((stem) => matter.has(stem)).length >= sharedWordsMin)
				.map((one): Replacement => ({ old: one, by, isTold: true }));
		}),
	);
	const byId = new Map(claims.map((claim) => [claim.id, claim]));
	const dated = conflicts.flatMap(({ kind, a, b }): Replacement[] => {
		const [first, second] = [byId.get(a), byId.get(b)];
		if (!first || !second || (kind !== "number" && kind !== "value")) return [];
		if (isLater(second, first)) return [{ old: first, by: second, isTold: false }];
		return isLater(first, second) ? [{ old: second, by: first, isTold: false }] : [];
	});
	return [...told, ...dated];
}

/** Whether a claim is of a later date than another one. False if a date is unknown, or the coarser holds the finer one. */
function isLater({ asOf: a = "" }: Claim, { asOf: b = "" }: Claim): boolean {
	return a !== "" && b !== "" && !a.startsWith(b) && !b.startsWith(a) && a > b;
}
