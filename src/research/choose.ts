import { distinctBy } from "../base/distinct.ts";
import { shortHash } from "../base/hash.ts";
import { limits } from "../base/limits.ts";
import { dissentIn } from "../evidence/dissent.ts";
import type { Action } from "../evidence/event.ts";
import { type LeftOut, sift } from "../evidence/sift.ts";
import { type Hit, isWeb, type PooledHit } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { ChooseInput } from "../reasoning/reasoner.ts";
import { lastTurn, readSoFar, readsLeft, routeOf, subQuestionOf } from "./facts.ts";
import { purposeOf } from "./gather.ts";
import type { Journal } from "./journal.ts";
import type { Tools } from "./tools.ts";

/** Pages read before that are read again, from the cache, for another sub-question: this many, of the best results. */
const againMax = 2;
/** METHOD §4.4: after this many searches without a read, the best page found so far is read. */
const searchesWithoutRead = 2;

/** METHOD §4.2: which of the results are worth reading, with a reason each. Gives the urls to read. */
export async function choose(journal: Journal, tools: Tools, turn: number, action: Action): Promise<string[]> {
	const { state } = journal;
	const subQuestion = subQuestionOf(state);
	const { hits } = lastTurn(state);
	// A page of the web may turn out to have another address than the one that was chosen.
	const chosen = new Set(state.turns.flatMap(({ choices }) => choices.map(({ url }) => url)));
	const known = new Set([...chosen, ...state.sources.map(({ url }) => url), ...state.unread.map(({ url }) => url)]);
	const { kept: fresh, left } = sift(
		hits.filter((hit) => !known.has(hit.url)),
		state.question,
		distinctBy(
			state.turns.flatMap((one) => one.hits.filter(({ url }) => chosen.has(url))),
			({ url }) => url,
		),
		passedOver(state),
	);
	const pool = fresh.length > 0 ? fresh : owedRead(state, known);
	const max = Math.min(limits.choiceMax, shareOf(state), readsLeft(state));
	await journal.record(turn, {
		instead: "rules",
		name: `choose:${turn}:${shortHash([subQuestion.id, pool.map((hit) => hit.url), max])}`,
		work: async (role) => {
			const wanted: ChooseInput = {
				question: state.question,
				route: routeOf(state),
				subQuestion,
				purpose: purposeOf(action),
				hits: pool,
				claims: state.claims,
				read: readSoFar(state),
				max,
			};
			const choices = pool.length === 0 || max === 0 ? [] : await tools.reasoner.choosePages(wanted, role);
			return {
				type: "chosen",
				choices: choices.slice(0, max),
				again: readAgain(state, hits),
				...(left.length > 0 ? { left } : {}),
			};
		},
	});
	return lastTurn(journal.state).choices.map(({ url }) => url);
}

/**
 * A fair share of what may still be read. A lookup follows its first trail and keeps only the least for what is planned
 * besides; other shapes spread their reads over all sub-questions, with one share left for challenges and leads.
 */
function shareOf(state: ResearchState): number {
	const current = lastTurn(state).subQuestionId;
	const waiting = state.subQuestions.filter(
		({ id }) => id !== current && (state.coverage[id]?.turns ?? 0) === 0,
	).length;
	const left = readsLeft(state);
	const share =
		routeOf(state).shape === "lookup" ? left - waiting * limits.choiceMin : Math.floor(left / (waiting + 2));
	return Math.max(limits.choiceMin, share);
}

/** What searches of this run left out before. */
function passedOver({ turns }: ResearchState): LeftOut[] {
	return turns.flatMap(({ left = [] }) => left);
}

function owedRead(state: ResearchState, known: ReadonlySet<string>): Hit[] {
	const earlier = state.turns.slice(-1 - searchesWithoutRead, -1);
	if (earlier.length < searchesWithoutRead || earlier.some((turn) => turn.read.length > 0)) return [];
	const seen = state.turns.flatMap((turn) => turn.hits).filter((hit) => !known.has(hit.url));
	const best = seen.toSorted((a, b) => b.score - a.score || (a.url < b.url ? -1 : 1));
	const looked = distinctBy(best, ({ url }) => url).slice(0, limits.searchResults);
	return sift(looked, state.question, [], passedOver(state)).kept.slice(0, 1);
}

/**
 * Pages read before, for this sub-question's eyes: those that gave it nothing yet, and that show a passage new to it. What the
 * user named is looked at for each sub-question.
 */
function readAgain(state: ResearchState, hits: readonly PooledHit[]): string[] {
	const subQuestionId = lastTurn(state).subQuestionId;
	const usedHere = new Set(
		state.claims.filter((claim) => claim.subQuestionId === subQuestionId).map((claim) => claim.sourceId),
	);
	const sources = new Map(state.sources.map((source) => [source.url, source]));
	const earlier = state.turns.slice(0, -1).filter((turn) => turn.subQuestionId === subQuestionId);
	const weighed = new Set(
		earlier.flatMap((turn) => [...turn.read, ...turn.again.flatMap((url) => sources.get(url)?.id ?? [])]),
	);
	const shown = new Set(earlier.flatMap((turn) => turn.hits).flatMap(placesOf));
	const named = (state.options?.web?.urls ?? []).filter((url) => {
		const source = sources.get(url);
		return source !== undefined && !weighed.has(source.id) && !usedHere.has(source.id);
	});
	const found = inOrder(state, hits)
		.filter((hit) => !weighed.has(sources.get(hit.url)?.id ?? "") || placesOf(hit).some((place) => !shown.has(place)))
		.flatMap((hit) => sources.get(hit.url) ?? [])
		.filter((source) => !usedHere.has(source.id))
		.slice(0, againMax)
		.map((source) => source.url);
	return [...new Set([...named, ...found])];
}

/** The best results; where dissent is looked for on the web, pages that disagree go before others, however they rank. */
function inOrder(state: ResearchState, hits: readonly PooledHit[]): PooledHit[] {
	const against = lastTurn(state).action.kind === "challenge" || subQuestionOf(state).stance === "adversarial";
	const ordered = against && hits.some(isWeb) ? hits.toSorted((a, b) => dissentIn(b) - dissentIn(a)) : hits;
	return ordered.slice(0, limits.searchResults);
}

function placesOf({ url, passages }: PooledHit): string[] {
	return passages.map(({ start }) => `${start} ${url}`);
}
