import { distinctBy } from "../base/distinct.ts";
import { comparisonForm, jaccard, trigrams } from "../base/text.ts";
import { contentStems, shareHeldOf } from "../text/words.ts";
import type { Claim, Confidence, Conflict } from "./claim.ts";
import type { Inherited } from "./earlier-run.ts";
import type { Group } from "./group.ts";
import { type MovedPage, movedPages } from "./moved-pages.ts";
import { blocksIn, type Certainty, citedIn, type Gap, type Report } from "./report.ts";
import type { Source } from "./source.ts";
import type { ResearchState } from "./state.ts";

/** A claim of the earlier run whose quote its page no longer holds. */
export interface GoneClaim {
	claim: Claim;
	/** The page as the earlier run read it. */
	source: Source;
	/** Whether the whole page is gone, and not only the quote. */
	isPageGone: boolean;
	/** Number of other claims that state the same fact still. */
	stillStated: number;
}

/** What a run found that the earlier run did not know. Claims are direct ones, in the order of their sources. */
export interface Changes {
	/** The earlier run's id. */
	since: string;
	/** The value of a lookup, if it is another one now. */
	answer?: { before?: string | undefined; after?: string | undefined } | undefined;
	added: Claim[];
	gone: GoneClaim[];
	/** A statement of a page that reads otherwise now. */
	changed: { before: Claim; after: Claim }[];
	/** Facts that no claim of the earlier run stated. The new wording of a changed statement is none. */
	newFindings: Group[];
	/** Facts that gained or lost confidence. */
	certainty: { group: Group; before: Confidence; gained: boolean }[];
	/** Conclusions of the report, on the same evidence, whose certainty is another one now. */
	conclusions: { text: string; before: Certainty; after: Certainty; gained: boolean }[];
	newDisputes: Conflict[];
	/** Disputes that the earlier report showed, and on whose matter no claims contradict each other now. */
	endedDisputes: Conflict[];
	/** Pages that stand under another name now. What they state still is no change. */
	moved: MovedPage[];
	gapsClosed: Gap[];
	gapsOpen: Gap[];
	/** Pages that could not be fetched now. Their claims are as they were. */
	unreachable: { source: Source; reason: string }[];
}

const confidenceRank: Record<Confidence, number> = { low: 0, medium: 1, high: 2 };
/** Two statements at least this similar, without their numbers, are one before and after a change. Two gaps likewise. */
const sameStatement = 0.5;

/** Whether the run holds evidence that the earlier run did not have, or lacks some of it. */
export function hasNewEvidence({ inherited, claims }: ResearchState): boolean {
	const before = new Map(inherited?.claims.map((claim) => [claim.id, claim]));
	if (before.size !== claims.length) return true;
	return claims.some(({ id, class: kind, subQuestionIds }) => {
		const known = before.get(id);
		return known?.class !== kind || known.subQuestionIds.length !== subQuestionIds.length;
	});
}

/** What has changed since the run that this one started from; undefined if it started from none. */
export function changesOf(state: ResearchState): Changes | undefined {
	const { inherited, sources, report } = state;
	if (!inherited) return undefined;
	const moved = movedPages(inherited, state);
	const pairs = pairClaims(state, inherited, moved);
	const known = new Set(inherited.claims.map(({ id }) => id));
	const addedIds = new Set(pairs.added.map(({ id }) => id));
	const groupsBefore = new Map(inherited.groups.flatMap((group) => group.claimIds.map((id) => [id, group] as const)));
	const gapsNow = (report?.gaps ?? []).map(({ text }) => text);
	const isOpen = ({ text }: Gap) => gapsNow.some((gap) => isSameGap(gap, text));
	return {
		since: inherited.run,
		...answerChange(state, inherited),
		...pairs,
		newFindings: byWeight(
			state,
			state.groups.filter(
				({ claimIds }) => !claimIds.some((id) => known.has(id)) && claimIds.some((id) => addedIds.has(id)),
			),
		),
		certainty: state.groups.flatMap((group) => {
			const before = group.claimIds.flatMap((id) => groupsBefore.get(id) ?? [])[0]?.confidence;
			if (before === undefined || before === group.confidence) return [];
			return [{ group, before, gained: confidenceRank[group.confidence] > confidenceRank[before] }];
		}),
		conclusions: regradedConclusions(report, inherited.report),
		...disputeChanges(state, inherited, pairs.changed),
		moved,
		gapsClosed: inherited.gaps.filter((gap) => !isOpen(gap)),
		gapsOpen: inherited.gaps.filter(isOpen),
		unreachable: (state.revisits ?? []).flatMap((one) => {
			const source = sources.find(({ id }) => id === one.sourceId);
			return one.outcome === "unreachable" && source ? [{ source, reason: one.reason }] : [];
		}),
	};
}

