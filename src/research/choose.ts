import { distinctBy } from "../base/distinct.ts";
import { shortHash } from "../base/hash.ts";
import { limits } from "../base/limits.ts";
import { questionInContext } from "../evidence/clarification.ts";
import { dissentScore } from "../evidence/dissent.ts";
import { type FilteredResult, filterSearchResults } from "../evidence/filter-results.ts";
import { type Hit, isWeb, type PooledHit, type Source } from "../evidence/source.ts";
import type { ResearchState, Turn } from "../evidence/state.ts";
import { currentWave } from "../evidence/wave.ts";
import type { ChooseInput } from "../reasoning/reasoner.ts";
import { linkedPages } from "./citations.ts";
import type { Step } from "./journal.ts";
import { readsOfWave } from "./planners/rounds.ts";
import { purposeOf } from "./search-wave.ts";
import { isMonitor, pagesRead, readsLeft, routeOf, subQuestionOf } from "./state-access.ts";
import type { Tools } from "./tools.ts";
import { fusedResults } from "./wave-results.ts";

/** Per action, at most this many pages of its best results are reread from the cache for its sub-question. */
const rereadMax = 2;
/** METHOD §4.4: after this many searches without a read, the best page found so far is offered, whatever its rank. */
const searchesWithoutRead = 2;

/**
 * METHOD §4.2: the step that asks which of the wave's results to read: one request for all its actions, each choice with a reason. The
 * event also names the cached pages to reread.
 */
export function choosePages(state: ResearchState, tools: Tools, waveNumber: number): Step[] {
	const wave = currentWave(state);
	const lists = wave.map((turn) => turn.hits);
	const hits = state.options?.model ? fusedResults(lists) : interleaveResults(lists);
	// A chosen address may redirect, so the address of the page that was read can differ from it.
	const chosen = new Set(state.turns.flatMap(({ choices }) => choices.map(({ url }) => url)));
	// What an earlier run could not read may be readable now.
	const untried = new Set(state.inherited?.unread.map(({ url }) => url));
	const tried = [...state.unread.filter(({ url }) => !untried.has(url)), ...state.turns.flatMap((turn) => turn.unread)];
	const unread = new Set(tried.map(({ url }) => url));
	// A monitor looks for results that no earlier search showed. A page that is gone was read, too.
	const earlier = isMonitor(state) ? (state.inherited?.seen ?? []) : [];
	const readUrls = [...state.sources, ...(state.inherited?.sources ?? [])].map(({ url }) => url);
	const knownUrls = new Set([...chosen, ...readUrls, ...unread, ...earlier]);
	const { kept: fresh, left } = filterSearchResults(
		hits.filter((hit) => !knownUrls.has(hit.url)),
		state.question,
		distinctBy(
			state.turns.flatMap((one) => one.hits.filter(({ url }) => chosen.has(url) && !unread.has(url))),
			({ url }) => url,
		),
		filteredBefore(state),
	);
	const isLinked = (url: string) => wave.some((turn) => subQuestionOf(state, turn).link === url);
	const results = fresh.filter(({ url }) => !isLinked(url));
	const pool = results.length > 0 ? results : overdueRead(state, knownUrls);
	const waveMax = readsOfWave(state) ?? wave.length * readShareOf(state, wave);
	const max = Math.min(waveMax, wave.length * limits.pagesPerStepMax, readsLeft(state));
	const cited = wave
		.flatMap((turn) => linkedPages(subQuestionOf(state, turn)))
		.filter(({ url }) => !knownUrls.has(url))
		.slice(0, max)
		.map(({ url }) => ({ url, reason: "a page that was read refers to it" }));
	const threads = wave.map((turn) => ({ subQuestion: subQuestionOf(state, turn), purpose: purposeOf(turn.action) }));
	const [first, ...beside] = threads;
	if (!first) return [];
	const step: Step = {
		instead: "rules",
		name: `choose:${waveNumber}:${shortHash([threads.map(({ subQuestion }) => subQuestion.id), pool.map((hit) => hit.url), max])}`,
		work: async (role) => {
			const input: ChooseInput = {
				question: questionInContext(state),
				route: routeOf(state),
				...first,
				...(beside.length > 0
					? { found: urlsOf(wave[0]), beside: beside.map((one, at) => ({ ...one, found: urlsOf(wave[at + 1]) })) }
					: {}),
				hits: pool,
				claims: state.claims,
				read: pagesRead(state),
				max: max - cited.length,
			};
			const others = pool.length === 0 || input.max === 0 ? [] : await tools.reasoner.choosePages(input, role);
			const choices = [...cited, ...others];
			return {
				type: "chosen",
				choices: choices.slice(0, max),
				again: isMonitor(state)
					? []
					: distinctBy(
							wave.flatMap((turn) => pagesToReread(state, turn)),
							(url) => url,
						),
				...(left.length > 0 ? { left } : {}),
			};
		},
	};
	return [step];
}

