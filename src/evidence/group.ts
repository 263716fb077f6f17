import { jaccard, trigrams } from "../base/text.ts";
import { quantitiesIn } from "../text/quantities.ts";
import { isFirstHand, isGrantedHost } from "./authority.ts";
import type { Claim, Confidence, Conflict, TypedValue } from "./claim.ts";
import { isRepeatOf } from "./distinct-facts.ts";
import { countOrigins } from "./independence.ts";
import { isWeb, type Source } from "./source.ts";

/** Claims that state the same fact (METHOD §6). */
export interface Group {
	/** The id of its first claim. */
	id: string;
	/** The longest text among its claims. */
	text: string;
	claimIds: string[];
	sourceIds: string[];
	/** Number of independent origins, not pages: one press release on eight sites is one origin. */
	origins: number;
	confidence: Confidence;
	disputed: boolean;
	challenged: boolean;
	subQuestionIds: string[];
}

/** Two texts at least this similar state the same fact (METHOD §6). */
const nearDuplicate = 0.6;
/** Statements at two places of one page are different facts if they are less similar: one word may distinguish two thresholds. */
const samePageDuplicate = 0.9;
/** Two claims with the same value for the same subject must also be this similar in wording: a value alone is no assertion. */
const sameValueWording = 0.25;
/** If the shared value is a name, more wording must be shared: many facts about a thing name the same place. */
const sameNameWording = 0.45;

const confidenceRank: Record<Confidence, number> = { low: 0, medium: 1, high: 2 };

/** Whether two claims state the same fact. Claims with different values never do, however similar their wording. */
function isSameAssertion(a: Claim, b: Claim): boolean {
	if (hasOtherValues(a, b)) return false;
	if (isRepeatOf(a, b) || isRepeatOf(b, a)) return true;
	const alike = jaccard(gramsOf(a), gramsOf(b));
	if (isAtOtherPlace(a, b)) return alike >= samePageDuplicate;
	if (alike >= nearDuplicate) return true;
	if (alike < sameValueWording || a.subject === "" || a.subject !== b.subject) return false;
	const shared = sharedValueKinds(a, b);
	return shared.some(isMeasured) || (shared.length > 0 && alike >= sameNameWording);
}

const gramsByClaim = new WeakMap<Claim, Set<string>>();

/** The trigrams of a claim's text, cached because each claim is compared with all others. */
function gramsOf(claim: Claim): Set<string> {
	const claimGrams = gramsByClaim.get(claim) ?? trigrams(claim.text);
	gramsByClaim.set(claim, claimGrams);
	return claimGrams;
}

/** Whether both claims are from one page, with quotes that do not overlap. */
function isAtOtherPlace(a: Claim, b: Claim): boolean {
	if (a.sourceId !== b.sourceId) return false;
	return a.start + a.quote.length <= b.start || b.start + b.quote.length <= a.start;
}

const isMeasured = (kind: TypedValue["kind"]) => kind === "number" || kind === "date";

/** The kinds of the values that both claims state. */
function sharedValueKinds(a: Claim, b: Claim): TypedValue["kind"][] {
	const key = ({ kind, normal, unit = "" }: TypedValue) => `${kind}:${normal}:${unit}`;
	const known = new Set(a.values.map(key));
	return b.values.filter((value) => known.has(key(value))).map(({ kind }) => kind);
}

/** Whether both state numbers or dates, or both a place in an order (`11th`), and share none. */
function hasOtherValues(a: Claim, b: Claim): boolean {
	const measured = (claim: Claim) =>
		new Set(claim.values.filter((value) => isMeasured(value.kind)).map((value) => `${value.kind}:${value.normal}`));
	return isOther(measured(a), measured(b)) || isOther(ordinalsOf(a), ordinalsOf(b));
}

function isOther<T>(left: ReadonlySet<T>, right: ReadonlySet<T>): boolean {
	return left.size > 0 && right.size > 0 && left.isDisjointFrom(right);
}

const ordinalsByClaim = new WeakMap<Claim, Set<number>>();

/** Cached because each claim is compared with all others. */
function ordinalsOf(claim: Claim): Set<number> {
	const ordinals =
		ordinalsByClaim.get(claim) ??
		new Set(quantitiesIn(claim.quote).flatMap(({ kind, value }) => (kind === "ordinal" ? [value] : [])));
	ordinalsByClaim.set(claim, ordinals);
	return ordinals;
}

/**
 * Adds a wave's new direct claims to the groups, merges near-duplicates and marks disputes. Adjacent claims form no groups.
 * `countPages`: as in `groupByOrigin`.
 */
export function updateGroups(
	groups: readonly Group[],
	fresh: readonly Claim[],
	conflicts: readonly Conflict[],
	claims: ReadonlyMap<string, Claim>,
	sources: ReadonlyMap<string, Source>,
	countPages = false,
): Group[] {
	const next = groups.map((group) => ({ ...group, claimIds: [...group.claimIds] }));
	const conflictKeys = new Set(conflicts.map((conflict) => `${conflict.a} ${conflict.b}`));
	const conflicting = (a: string, b: string) => conflictKeys.has(`${a} ${b}`) || conflictKeys.has(`${b} ${a}`);
	for (const claim of fresh) {
		if (claim.class !== "direct") continue;
		const home = next.find(
			(group) =>
				group.claimIds.some((id) => {
					const other = claims.get(id);
					return other !== undefined && isSameAssertion(claim, other);
				}) && !group.claimIds.some((id) => conflicting(id, claim.id)),
		);
		if (home) home.claimIds.push(claim.id);
		else next.push({ ...emptyGroup, id: claim.id, claimIds: [claim.id], sourceIds: [], subQuestionIds: [] });
	}
	const disputed = new Set(conflicts.flatMap((conflict) => [conflict.a, conflict.b]));
	return next.map((group) => summarizeGroup(group, claims, sources, disputed, countPages));
}

const emptyGroup = { text: "", origins: 0, confidence: "low" as Confidence, disputed: false, challenged: false };

function summarizeGroup(
	group: Group,
	claims: ReadonlyMap<string, Claim>,
	sources: ReadonlyMap<string, Source>,
	disputed: ReadonlySet<string>,
	countPages: boolean,
): Group {
	const members = group.claimIds.flatMap((id) => claims.get(id) ?? []);
	const longest = members.reduce((best, claim) => (claim.text.length > best.length ? claim.text : best), "");
	const best = members.reduce<Confidence>(
		(top, claim) => (confidenceRank[claim.confidence] > confidenceRank[top] ? claim.confidence : top),
		"low",
	);
	const origins = countOrigins(members, sources, countPages);
	const isFirstHandClaim = ({ sourceId }: Claim) => {
		const source = sources.get(sourceId);
		return source !== undefined && isWeb(source) && isFirstHand(source.authority) && isGrantedHost(source.url);
	};
	return {
		...group,
		text: longest,
		sourceIds: [...new Set(members.map((claim) => claim.sourceId))],
		subQuestionIds: [...new Set(members.flatMap((claim) => claim.subQuestionIds))],
		origins,
		// High confidence needs independent origins or a first-hand web source; the confidence of one extraction is not enough.
		confidence: origins >= 2 || members.some(isFirstHandClaim) ? "high" : best === "high" ? "medium" : best,
		disputed: group.disputed || group.claimIds.some((id) => disputed.has(id)),
	};
}
