import { limits } from "../base/limits.ts";
import { noCoverage } from "./coverage.ts";
import type { EarlierRun, Inherited } from "./earlier-run.ts";
import { openGaps } from "./gaps.ts";
import { isWeb, type Source } from "./source.ts";
import type { ResearchState } from "./state.ts";

/**
 * What the later run takes over from the state of the earlier one. A monitor reads all pages again. An extension reads again only web pages
 * that are older than the page cache keeps them, and only if the question is about the current state.
 */
export function inheritedFrom(state: ResearchState, { id, purpose }: EarlierRun, now: Date): Inherited {
	const { route, readings, plan, subQuestions, coverage, sources, extractedFor } = state;
	const { claims, groups, conflicts, judged, missing, answer, report, turns, unread, inherited } = state;
	const isDue = ({ capture }: Source) =>
		capture !== undefined && now.getTime() - Date.parse(capture.at) > limits.pageCacheMs;
	const revisit = sources.filter(
		(one) => purpose === "monitor" || (route?.recency === true && isWeb(one) && isDue(one)),
	);
	const seen = [
		...(inherited?.seen ?? []),
		...turns.flatMap(({ hits }) => hits.map(({ url }) => url)),
		...unread.map(({ url }) => url),
	];
	return {
		run: id,
		...{ route, readings, plan, subQuestions, coverage, sources, extractedFor },
		...{ claims, groups, conflicts, judged, missing, answer, report },
		gaps: report?.gaps ?? openGaps(state),
		seen: [...new Set(seen)],
		revisit: revisit.map((source) => source.id),
	};
}

/**
 * The coverage with which an extension begins. What is covered counts as searched. What is not is searched again, from the first
 * recovery tier on, because there may be new sources.
 */
export function reopenedCoverage(coverage: Inherited["coverage"]): Inherited["coverage"] {
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
