import { distinctBy } from "../base/distinct.ts";
import { messageOf } from "../base/errors.ts";
import { shortHash } from "../base/hash.ts";
import { limits } from "../base/limits.ts";
import { reciprocalRankScore } from "../base/rank-fusion.ts";
import { questionInContext } from "../evidence/clarification.ts";
import type { Action } from "../evidence/event.ts";
import { hasPart } from "../evidence/parts.ts";
import type { SubQuestion } from "../evidence/plan.ts";
import { queryWithoutAddresses } from "../evidence/question-addresses.ts";
import { queryKey, searchMemoOf } from "../evidence/search-memo.ts";
import type { Hit, PooledHit } from "../evidence/source.ts";
import type { ResearchState, Turn } from "../evidence/state.ts";
import { currentWave } from "../evidence/wave.ts";
import type { RewriteInput, SearchPurpose } from "../reasoning/reasoner.ts";
import { SearchFailedError } from "../sources/search/search.ts";
import { linkedPages } from "./citations.ts";
import { DeadlinePassed, type DeadlineSource, withDeadline } from "./deadline-source.ts";
import type { Step } from "./journal.ts";
import { searchNamedPages } from "./named-pages.ts";
import {
	isMonitor,
	pagesRead,
	plannedQueries,
	routeOf,
	skippedServices,
	subQuestionOf,
	untitledNames,
} from "./state-access.ts";
import type { Tools } from "./tools.ts";

/** The pooled results that are kept, and the results of each query. An open question reads further down its list. */
const poolLimits = { lookup: { kept: 20, each: limits.searchResults }, open: { kept: 30, each: 30 } };

/** A monitor repeats at most this many queries of each sub-question, the first ones. */
const repeatedQueriesMax = 4;

export function purposeOf(action: Action): SearchPurpose {
	return action.kind === "stop" ? "cover" : action.kind;
}

/** METHOD §4.1: words each sub-question of the wave in several ways. */
export function rewriteQueries(state: ResearchState, tools: Tools): Step[] {
	return currentWave(state).map((turn) => rewriteStep(state, tools, turn));
}

/** METHOD §4.1: searches all queries of the wave at once. The results of each action are pooled by document. */
export function searchQueries(state: ResearchState, tools: Tools): Step[] {
	const wave = currentWave(state);
	tools.onActivity?.(`searching: ${queriesText(state, wave)}`);
	const sent = new Set(searchMemoOf(state).keys());
	return wave.map((turn) => {
		const fresh = isRemembered(state) ? distinctBy(turn.queries, queryKey, [...sent]) : turn.queries;
		for (const query of fresh) sent.add(queryKey(query));
		return searchStep(state, tools, turn, fresh);
	});
}

/**
 * Whether a query that was sent before takes its results from the log. Rules search a folder again on purpose: it costs nothing, and
 * its results are ranked anew beside the other queries.
 */
function isRemembered(state: ResearchState): boolean {
	return state.options?.model !== undefined || isWebSearch(state);
}

function queriesText(state: ResearchState, wave: readonly Turn[]): string {
	const all = wave.flatMap((turn) => (isWebSearch(state) ? turn.queries : [turn.queries[0] ?? ""]));
	return all.filter((query) => query !== "").join(" · ") || state.question;
}

function rewriteStep(state: ResearchState, tools: Tools, turn: Turn): Step {
	const { action } = turn;
	const subQuestion = subQuestionOf(state, turn);
	const tried = state.coverage[subQuestion.id]?.queries ?? [];
	const tier = action.kind === "recover" ? action.tier : 0;
	return {
		name: `rewrite:${turn.n}:${shortHash([subQuestion, action, tried])}`,
		instead: "rules",
		work: async (role) => {
			if (isMonitor(state)) return { type: "rewritten", queries: tried.slice(0, repeatedQueriesMax), titles: [] };
			if (hasPlannedQueries(state, turn, subQuestion))
				return {
					type: "rewritten",
					queries: cleanQueries(plannedQueries(state, subQuestion), subQuestion.text),
					titles: isWebSearch(state) ? [] : cleanQueries(subQuestion.focus),
				};
			const input: RewriteInput = {
				question: questionInContext(state),
				route: routeOf(state),
				subQuestion,
				purpose: purposeOf(action),
				tier,
				challenge: action.kind === "challenge" ? state.groups.find((group) => group.id === action.groupId) : undefined,
				claims: state.claims,
				read: pagesRead(state),
				tried,
				untitled: untitledNames(state),
				...(isWebSearch(state) ? { web: true } : {}),
			};
			const { queries, titles } = await tools.reasoner.rewriteQuery(input, role);
			const wordings = cleanQueries(queries, subQuestion.text);
			return {
				type: "rewritten",
				queries: hasPart(state, "variants") ? wordings : wordings.slice(0, 1),
				titles: cleanQueries(titles),
			};
		},
	};
}