/** The disputes that began and those that ended. One of which a side has another value now is neither: the value is told. */
function disputeChanges(
	{ conflicts }: ResearchState,
	inherited: Inherited,
	changed: Changes["changed"],
): Pick<Changes, "newDisputes" | "endedDisputes"> {
	const later = new Map(changed.map(({ before, after }) => [before.id, after.id]));
	const sidesNow = ({ a, b }: Conflict) => [later.get(a) ?? a, later.get(b) ?? b];
	const keyNow = (conflict: Conflict) => sidesNow(conflict).toSorted().join();
	const [known, whys] = [inherited.conflicts.map(keyNow), inherited.conflicts.map(({ why }) => why)];
	const disputed = new Set(conflicts.flatMap(({ a, b }) => [a, b]));
	const isHeld = ({ why }: Conflict) => conflicts.some((one) => one.why === why);
	// A page that repeats a side of a known dispute adds no new one.
	return {
		newDisputes: distinctBy(
			conflicts.filter((one) => !whys.includes(one.why) && !known.includes(keyNow(one))),
			({ why }) => why,
		),
		endedDisputes: distinctBy(
			(inherited.report?.disputes ?? inherited.conflicts).filter(
				(one) => !isHeld(one) && !sidesNow(one).some((id) => disputed.has(id)),
			),
			({ why }) => why,
		),
	};
}

/** How near a text is to the focus of an extension: the share of the focus's words in it, 0–1; 0 without a focus. */
export function nearnessToFocus({ options }: ResearchState): (text: string) => number {
	return shareHeldOf(options?.earlier?.focus ?? "");
}

/** Whether a new claim bears on what an extension looks for: its report shows it, or it holds half of the words of the question or the focus. */
export function bearsOnExtension(state: ResearchState): (claim: Claim) => boolean {
	const shown = shownClaims(state);
	const near = [shareHeldOf(state.question), nearnessToFocus(state)];
	return ({ id, text }) => shown.has(id) || near.some((nearness) => nearness(text) >= 0.5);
}

/** What is near the focus first; then facts that the report cites first, then main points of pages, then the others; each in its order. */
function byWeight(state: ResearchState, groups: Group[]): Group[] {
	const { report, claims } = state;
	const nearness = nearnessToFocus(state);
	const cited = new Set(report ? citedIn(report) : []);
	const main = new Set(claims.filter((claim) => claim.main).map(({ id }) => id));
	const weight = ({ claimIds }: Group) =>
		(claimIds.some((id) => cited.has(id)) ? 2 : 0) + (claimIds.some((id) => main.has(id)) ? 1 : 0);
	return groups.toSorted((a, b) => nearness(b.text) - nearness(a.text) || weight(b) - weight(a));
}

/**
 * Whether the answer or what it rests on differs. A further page that repeats a known fact is no change, unless it makes the fact more
 * certain. Gaps that a search happened to fill or to leave open do not count.
 */
export function isChanged(changes: Changes): boolean {
	const { answer, newFindings, gone, changed, newDisputes, endedDisputes, certainty, conclusions } = changes;
	const lists = [newFindings, gone, changed, newDisputes, endedDisputes, certainty, conclusions];
	return answer !== undefined || lists.some(({ length }) => length > 0);
}

function answerChange({ report, answer }: ResearchState, inherited: Inherited): Pick<Changes, "answer"> {
	const before = (inherited.report?.answer ?? inherited.answer)?.text;
	const after = (report?.answer ?? answer)?.text;
	if (comparisonForm(before ?? "") === comparisonForm(after ?? "")) return {};
	return { answer: { before, after } };
}

const certaintyRank: Record<Certainty, number> = { low: 0, moderate: 1, high: 2 };

/** The conclusions that share most of their claims with an earlier one, and differ from it in certainty. */
function regradedConclusions(report: Report | undefined, earlier: Report | undefined): Changes["conclusions"] {
	return (report?.bottomLine ?? []).flatMap(({ text, certainty: after, claimIds }) => {
		const shared = (ids: readonly string[]) => jaccard(new Set(claimIds), new Set(ids));
		const [nearest] = (earlier?.bottomLine ?? [])
			.filter((one) => shared(one.claimIds) >= sameStatement)
			.toSorted((a, b) => shared(b.claimIds) - shared(a.claimIds));
		if (!nearest || nearest.certainty === after) return [];
		const before = nearest.certainty;
		return [{ text, before, after, gained: certaintyRank[after] > certaintyRank[before] }];
	});
}

