import { distinctBy } from "../../base/distinct.ts";
import { bestPlaceFirst } from "../../evidence/best-place.ts";
import type { Claim, Conflict } from "../../evidence/claim.ts";
import { corrects } from "../../evidence/corrected.ts";
import { originsOf } from "../../evidence/independence.ts";
import type { View } from "./input.ts";

/** A dispute as a reader is shown it. */
export interface Shown {
	why: string;
	/** Both sides; where one value was corrected, one for each origin that states it, oldest page first. */
	sides: Side[];
}

/** What one side says, by its best place. */
export interface Side {
	claim: Claim;
	/** Other pages of its origin that say it, too. */
	carried: number;
}

/** Disputes shown with their quotes, at most; all are in evidence.json. */
const disputesMax = 8;
/** Sides of one dispute, at most: what many pages repeat needs no more to be seen. */
const sidesMax = 3;

/** The report's disputes; what repeats one value that was corrected stands together. `more`: a line for those left out. */
export function shownDisputes(view: View): { shown: Shown[]; more: string } {
	const { disputes } = view.report;
	// Two claims of one quote, for two sub-questions, are one side.
	const side = (id: string) => [view.claim(id)?.sourceId, view.claim(id)?.quote ?? id].join(" ");
	const together = Map.groupBy(disputes, (one) =>
		corrects(one) ? one.why : [side(one.a), side(one.b)].toSorted().join(),
	);
	const all = [...together.values()].flatMap((members) => shownOf(view, members));
	const left = all.length - disputesMax;
	return {
		shown: all.slice(0, disputesMax),
		more: left > 0 ? `${left} more are listed in evidence.json.` : "",
	};
}

function shownOf(view: View, conflicts: readonly Conflict[]): Shown[] {
	const claims = conflicts.flatMap(({ a, b }) => [a, b]).flatMap((id) => view.claim(id) ?? []);
	const sides = distinctBy(claims, ({ sourceId }) => sourceId);
	const why = conflicts[0]?.why ?? "";
	if (sides.length < 2) return [];
	if (conflicts.length === 1) return [{ why, sides: sides.map((claim) => ({ claim, carried: 0 })) }];
	const dated = (claim: Claim) => view.source(claim.sourceId)?.date ?? "";
	const correcting = sides.filter(({ id }) => conflicts.every(({ a, b }) => isSideOf(view, id, a, b)));
	const repeating = sides.filter((one) => !correcting.includes(one));
	const known = new Map(view.state.sources.map((source) => [source.id, source]));
	const origins = originsOf(repeating, known).flatMap((same) => {
		const [claim] = bestPlaceFirst(same, known);
		return claim ? [{ claim, carried: same.length - 1 }] : [];
	});
	const inOrder = origins.toSorted((a, b) => (dated(a.claim) < dated(b.claim) ? -1 : 1));
	return [{ why, sides: [...inOrder.slice(0, sidesMax - 1), ...correcting.map((claim) => ({ claim, carried: 0 }))] }];
}

/** `(and on 4 other pages)`: what carries the same text; empty for a side that stands alone. */
export function carriedWords({ carried }: Side): string {
	return carried === 0 ? "" : ` (and on ${carried === 1 ? "another page" : `${carried} other pages`})`;
}

/** Whether the claim's page is on one side of the conflict. */
function isSideOf(view: View, id: string, a: string, b: string): boolean {
	const of = (one: string) => view.claim(one)?.sourceId;
	return of(id) === of(a) || of(id) === of(b);
}
