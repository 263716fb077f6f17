import { limits } from "../base/limits.ts";
import { noCoverage } from "./coverage.ts";
import type { EarlierRun, Inherited } from "./earlier-run.ts";
import { openGaps } from "./gaps.ts";
import type { Plan } from "./plan.ts";
import { isWeb, type Source } from "./source.ts";
import type { ResearchState, Turn } from "./state.ts";
import { lateRedirects } from "./user-message.ts";

/**
 * What the later run takes over from the state of the earlier one. A monitor reads all pages again. An extension reads again only web pages
 * that are older than the page cache keeps them, and only if the question is about the current state.
 */
export function inheritedFrom(state: ResearchState, { id, purpose }: EarlierRun, now: Date): Inherited {
	const { route, readings, plan, subQuestions, coverage, sources, extractedFor } = state;
	const { claims, groups, conflicts, judged, missing, answer, report, turns, unread, inherited, revisits } = state;
	const isDue = ({ capture }: Source) =>
		capture !== undefined && now.getTime() - Date.parse(capture.at) > limits.pageCacheMs;
	const revisit = sources.filter(
		(one) => purpose === "monitor" || (route?.recency === true && isWeb(one) && isDue(one)),
	);
	// A page that is gone may come back.
	const gone = new Set(
		(revisits ?? []).flatMap(({ sourceId, outcome }) =>
			outcome === "gone" ? (inherited?.sources.find(({ id }) => id === sourceId)?.url ?? []) : [],
		),
	);
	const late = lateRedirects(state);
	const seen = [...(inherited?.seen ?? []), ...turns.flatMap(addressesSeen), ...unread.map(({ url }) => url)];
	return {
		run: id,
		...{ route, readings, plan, subQuestions, coverage, sources, unread, extractedFor },
		...{ claims, groups, conflicts, judged, missing, answer, report },
		...(late.length > 0 ? { late } : {}),
		gaps: openGaps(state).filter(({ text }) => !report || report.gaps.some((gap) => gap.text === text)),
		seen: [...new Set(seen)].filter((url) => !gone.has(url)),
		revisit: revisit.map((source) => source.id),
	};
}

/** The addresses that the searches of a turn returned. */
export function addressesSeen({ hits, seen = [] }: Turn): string[] {
	return [...hits.map(({ url }) => url), ...seen];
}

/** The state with what an earlier run knew. An extension judges its answer anew, from what is found in addition. */
export function applyInherited(state: ResearchState, inherited: Inherited): ResearchState {
	const { route, readings, plan, subQuestions, coverage, sources, unread, extractedFor } = inherited;
	const { claims, groups, conflicts, judged, missing, answer } = inherited;
	const isMonitor = state.options?.earlier?.purpose === "monitor";
	return {
		...{ ...state, inherited, route, readings, plan, subQuestions, sources, unread, extractedFor },
		...{ claims, groups, conflicts, judged, missing },
		coverage: isMonitor ? coverage : reopenedCoverage(coverage),
		...(isMonitor ? { answer } : {}),
	};
}

/** The plan; that of an extension continues the plan of the earlier run. */
export function joinedPlan({ inherited, plan: before }: ResearchState, plan: Plan): Plan {
	return inherited ? { ...before, subQuestions: [...before.subQuestions, ...plan.subQuestions] } : plan;
}

/**
 * The coverage with which an extension begins. What is covered counts as searched. What is not is searched again, from the first
 * recovery tier on, because there may be new sources.
 */
function reopenedCoverage(coverage: Inherited["coverage"]): Inherited["coverage"] {
	return Object.fromEntries(
		Object.entries(coverage).map(([id, { status, directClaims, sources, turns, queries }]) => [
			id,
			{
				...{ ...noCoverage, status, directClaims, sources, queries },
				turns: status === "covered" ? Math.max(1, turns) : 0,
			},
		]),
	);
}