/**
 * Whether the plan holds the queries: a model or the user wrote a sub-question's first queries with it, so no request is needed (METHOD
 * §3). Without the part `variants` no other wording follows them, and rules use them too. A challenge and a recovery are no variants. A
 * reference is searched by its title.
 */
function hasPlannedQueries(
	state: ResearchState,
	{ action, subQuestionId = "" }: Turn,
	subQuestion: SubQuestion,
): boolean {
	if (action.kind !== "cover" && action.kind !== "hop") return false;
	if (!hasPart(state, "variants")) return true;
	const isWritten =
		state.options?.model !== undefined || state.confirmed === "edited" || subQuestion.origin === "citation";
	return isWritten && (state.coverage[subQuestionId]?.queries.length ?? 0) === 0;
}

/** `queries`: those of the action that were not sent before, by an earlier wave or by an action before it in the plan. */
function searchStep(state: ResearchState, tools: Tools, turn: Turn, queries: string[]): Step {
	const { titles } = turn;
	const subQuestion = subQuestionOf(state, turn);
	return {
		name: `search:${turn.n}:${shortHash([turn.queries, titles])}`,
		// A search that was not made is no search without results: while nothing was read, the run cannot do without it.
		...(state.sources.length > 0
			? {
					instead: (reason) => {
						const failed = queries.map((query) => ({ query, reason }));
						return { type: "searched", found: 0, hits: [], failed, faults: [], sent: [] };
					},
				}
			: {}),
		work: async ({ signal, leftMs }) => {
			const skip = skippedServices(state);
			const resultLimits =
				routeOf(state).shape === "lookup" || isWebSearch(state) ? poolLimits.lookup : poolLimits.open;
			const { lists, byQuery, failed, faults, sent } = await searchAll(
				{ source: withDeadline(tools.source, { leftMs }) },
				queries,
				titles,
				skip,
				signal,
				resultLimits.each,
			).catch((error: unknown) => {
				if (error instanceof DeadlinePassed) return outOfTimeResult(error, queries, state, skip);
				if (state.sources.length === 0) throw error;
				return failedSearchResult(error, queries);
			});
			const named = await searchNamedPages(tools, state, subQuestion.text, signal);
			const first = [...named, ...linkedPages(subQuestion)];
			const hits = [...first, ...poolResults(lists).filter(({ url }) => !first.some((one) => one.url === url))];
			const kept = hits.slice(0, resultLimits.kept);
			const repeated = turn.queries.filter((query) => !queries.includes(query));
			return {
				...{ type: "searched", found: hits.length, hits: kept, failed, faults, sent },
				...(isRemembered(state) ? { lists: byQuery.map((one) => ({ ...one, urls: urlsIn(one.urls, kept) })) } : {}),
				...(repeated.length > 0 ? { repeated } : {}),
			};
		},
	};
}

function urlsIn(urls: readonly string[], hits: readonly PooledHit[]): string[] {
	return [...new Set(urls)].filter((url) => hits.some((hit) => hit.url === url));
}

/** Removes addresses from queries, whoever wrote them. Returns `instead` when nothing else is left. */
function cleanQueries(queries: readonly string[], instead = ""): string[] {
	const words = queries.map(queryWithoutAddresses).filter((one) => one !== "");
	const usable = words.length > 0 ? words : [queryWithoutAddresses(instead)].filter((one) => one !== "");
	return [...new Set(usable)];
}

/** The result of a search that the deadline ended. Every service that was asked has received the queries. */
function outOfTimeResult(
	{ message, asked }: DeadlinePassed,
	queries: readonly string[],
	{ options }: ResearchState,
	skip: readonly string[],
): Awaited<ReturnType<typeof searchAll>> {
	const failed = queries.map((query) => ({ query, reason: message }));
	const services = options?.web?.search.filter((service) => !skip.includes(service)) ?? [];
	return { lists: [], byQuery: [], failed, faults: [], sent: asked ? services : [] };
}

/** Whether queries are sent to search services. Each is shown in full before it is sent. */
function isWebSearch({ options }: ResearchState): boolean {
	return (options?.web?.search.length ?? 0) > 0;
}

