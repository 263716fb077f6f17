import type { Claim } from "../../../evidence/claim.ts";
import type { Decided, FollowUpNoted } from "../../../evidence/event.ts";
import type { ResearchState } from "../../../evidence/state.ts";
import { contentStems } from "../../../text/words.ts";
import { optionsOf, readsLeft } from "../../state-access.ts";
import { stemsOfClaim } from "../../step-scorer/features.ts";
import type { Ranked } from "../offers.ts";

/** What the learned planner knows of an offer, by name. Shares are 0–1. All of it is in the log. docs/learning.md describes each. */
export const offerFeatureNames = [
	// The place in the order of the guided planner's rules: 0 is its own choice.
	...["rank"],
	// What kind of action it is, and on what.
	...["again", "adversarial", "hop", "gap", "citation", "recover", "challenge", "stop"],
	// Follow-up questions: the promise, and how far it lies below the best that is open.
	...["promise", "promiseBelowBest"],
	// The words of its target: how many are new to the queries, how many the question has.
	...["novelty", "asked"],
	// The page that suggested it: its best claim against the best of all, how many of the question's words its claims hold, whether the
	// last step read it, whether a hop led to it.
	...["fromRelevance", "fromHeld", "fromLast", "fromHop"],
	// The number of read pages whose claims name its target.
	...["sources"],
	// An action on the same sub-question: what the last one brought, and how far up the first result stands that was not read.
	...["quiet", "unreadMargin"],
	// The budget that is left, for a stop, a hop and an action on the same sub-question.
	...["stopReads", "hopReads", "againReads"],
] as const;
export type OfferFeatures = Readonly<Record<string, number>>;

/** The features of each offer of a decision, in their order. */
export function offerFeatures(state: ResearchState, offers: readonly Ranked[]): OfferFeatures[] {
	const known = knowledgeOf(state);
	return offers.map(([, decided], rank) => featuresOf(state, known, decided, rank));
}

/** What all offers of a decision are compared with. */
interface Known {
	left: number;
	sent: ReadonlySet<string>;
	wanted: readonly string[];
	bestPromise: number;
	bestRelevance: number;
	claimsOf: ReadonlyMap<string, Claim[]>;
}

function knowledgeOf(state: ResearchState): Known {
	return {
		left: readsLeft(state) / optionsOf(state).maxSources,
		sent: new Set(state.turns.flatMap(({ queries }) => queries.flatMap(contentStems))),
		wanted: contentStems(state.question),
		bestPromise: state.followUps[0]?.promise ?? 0,
		bestRelevance: Math.max(0, ...state.claims.map(({ relevance }) => relevance)),
		claimsOf: Map.groupBy(state.claims, ({ sourceId }) => sourceId),
	};
}

/** The greatest rank that is told apart. */
const rankMost = 9;

function featuresOf(state: ResearchState, known: Known, { action, added }: Decided, rank: number): OfferFeatures {
	const isStop = action.kind === "stop";
	const target = isStop ? undefined : (added ?? state.subQuestions.find(({ id }) => id === action.subQuestionId));
	const coverage = isStop ? undefined : state.coverage[action.subQuestionId];
	const followUp = added && state.followUps.find(({ text }) => text === added.text);
	const again = action.kind === "cover" && (coverage?.turns ?? 0) > 0 ? 1 : 0;
	const hop = added?.origin === "hop" ? 1 : 0;
	const words = target ? contentStems(target.focus.length > 0 ? target.focus.join(" ") : target.text) : [];
	const quiet = coverage?.lastSignal !== undefined && coverage.lastSignal !== "NEW_EVIDENCE";
	return {
		rank: Math.min(rank, rankMost),
		again,
		adversarial: target?.stance === "adversarial" ? 1 : 0,
		hop,
		gap: added?.origin === "gap" ? 1 : 0,
		citation: added?.origin === "citation" ? 1 : 0,
		recover: action.kind === "recover" ? 1 : 0,
		challenge: action.kind === "challenge" ? 1 : 0,
		stop: isStop ? 1 : 0,
		promise: followUp?.promise ?? 0,
		promiseBelowBest: followUp ? known.bestPromise - followUp.promise : 0,
		novelty: shareOf(words, (stem) => !known.sent.has(stem)),
		asked: shareOf(words, (stem) => known.wanted.includes(stem)),
		...pageFeatures(state, known, followUp),
		quiet: quiet ? 1 : 0,
		unreadMargin: again ? unreadMargin(state, isStop ? "" : action.subQuestionId) : 0,
		stopReads: isStop ? known.left : 0,
		hopReads: hop * known.left,
		againReads: again * known.left,
	};
}

function pageFeatures(state: ResearchState, known: Known, followUp: FollowUpNoted | undefined): OfferFeatures {
	const from = followUp && state.sources.find(({ url }) => url === followUp.from);
	const claims = (from && known.claimsOf.get(from.id)) ?? [];
	const stems = new Set(claims.flatMap(stemsOfClaim));
	const reader = from && state.turns.find(({ read }) => read.includes(from.id));
	const [name] = followUp?.focus ?? [];
	const naming =
		name === undefined
			? []
			: [...known.claimsOf.values()].filter((some) => some.some(({ text }) => text.includes(name)));
	return {
		fromRelevance:
			known.bestRelevance === 0 ? 0 : Math.max(0, ...claims.map(({ relevance }) => relevance)) / known.bestRelevance,
		fromHeld: from ? shareOf(known.wanted, (stem) => stems.has(stem)) : 0,
		fromLast: reader && reader.n === state.turns.length ? 1 : 0,
		fromHop: reader?.action.kind === "hop" ? 1 : 0,
		sources: Math.log1p(naming.length),
	};
}

/** How far up the first unread result of a sub-question's last search stands: 1 is the top, 0 if there is none. */
function unreadMargin({ turns, sources }: ResearchState, id: string): number {
	const hits = turns.findLast(({ subQuestionId }) => subQuestionId === id)?.hits ?? [];
	const read = new Set(sources.map(({ url }) => url));
	const first = hits.findIndex(({ url }) => !read.has(url));
	return first < 0 ? 0 : 1 - first / hits.length;
}

function shareOf<Item>(items: readonly Item[], isCounted: (item: Item) => boolean): number {
	return items.length === 0 ? 0 : items.filter(isCounted).length / items.length;
}