/** The claims that came and went. A lost claim and a new one of the same page that say the same, but for a value, are a change. */
function pairClaims(
	state: ResearchState,
	inherited: Inherited,
	moved: readonly MovedPage[],
): Pick<Changes, "added" | "gone" | "changed"> {
	const movedTo = new Map(moved.map(({ from, to }) => [from.id, to.id]));
	// All that a page states was read before, if its text is the same.
	const same = new Set(moved.filter(({ isSame }) => isSame).flatMap(({ from, to }) => [from.id, to.id]));
	const now = new Set(state.claims.map(({ id }) => id));
	const known = new Set(inherited.claims.map(({ id }) => id));
	const isShown = shownClaims(inherited);
	const lost = inherited.claims.filter(
		(claim) => !now.has(claim.id) && !same.has(claim.sourceId) && (claim.class === "direct" || isShown.has(claim.id)),
	);
	let added = state.claims.filter((claim) => !known.has(claim.id) && !same.has(claim.sourceId));
	const gone: GoneClaim[] = [];
	const changed: Changes["changed"] = [];
	for (const claim of lost) {
		const likeness = (one: Claim) => statementLikeness(claim, one);
		const [after] = added
			.filter((one) => one.sourceId === (movedTo.get(claim.sourceId) ?? claim.sourceId))
			.filter((one) => likeness(one) >= sameStatement)
			.toSorted((a, b) => likeness(b) - likeness(a) || a.start - b.start);
		if (after) {
			added = added.filter((one) => one !== after);
			// Case and punctuation are no change of what is stated.
			if (wordsOf(after.text) !== wordsOf(claim.text)) changed.push({ before: claim, after });
			continue;
		}
		const source = inherited.sources.find(({ id }) => id === claim.sourceId);
		if (!source) continue;
		const group = inherited.groups.find(({ claimIds }) => claimIds.includes(claim.id));
		const stillStated = group?.claimIds.filter((id) => now.has(id)).length ?? 0;
		const isPageGone = !state.sources.some(({ id }) => id === claim.sourceId);
		// With a page goes all that stands on it: what the report does not show, or states by another claim, is no news.
		const isOfReport = isShown.has(claim.id) || group?.claimIds.some((id) => isShown.has(id));
		if (isPageGone && inherited.report && !isOfReport) continue;
		gone.push({ claim, source, isPageGone, stillStated });
	}
	return { added: added.filter((claim) => claim.class === "direct"), gone, changed };
}

/** The ids of the claims that a report shows: those that it cites, and those whose quotes lie within its passages. */
function shownClaims({ report, claims }: { report?: Report | undefined; claims: readonly Claim[] }): Set<string> {
	if (!report) return new Set();
	const pieces = blocksIn(report).flatMap(({ sourceId, pieces }) => pieces.map((piece) => ({ ...piece, sourceId })));
	const within = claims.filter(({ sourceId, start, quote }) =>
		pieces.some((one) => one.sourceId === sourceId && one.start <= start && start + quote.length <= one.end),
	);
	return new Set([...citedIn(report), ...within.map(({ id }) => id)]);
}

/** How far two claims of a page state the same but for their values, 0–1: the same cell, or like words; one may be shorter. */
function statementLikeness(a: Claim, b: Claim): number {
	if (a.cell && b.cell && a.cell.row === b.cell.row && a.cell.column === b.cell.column) return 1;
	const [first, second] = [new Set(stemsOfStatement(a)), new Set(stemsOfStatement(b))];
	const shared = first.intersection(second).size;
	// A shortened sentence shares most of its words with the longer one. A single word is enough only where both state a figure of it.
	const share = shared / Math.max(1, Math.min(first.size, second.size));
	const isOfFigures = share === 1 && [a, b].every(({ text }) => /\d/u.test(text));
	const contained = shared >= 2 || isOfFigures ? share : 0;
	return Math.max(jaccard(statementGrams(a), statementGrams(b)), contained >= 0.75 ? contained * 0.75 : 0);
}

function stemsOfStatement({ text }: Claim): string[] {
	return contentStems(text.replace(/\d+(?:[.,]\d+)*/gu, " "));
}

/** Each gap analysis words what is missing anew. */
function isSameGap(a: string, b: string): boolean {
	return comparisonForm(a) === comparisonForm(b) || jaccard(trigrams(a), trigrams(b)) >= sameStatement;
}

function statementGrams({ text }: Claim): Set<string> {
	return trigrams(text.replace(/\d+(?:[.,]\d+)*/gu, "0"));
}

function wordsOf(text: string): string {
	return comparisonForm(text)
		.replace(/[\s.,;:!?"'“”‘’()]+/gu, " ")
		.trim();
}