/** Interleaves the results of several searches: the first of each, then the second. Each document appears once. */
function interleaveResults(lists: readonly (readonly PooledHit[])[]): PooledHit[] {
	const longest = Math.max(0, ...lists.map(({ length }) => length));
	const all = Array.from({ length: longest }, (_, at) => lists.flatMap((hits) => hits[at] ?? [])).flat();
	return distinctBy(all, ({ url }) => url);
}

function urlsOf(turn: Turn | undefined): string[] {
	return turn?.hits.map(({ url }) => url) ?? [];
}

/**
 * A fair share, for each action of the wave, of the page reads that are left. A lookup spends most reads on its first sub-question and keeps
 * only the minimum for the others. Other shapes spread their reads over all sub-questions and keep one share for
 * challenges and follow-up questions.
 */
function readShareOf(state: ResearchState, wave: readonly Turn[]): number {
	const atWork = new Set(wave.map(({ subQuestionId }) => subQuestionId));
	const waiting = state.subQuestions.filter(
		({ id }) => !atWork.has(id) && (state.coverage[id]?.turns ?? 0) === 0,
	).length;
	const left = readsLeft(state);
	const share =
		routeOf(state).shape === "lookup"
			? Math.floor((left - waiting * limits.pagesPerStepMin) / wave.length)
			: Math.floor(left / (waiting + wave.length + 1));
	return Math.max(limits.pagesPerStepMin, share);
}

/** The results that earlier searches of this run filtered out. */
function filteredBefore({ turns }: ResearchState): FilteredResult[] {
	return turns.flatMap(({ left = [] }) => left);
}

/** After too many searches without a read: the best result that no search has read yet. */
function overdueRead(state: ResearchState, known: ReadonlySet<string>): Hit[] {
	const earlier = state.turns.filter(({ after }) => after !== undefined).slice(-searchesWithoutRead);
	if (earlier.length < searchesWithoutRead || earlier.some((turn) => turn.read.length > 0)) return [];
	const seen = state.turns.flatMap((turn) => turn.hits).filter((hit) => !known.has(hit.url));
	const best = seen.toSorted((a, b) => b.score - a.score || (a.url < b.url ? -1 : 1));
	const candidates = distinctBy(best, ({ url }) => url).slice(0, limits.searchResults);
	return filterSearchResults(candidates, state.question, [], filteredBefore(state)).kept.slice(0, 1);
}

/**
 * Pages read before that may still be useful for this sub-question: they yielded no claim for it, no model extracted them for it, and
 * they were never considered for it or show a passage that is new to it. Each page that the user named is considered once for every
 * sub-question.
 */
function pagesToReread(state: ResearchState, turn: Turn): string[] {
	const { subQuestionId = "" } = turn;
	const usedHere = new Set(
		state.claims.filter((claim) => claim.subQuestionIds.includes(subQuestionId)).map((claim) => claim.sourceId),
	);
	const sources = new Map(state.sources.map((source) => [source.url, source]));
	const earlier = state.turns.filter((one) => one.wave !== turn.wave && one.subQuestionId === subQuestionId);
	const considered = new Set(
		earlier.flatMap(({ read, again }) => [...read, ...again.flatMap((url) => sources.get(url)?.id ?? [])]),
	);
	const isExtracted = ({ id }: Source) => state.extractedFor[id]?.includes(subQuestionId) ?? false;
	const shownPassages = new Set(earlier.flatMap(({ hits }) => hits).flatMap(passageKeysOf));
	const namedUrls = (state.options?.web?.urls ?? []).filter((url) => {
		const source = sources.get(url);
		return source !== undefined && !considered.has(source.id) && !usedHere.has(source.id) && !isExtracted(source);
	});
	const resultUrls = resultsInOrder(state, turn)
		.filter(
			(hit) =>
				!considered.has(sources.get(hit.url)?.id ?? "") ||
				passageKeysOf(hit).some((place) => !shownPassages.has(place)),
		)
		.flatMap((hit) => sources.get(hit.url) ?? [])
		.filter((source) => !usedHere.has(source.id) && !isExtracted(source))
		.slice(0, rereadMax)
		.map((source) => source.url);
	return [...new Set([...namedUrls, ...resultUrls])];
}

/** The first results. A search for dissent on the web puts pages that disagree first, whatever their rank. */
function resultsInOrder(state: ResearchState, turn: Turn): PooledHit[] {
	const { hits } = turn;
	const seeksDissent = turn.action.kind === "challenge" || subQuestionOf(state, turn).stance === "adversarial";
	const ordered = seeksDissent && hits.some(isWeb) ? hits.toSorted((a, b) => dissentScore(b) - dissentScore(a)) : hits;
	return ordered.slice(0, limits.searchResults);
}

function passageKeysOf({ url, passages }: PooledHit): string[] {
	return passages.map(({ start }) => `${start} ${url}`);
}
