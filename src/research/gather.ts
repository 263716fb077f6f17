import { messageOf } from "../base/errors.ts";
import { shortHash } from "../base/hash.ts";
import { limits } from "../base/limits.ts";
import type { Action } from "../evidence/event.ts";
import type { Hit } from "../evidence/source.ts";
import type { SearchPurpose } from "../reasoning/reasoner.ts";
import { lastTurn, readSoFar, routeOf, subQuestionOf } from "./facts.ts";
import type { Journal } from "./journal.ts";
import type { Tools } from "./tools.ts";

/** Rank fusion's constant: how much a first place counts over a tenth (Cormack et al., 2009). */
const fusionK = 60;
/** Pooled results that are kept for the choice. */
const poolMax = 20;

export function purposeOf(action: Action): SearchPurpose {
	return action.kind === "stop" ? "cover" : action.kind;
}

/** METHOD §4.1: the sub-question in 2–3 wordings, each searched, the results pooled by document. */
export async function gather(journal: Journal, tools: Tools, turn: number, action: Action): Promise<void> {
	const { state } = journal;
	const subQuestion = subQuestionOf(state);
	const tried = state.coverage[subQuestion.id]?.queries ?? [];
	const tier = action.kind === "recover" ? action.tier : 0;
	await journal.record(turn, {
		name: `rewrite:${turn}:${shortHash([subQuestion, action, tried])}`,
		work: async () => {
			const { queries, titles } = await tools.reasoner.rewriteQuery({
				question: state.question,
				route: routeOf(state),
				subQuestion,
				purpose: purposeOf(action),
				tier,
				challenge: action.kind === "challenge" ? state.groups.find((group) => group.id === action.groupId) : undefined,
				claims: state.claims,
				read: readSoFar(state),
				tried,
			});
			return { type: "rewritten", queries, titles };
		},
	});
	const { queries, titles } = lastTurn(journal.state);
	tools.onActivity?.(`searching: ${queries[0] ?? subQuestion.text}`);
	await journal.record(turn, {
		name: `search:${turn}:${shortHash([queries, titles])}`,
		work: async (signal) => {
			const { lists, failed } = await searchAll(tools, queries, titles, signal);
			const hits = pool(lists);
			return { type: "searched", found: hits.length, hits: hits.slice(0, poolMax), failed };
		},
	});
}

/** Every query at once. A query that fails is named; when all fail, the failure itself is thrown, never read as "nothing found". */
async function searchAll(tools: Tools, queries: string[], titles: string[], signal: AbortSignal) {
	const wanted = queries.map((query) => ({ query, run: () => tools.source.search(query, limits.searchResults, signal) }));
	if (titles.length > 0)
		wanted.push({ query: titles.join("; "), run: () => tools.source.titles(titles, limits.searchResults, signal) });
	const settled = await Promise.allSettled(wanted.map(({ run }) => run()));
	const lists: Hit[][] = [];
	const failed: { query: string; reason: string }[] = [];
	for (const [index, one] of settled.entries()) {
		if (one.status === "fulfilled") lists.push(one.value);
		else failed.push({ query: wanted[index]?.query ?? "", reason: messageOf(one.reason) });
	}
	const first = settled.find((one) => one.status === "rejected");
	if (first && lists.length === 0) throw first.reason;
	return { lists, failed };
}

/** Reciprocal rank fusion by document; a document keeps its best-ranked passage. Ties by url. */
export function pool(lists: readonly Hit[][]): Hit[] {
	const fused = new Map<string, { hit: Hit; rank: number; score: number }>();
	for (const list of lists) {
		const met = new Set<string>();
		for (const [rank, hit] of list.entries()) {
			const known = fused.get(hit.url);
			const gain = met.has(hit.url) ? 0 : 1 / (fusionK + rank + 1);
			met.add(hit.url);
			if (!known) fused.set(hit.url, { hit, rank, score: gain });
			else {
				known.score += gain;
				if (rank < known.rank) Object.assign(known, { hit, rank });
			}
		}
	}
	return [...fused.values()]
		.toSorted((a, b) => b.score - a.score || (a.hit.url < b.hit.url ? -1 : 1))
		.map(({ hit, score }) => ({ ...hit, score }));
}
