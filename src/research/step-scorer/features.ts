import type { Claim } from "../../evidence/claim.ts";
import { hasDirectClaim } from "../../evidence/coverage.ts";
import type { ResearchState, Turn } from "../../evidence/state.ts";
import { contentStems } from "../../text/words.ts";
import { pagesWithoutGain } from "../planners/gain.ts";
import { optionsOf, readsLeft } from "../state-access.ts";

/**
 * What the step scorer knows of a step, by name. Shares are 0–1, `log` means log(1 + count). All of it is in the log of the run: no
 * feature knows what a right answer or a needed page is. docs/learning.md describes each.
 */
export const stepFeatureNames = [
	// The five signals (METHOD §6).
	...["newEvidence", "conflictFound", "redundant", "deadEnd", "noResults"],
	// What kind of action it was.
	...["again", "hop", "recover", "challenge", "adversarial"],
	// What is left of the budget after it.
	...["readsLeft", "stepsLeft"],
	// Coverage after it, and what it added.
	...["covered", "thin", "uncovered", "coreBacked", "coveredGained"],
	// Claims, groups, origins, disputes.
	...["directGained", "adjacentGained", "pagesRead", "groups", "origins", "confident", "disputed", "disputedGained"],
	// Novelty: of its queries, of its results, and for how many pages nothing better came.
	...["queryNovelty", "resultNovelty", "pagesWithoutGain"],
	// The question's content words that direct claims hold, after it and gained by it.
	...["questionHeld", "questionGained"],
	// Margins: the best claim, how far it beats the best before, the mean of the step's claims, results that were read before others.
	...["bestRelevance", "relevanceMargin", "meanRelevance", "readMargin"],
	// Follow-up questions: the promise of the one that it followed, of the best that is open, and their number.
	...["promise", "openPromise", "openFollowUps"],
] as const;

export type StepFeatures = Readonly<Record<string, number>>;

/** The features of a finished action. `before`: the state at its decision; `after`: at the end of its wave. */
export function stepFeatures(before: ResearchState, turn: Turn, after: ResearchState): StepFeatures {
	const { action, signal, subQuestionId = "" } = turn;
	const options = optionsOf(after);
	const own = new Set(turn.claims);
	const claims = after.claims.filter(({ id }) => own.has(id));
	const direct = claims.filter((claim) => claim.class === "direct");
	const subQuestion = after.subQuestions.find(({ id }) => id === subQuestionId);
	const isDone = (wanted: typeof signal) => (signal === wanted ? 1 : 0);
	return {
		newEvidence: isDone("NEW_EVIDENCE"),
		conflictFound: isDone("CONFLICT_FOUND"),
		redundant: isDone("REDUNDANT"),
		deadEnd: isDone("DEAD_END"),
		noResults: isDone("NO_RETRIEVAL_RESULTS"),
		again: action.kind === "cover" && (before.coverage[subQuestionId]?.turns ?? 0) > 0 ? 1 : 0,
		hop: action.kind === "hop" ? 1 : 0,
		recover: action.kind === "recover" ? 1 : 0,
		challenge: action.kind === "challenge" ? 1 : 0,
		adversarial: subQuestion?.stance === "adversarial" ? 1 : 0,
		readsLeft: readsLeft(after) / options.maxSources,
		stepsLeft: Math.max(0, options.maxSteps - after.turns.length) / options.maxSteps,
		...coverageFeatures(before, after),
		directGained: Math.log1p(direct.length),
		adjacentGained: Math.log1p(claims.length - direct.length),
		pagesRead: Math.log1p(turn.read.length),
		...groupFeatures(before, after),
		...noveltyFeatures(before, turn, after),
		...marginFeatures(before, turn, after),
		promise: before.followUps.find(({ text }) => text === subQuestion?.text)?.promise ?? 0,
		openPromise: after.followUps[0]?.promise ?? 0,
		openFollowUps: Math.log1p(after.followUps.length),
	};
}

function coverageFeatures(before: ResearchState, after: ResearchState): StepFeatures {
	const share = (state: ResearchState, wanted: string) => {
		const all = Object.values(state.coverage);
		return all.filter(({ status }) => status === wanted).length / Math.max(1, all.length);
	};
	const core = after.subQuestions.filter(({ priority, stance }) => priority === "core" && stance === "supporting");
	return {
		covered: share(after, "covered"),
		thin: share(after, "thin"),
		uncovered: share(after, "uncovered"),
		coreBacked: core.filter(({ id }) => hasDirectClaim(after, id)).length / Math.max(1, core.length),
		coveredGained: share(after, "covered") - share(before, "covered"),
	};
}

function groupFeatures(before: ResearchState, after: ResearchState): StepFeatures {
	const disputed = ({ groups }: ResearchState) => groups.filter((group) => group.disputed).length;
	return {
		groups: Math.log1p(after.groups.length),
		origins: Math.log1p(Math.max(0, ...after.groups.map(({ origins }) => origins))),
		confident: Math.log1p(after.groups.filter(({ confidence }) => confidence === "high").length),
		disputed: Math.log1p(disputed(after)),
		disputedGained: Math.log1p(Math.max(0, disputed(after) - disputed(before))),
	};
}

function noveltyFeatures(before: ResearchState, turn: Turn, after: ResearchState): StepFeatures {
	const sent = new Set(before.turns.flatMap(({ queries }) => queries.flatMap(contentStems)));
	const asked = new Set(turn.queries.flatMap(contentStems));
	const seen = new Set(before.turns.flatMap(({ hits }) => hits.map(({ url }) => url)));
	const wanted = contentStems(after.question);
	const held = (state: ResearchState) => {
		const stems = new Set(state.claims.filter((claim) => claim.class === "direct").flatMap(stemsOfClaim));
		return wanted.filter((stem) => stems.has(stem)).length / Math.max(1, wanted.length);
	};
	return {
		queryNovelty: shareOf([...asked], (stem) => !sent.has(stem)),
		resultNovelty: shareOf(turn.hits, ({ url }) => !seen.has(url)),
		pagesWithoutGain: Math.log1p(pagesWithoutGain(after)),
		questionHeld: held(after),
		questionGained: held(after) - held(before),
	};
}

function marginFeatures(before: ResearchState, turn: Turn, after: ResearchState): StepFeatures {
	const best = (claims: ResearchState["claims"]) => Math.max(0, ...claims.map(({ relevance }) => relevance));
	const own = new Set(turn.claims);
	const claims = after.claims.filter(({ id }) => own.has(id));
	const read = new Set(after.sources.filter(({ id }) => turn.read.includes(id)).map(({ url }) => url));
	// Where in the list of results the pages stood that were read: 1 is the top.
	const places = turn.hits.flatMap(({ url }, at) => (read.has(url) ? [1 - at / turn.hits.length] : []));
	return {
		bestRelevance: best(after.claims),
		relevanceMargin: best(claims) - best(before.claims),
		meanRelevance: meanOf(claims.map(({ relevance }) => relevance)),
		readMargin: meanOf(places),
	};
}

const stemsByClaim = new WeakMap<Claim, string[]>();

/** The stems of a claim's words, kept because each decision asks for them again. */
export function stemsOfClaim(claim: Claim): string[] {
	const stems = stemsByClaim.get(claim) ?? contentStems(claim.text);
	stemsByClaim.set(claim, stems);
	return stems;
}

function shareOf<Item>(items: readonly Item[], isCounted: (item: Item) => boolean): number {
	return items.length === 0 ? 0 : items.filter(isCounted).length / items.length;
}

function meanOf(values: readonly number[]): number {
	return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
