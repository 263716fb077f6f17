import { shortHash } from "../base/hash.ts";
import { questionInContext } from "../evidence/clarification.ts";
import type { ResearchState } from "../evidence/state.ts";
import { withoutDropped } from "../evidence/user-message.ts";
import type { GapsInput } from "../reasoning/reasoner.ts";
import { excerptOf } from "./excerpt.ts";
import type { Step } from "./journal.ts";
import { isOutOfRounds } from "./planners/rounds.ts";
import { gapRoundsLeft, optionsOf, readsLeft, routeOf, untitledNames } from "./state-access.ts";
import { loadPage, type Tools } from "./tools.ts";

/** The reasoner may return at most this many follow-up questions after a wave. */
const followUpsMax = 8;

/** A sub-question with this many turns and no direct claim is reported as a gap. */
const fruitlessTurns = 2;

/**
 * METHOD §4.4 and §7, gap analysis: what was read changes what is searched next. A model is asked once between waves, and only
 * where its answer can change anything: the last analysis missed new evidence, and a wave, a round and a read are left. After the
 * last wave the report lists what the previous analysis found missing, except what the draft says it fills.
 */
export function analyseGaps(state: ResearchState, tools: Tools, turn: number): Step[] {
	const tried = [...new Set(state.turns.flatMap((one) => one.queries))];
	const step: Step = {
		name: `follow-up:${turn}:${shortHash([state.sources.map(({ hash }) => hash), tried])}`,
		instead: () => ({ type: "followed", followUps: [], missing: state.missing }),
		work: async (role) => {
			if (isAnalysisNeedless(state)) return { type: "followed", followUps: [], missing: state.missing };
			const pages = [];
			for (const source of state.sources) {
				const claimed = state.claims.filter(({ sourceId }) => sourceId === source.id);
				const places = claimed.map(({ start, quote }) => ({ start, end: start + quote.length }));
				pages.push(excerptOf(await loadPage(tools, source, role.signal), places).page);
			}
			const isLookup = routeOf(state).shape === "lookup";
			const input: GapsInput = {
				question: questionInContext(state),
				route: routeOf(state),
				plan: { ...state.plan, subQuestions: state.subQuestions.filter(({ worker, dropped }) => !worker && !dropped) },
				claims: state.claims,
				pages,
				tried,
				searches: searchesOf(state),
				unreadFound: unreadPagesFound(state),
				...(isLookup ? {} : { earlier: earlierThreads(state) }),
				closed: closedSubQuestions(state),
				conflicts: state.conflicts,
				...(isLookup ? {} : { roundsLeft: gapRoundsLeft(state) }),
				waiting: withoutDropped(state)
					.plan.subQuestions.map(({ id }) => id)
					.filter((id) => turnCount(state, id) === 0),
				missed: state.subQuestions.flatMap(({ id }) => (state.coverage[id]?.gaps ?? []).map((text) => ({ id, text }))),
				waitingFollowUps: state.followUps.slice(0, followUpsMax).map(({ text }) => text),
				untitled: untitledNames(state),
				max: followUpsMax,
			};
			const { followUps, missing, analysis } = await tools.reasoner.findGaps(input, role);
			return {
				type: "followed",
				followUps: followUps.slice(0, followUpsMax),
				missing,
				...(analysis ? { analysis } : {}),
			};
		},
	};
	return [step];
}

/** Whether a model's analysis could change nothing. Rules cost nothing, so they run each time. */
function isAnalysisNeedless(state: ResearchState): boolean {
	const { analysis, claims, sources, turns } = state;
	const options = optionsOf(state);
	if (!options.model) return false;
	if (readsLeft(state) === 0 || turns.length >= options.maxSteps) return true;
	if (routeOf(state).shape !== "lookup" && gapRoundsLeft(state) === 0) return true;
	if (analysis !== undefined && isOutOfRounds(state)) return true;
	return analysis !== undefined && analysis.claims === claims.length && analysis.sources === sources.length;
}

/** What each action on a sub-question searched, and what came of it. */
function searchesOf({ turns }: ResearchState): NonNullable<GapsInput["searches"]> {
	return turns.flatMap(({ subQuestionId: id, queries, claims, read, again }) => {
		if (id === undefined || queries.length === 0) return [];
		const brought = claims.length > 0 ? "findings" : read.length + again.length > 0 ? "pages" : "nothing";
		return [{ id, queries, brought }];
	});
}

/** By sub-question, how many pages its searches found that nobody chose and no filter dropped. */
function unreadPagesFound({ turns, sources }: ResearchState): Record<string, number> {
	const used = new Set([
		...sources.map(({ url }) => url),
		...turns.flatMap(({ choices, left = [], again }) => [...again, ...[...choices, ...left].map(({ url }) => url)]),
	]);
	const found = Map.groupBy(turns, ({ subQuestionId }) => subQuestionId ?? "");
	return Object.fromEntries(
		[...found].map(([id, own]) => {
			const urls = own.flatMap(({ hits, seen = [] }) => [...hits.map(({ url }) => url), ...seen]);
			return [id, new Set(urls).difference(used).size];
		}),
	);
}

/** The last analysis by sub-question, with what it was shown. */
function earlierThreads({ analysis, analysed, turns }: ResearchState): NonNullable<GapsInput["earlier"]> {
	if (!analysis || !analysed) return {};
	const searched = new Set(turns.slice(analysed.turns).map(({ subQuestionId }) => subQuestionId));
	return Object.fromEntries(
		analysis.threads.map((thread) => {
			const claimIds = analysed.claimIds[thread.id] ?? [];
			return [thread.id, { ...thread, claimIds, searched: searched.has(thread.id) }];
		}),
	);
}

function closedSubQuestions(state: ResearchState): string[] {
	const answered = new Set(
		state.claims.filter((claim) => claim.class === "direct").flatMap(({ subQuestionIds }) => subQuestionIds),
	);
	return state.subQuestions
		.map(({ id }) => id)
		.filter((id) => turnCount(state, id) >= fruitlessTurns && !answered.has(id));
}

/** Actions on a sub-question, with those of the present wave. Coverage counts those only after their claims are compared. */
function turnCount({ turns }: ResearchState, id: string): number {
	return turns.filter(({ subQuestionId }) => subQuestionId === id).length;
}
