import { isFirstHand } from "./authority.ts";
import type { Claim, Conflict } from "./claim.ts";
import type { Group } from "./group.ts";
import { type Known, originsOf } from "./independence.ts";
import type { Certainty, Conclusion } from "./report.ts";
import { isWeb } from "./source.ts";

/** What a conclusion is graded by. */
export interface Grounds {
	claims: readonly Claim[];
	groups: readonly Pick<Group, "claimIds">[];
	conflicts: readonly Conflict[];
	sources: readonly (Known & { id: string })[];
	/** The question is about the current state. */
	recency: boolean;
}

/** So many independent origins make a conclusion highly certain without a first-hand source; one fewer with one. */
const originsForHigh = 3;
/** Where the question is about now, what was current longer ago is old. Years. */
const oldAfter = 2;

const levels: readonly Certainty[] = ["low", "moderate", "high"];

/**
 * How certain a conclusion is (METHOD §9), by rule: independent origins of its claims and of those that say the same, and a source at
 * first hand, set the level; each of these lowers it by one: the sources disagree, no claim is direct, all are hedged, all are old where
 * the question is about now.
 */
export function certaintyOf(claimIds: readonly string[], grounds: Grounds): Pick<Conclusion, "certainty" | "why"> {
	const cited = new Set(claimIds);
	const agreeing = grounds.groups.filter((group) => group.claimIds.some((id) => cited.has(id)));
	const ids = new Set([...cited, ...agreeing.flatMap((group) => group.claimIds)]);
	const claims = grounds.claims.filter(({ id }) => ids.has(id));
	const sources = new Map(grounds.sources.map((source) => [source.id, source]));
	const origins = originsOf(claims, sources).length;
	const first = new Set(claims.flatMap(({ sourceId }) => (isAtFirstHand(sources.get(sourceId)) ? [sourceId] : [])))
		.size;
	const weighty = origins + (first > 0 ? 1 : 0);
	const level = weighty >= originsForHigh ? 2 : weighty === originsForHigh - 1 ? 1 : 0;
	const faults = [
		...(grounds.conflicts.some((one) => isDispute(one) && (ids.has(one.a) || ids.has(one.b)))
			? ["sources disagree"]
			: []),
		...(claims.every((claim) => claim.class !== "direct") ? ["no source speaks of it directly"] : []),
		...(claims.every(({ confidence }) => confidence === "low") ? ["its sources are unsure themselves"] : []),
		...(grounds.recency ? ageFault(claims, sources) : []),
	];
	const counted = origins === 1 ? "one source" : `${origins} independent sources`;
	const handed = first === 0 ? "none at first hand" : origins === 1 ? "at first hand" : `${first} at first hand`;
	return {
		certainty: levels[Math.max(0, level - faults.length)] ?? "low",
		why: [`${counted}, ${handed}`, ...faults].join("; "),
	};
}

/** What differs in scope, date or definition can both hold. */
function isDispute({ class: kind }: Conflict): boolean {
	return kind === undefined || kind === "fact" || kind === "judgement";
}

function isAtFirstHand(source: Known | undefined): boolean {
	return source !== undefined && isWeb(source) && isFirstHand(source.authority);
}

function ageFault(claims: readonly Claim[], sources: ReadonlyMap<string, Known>): string[] {
	const dates = claims.flatMap(({ asOf, sourceId }) => asOf ?? sources.get(sourceId)?.date ?? []);
	const read = [...sources.values()].flatMap(({ capture }) => capture?.at.slice(0, 4) ?? []);
	const newest = dates.toSorted().at(-1)?.slice(0, 4);
	if (newest === undefined) return ["undated, and the question is about now"];
	const now = Math.max(...read.map(Number), 0);
	return now - Number(newest) > oldAfter ? [`nothing newer than ${newest}`] : [];
}
