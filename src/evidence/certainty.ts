import { isFirstHand } from "./authority.ts";
import type { Claim, Conflict } from "./claim.ts";
import { type DefiningReason, definingReason, isPraise } from "./defining-source.ts";
import type { Group } from "./group.ts";
import { commonOrigin, groupByOrigin, type IdentifiedSource } from "./independence.ts";
import type { Certainty, Conclusion } from "./report.ts";
import { isWeb } from "./source.ts";

/** The evidence by which a conclusion's certainty is determined. */
export interface CertaintyInput {
	claims: readonly Claim[];
	groups: readonly Pick<Group, "claimIds">[];
	conflicts: readonly Conflict[];
	sources: readonly (IdentifiedSource & { id: string })[];
	/** Whether the question is about the current state. */
	recency: boolean;
	/** As in `groupByOrigin`. */
	countPages?: boolean | undefined;
	/** The question and the conclusion: they name the subject. */
	asked?: { question: string; conclusion: string } | undefined;
}

/** Independent origins, plus 1 for a first-hand source. Origins alone, however many, never make a conclusion highly certain. */
const weightForHigh = 3;
/** For a question about the current state, older evidence is outdated. Years. */
const maxAgeYears = 2;

const levels: readonly Certainty[] = ["low", "moderate", "high"];

/**
 * The certainty of a conclusion (METHOD §9), by rule. The level comes from the independent origins of its claims and of claims in their
 * groups, and from first-hand sources; a source that defines the thing itself needs no other. Each of these lowers the level by one: the
 * sources disagree, no claim is direct, all are hedged, or all are old and the question is about the current state.
 */
export function certaintyOf(
	claimIds: readonly string[],
	grounds: CertaintyInput,
): Pick<Conclusion, "certainty" | "why"> {
	const cited = new Set(claimIds);
	const agreeing = grounds.groups.filter((group) => group.claimIds.some((id) => cited.has(id)));
	const ids = new Set([...cited, ...agreeing.flatMap((group) => group.claimIds)]);
	const claims = grounds.claims.filter(({ id }) => ids.has(id));
	const sources = new Map(grounds.sources.map((source) => [source.id, source]));
	const origins = groupByOrigin(claims, sources, grounds.countPages).length;
	const firstHandCount = new Set(
		claims.flatMap((one) => (isFirstHandClaim(one, sources.get(one.sourceId)) ? [one.sourceId] : [])),
	).size;
	// A page that a model calls first-hand counts, but makes nothing highly certain: a survey is first-hand to its maker and may mislead.
	const hasFirstHandWebSource = claims.some(({ sourceId }) => isFirstHandWebSource(sources.get(sourceId)));
	const weight = origins + (firstHandCount > 0 ? 1 : 0);
	const definingReasons = definingReasonsOf(
		claims.filter(({ id }) => cited.has(id)),
		sources,
		grounds,
	);
	const isDefinedBySource =
		definingReasons.length > 0 && !definingReasons.includes("a saved site on this very thing states it");
	const level =
		isDefinedBySource || (hasFirstHandWebSource && weight >= weightForHigh)
			? 2
			: definingReasons.length > 0 || weight >= weightForHigh - 1
				? 1
				: 0;
	const faults = [
		...(grounds.conflicts.some((one) => isContradiction(one) && (ids.has(one.a) || ids.has(one.b)))
			? ["sources disagree"]
			: []),
		...(claims.every((claim) => claim.class !== "direct") ? ["no source speaks of it directly"] : []),
		...(claims.every(({ confidence }) => confidence === "low")
			? ["its sources repeat others, or are unsure themselves"]
			: []),
		...(grounds.recency ? ageFaults(claims, sources) : []),
	];
	const originWords = origins === 1 ? "one source" : `${origins} independent sources`;
	const origin = origins === 1 && definingReasons.length === 0 ? commonOrigin(claims, sources) : undefined;
	const traced = origin === undefined ? [] : [`all of it traces back to ${origin}`];
	const firstHandWords =
		definingReasons.length > 0
			? definingReasons.join(", ")
			: firstHandCount === 0
				? ""
				: origins === 1
					? "at first hand"
					: `${firstHandCount} at first hand`;
	return {
		certainty: levels[Math.max(0, level - faults.length)] ?? "low",
		why: [[originWords, firstHandWords].filter((part) => part !== "").join(", "), ...traced, ...faults].join("; "),
	};
}

/** How the sources define the matter of the cited claims, if each claim states what its source defines; else none. */
function definingReasonsOf(
	cited: readonly Claim[],
	sources: ReadonlyMap<string, IdentifiedSource>,
	{ asked }: CertaintyInput,
): DefiningReason[] {
	if (asked === undefined || isPraise(asked.conclusion)) return [];
	const voices = cited.map((claim) =>
		definingReason(claim, sources.get(claim.sourceId), `${asked.question} ${asked.conclusion}`, [...sources.values()]),
	);
	return voices.every((voice) => voice !== undefined) ? [...new Set(voices)] : [];
}

/** Whether only one of the two claims can hold. Claims that differ in scope, date or definition can both hold. */
function isContradiction({ class: kind }: Conflict): boolean {
	return kind === undefined || kind === "fact" || kind === "judgement";
}

/** Whether a claim is first-hand: by the page's authority, or as the reading model says of both the page and the claim. */
function isFirstHandClaim({ confidence }: Claim, source: IdentifiedSource | undefined): boolean {
	if (source === undefined) return false;
	const isStatedFirstHand = source.speaker?.standing === "first-hand" && confidence === "high";
	return isStatedFirstHand || isFirstHandWebSource(source);
}

function isFirstHandWebSource(source: IdentifiedSource | undefined): boolean {
	return source !== undefined && isWeb(source) && isFirstHand(source.authority);
}

function ageFaults(claims: readonly Claim[], sources: ReadonlyMap<string, IdentifiedSource>): string[] {
	const dates = claims.flatMap(({ asOf, sourceId }) => asOf ?? sources.get(sourceId)?.date ?? []);
	const captureYears = [...sources.values()].flatMap(({ capture }) => capture?.at.slice(0, 4) ?? []);
	const newest = dates.toSorted().at(-1)?.slice(0, 4);
	if (newest === undefined) return ["undated, and the question is about now"];
	const now = Math.max(...captureYears.map(Number), 0);
	return now - Number(newest) > maxAgeYears ? [`nothing newer than ${newest}`] : [];
}