/** Sends all queries at once and names each that fails. When all fail it throws the failure, which never counts as "nothing found". */
export async function searchAll(
	{ source }: { source: Pick<DeadlineSource, "search" | "titles"> },
	queries: string[],
	titles: string[],
	skip: readonly string[],
	signal: AbortSignal,
	most: number = limits.searchResults,
) {
	const searches = queries.map((query) => ({ query, run: () => source.search(query, most, signal, skip) }));
	if (titles.length > 0)
		searches.push({ query: titles.join("; "), run: () => source.titles(titles, most, signal, skip) });
	const settled = await Promise.allSettled(searches.map(({ run }) => run()));
	const answers = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
	const failed = settled.flatMap((one, index) =>
		one.status === "rejected" ? [{ query: searches[index]?.query ?? "", reason: messageOf(one.reason) }] : [],
	);
	const firstFailure = settled.find((one) => one.status === "rejected");
	// A title lookup that fails or finds nothing does not make up for queries that all failed.
	const allQueriesFailed = settled.slice(0, queries.length).every(({ status }) => status === "rejected");
	if (firstFailure && allQueriesFailed && answers.every(({ hits }) => hits.length === 0)) throw firstFailure.reason;
	const reports = [
		...answers,
		...settled.flatMap((one) =>
			one.status === "rejected" && one.reason instanceof SearchFailedError ? one.reason : [],
		),
	];
	return {
		lists: answers.map(({ hits }) => hits),
		/** The pages that each answered query found, in its order. */
		byQuery: settled.slice(0, queries.length).flatMap((one, at) => {
			const query = queries[at];
			if (one.status === "rejected" || query === undefined) return [];
			return [{ query, urls: one.value.hits.map(({ url }) => url) }];
		}),
		failed,
		faults: distinctBy(
			// Of a temporary and a permanent fault of one service, the permanent one is kept.
			reports.flatMap(({ faults }) => [...faults]).toSorted((a, b) => Number(b.skipped) - Number(a.skipped)),
			({ service }) => service,
		),
		sent: [...new Set(reports.flatMap(({ sent }) => [...sent]))],
	};
}

/** The result of a search that no service carried out, for a run that has read something and can still report. Throws any other error. */
export function failedSearchResult(error: unknown, queries: readonly string[]): Awaited<ReturnType<typeof searchAll>> {
	if (!(error instanceof SearchFailedError)) throw error;
	const failed = queries.map((query) => ({ query, reason: error.message }));
	return { lists: [], byQuery: [], failed, faults: [...error.faults], sent: [...error.sent] };
}

/** The share of capitalized words above which a passage is headlines. Prose has about .15, German prose .35. */
const headlineShare = 0.5;

/** Reciprocal rank fusion by document. A document keeps its best-ranked passage of prose in front. Ties go by url. */
export function poolResults(lists: readonly Hit[][]): PooledHit[] {
	const byUrl = new Map<string, { hit: Hit; rank: number; list: number }[]>();
	for (const [list, hits] of lists.entries())
		for (const [rank, hit] of hits.entries()) byUrl.set(hit.url, [...(byUrl.get(hit.url) ?? []), { hit, rank, list }]);
	return [...byUrl.values()]
		.flatMap((hitsOfDocument) => {
			const ranked = hitsOfDocument.toSorted((a, b) => a.rank - b.rank || a.list - b.list);
			const best = (ranked.find(({ hit }) => !isHeadlines(hit.snippet)) ?? ranked[0])?.hit;
			// Each list counts a document once, by its best rank there.
			const places = Map.groupBy(ranked, ({ list }) => list).values();
			const score = reciprocalRankScore([...places].map(([first]) => first?.rank ?? 0));
			return best ? [{ ...best, score, passages: passagesOf(ranked) }] : [];
		})
		.toSorted((a, b) => b.score - a.score || (a.url < b.url ? -1 : 1));
}

/**
 * Whether most words of a passage begin with a capital: the headlines and menus of a site, which match a query by its title and tell
 * nothing of the page.
 */
function isHeadlines(text: string): boolean {
	const words = text.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
	return words.filter((word) => /^\p{Lu}/u.test(word)).length > words.length * headlineShare;
}

function passagesOf(ranked: readonly { hit: Hit; rank: number }[]): PooledHit["passages"] {
	const byStart = new Map<number, { start: number; end: number; score: number }>();
	for (const { hit, rank } of ranked)
		if (!byStart.has(hit.start)) byStart.set(hit.start, { start: hit.start, end: hit.end, score: 1 / (rank + 1) });
	return [...byStart.values()];
}
