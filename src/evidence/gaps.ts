import { distinctBy } from "../base/distinct.ts";
import { comparisonForm, jaccard } from "../base/text.ts";
import { contentStems, shareHeldOf } from "../text/words.ts";
import { questionParts } from "./core-questions.ts";
import { hasDirectClaim, wholeQuestionId } from "./coverage.ts";
import { isGapFilled } from "./filled-gap.ts";
import type { SubQuestion } from "./plan.ts";
import { type Draft, type Gap, holdsFacts, showsBearing, showsPart } from "./report.ts";
import { requestsOf, showsRequest } from "./requests.ts";
import type { ResearchState } from "./state.ts";
import { pageName, replaceAddress, type UnreadPage, unreadReasonWords } from "./unread-page.ts";

/** Maximum number of gaps from the last gap analysis. */
const maxMissing = 5;
/** Two gaps that share at least this much of their content words are one in other words. */
const sameGapMin = 0.7;
/** Maximum number of an investigator's gaps on a sub-question that has direct claims. */
const maxMissedPerQuestion = 3;

/**
 * What was looked for and not found, with where it was looked for. Pages that could not be read are gaps too, with the reason, and so
 * are skipped search services. No gaps are: follow-up questions that led to nothing (the trace has them), optional background, what a
 * captured answer made unnecessary to search, and the question itself if passages of the draft bear on it. Gaps of the last gap
 * analysis, over all evidence, replace those of each investigator. An adversarial search that found nothing is a gap, except for a lookup.
 */
export function gapsOf(
	state: ResearchState,
	draft: Pick<Draft, "sections" | "bottomLine" | "table" | "answer" | "answeredGaps"> = { sections: [] },
): Gap[] {
	const hasBearing = showsBearing(draft.sections);
	const parts = questionParts(state).filter(({ text }) => showsPart(draft.sections, text));
	const requests = requestsOf(state).filter((one) => showsRequest(state, draft, one));
	const shown = [...parts, ...requests];
	return distinctBy(
		[
			...openGaps(state).filter(
				({ text, subQuestionId }) => !isGapFilled(text, draft) && !shown.some(({ id }) => id === subQuestionId),
			),
			...unshownParts(state, parts),
			...(draft.sections.some(holdsFacts) ? unshownRequests(state, requests) : []),
			...state.unread.map(unreadGap),
			...state.parked
				.filter(({ isPage }) => !isPage)
				.map(({ what, reason }): Gap => ({ text: `not done: ${what} (${reason})`, lookedIn: [] })),
			...state.skipped.map(
				({ service, reason }): Gap => ({ text: `not searched: ${service} (${reason})`, lookedIn: [] }),
			),
			...failedQueryGaps(state),
		],
		({ text }) => comparisonForm(text),
	).filter(
		({ text, subQuestionId }) =>
			!hasBearing ||
			(comparisonForm(text) !== comparisonForm(state.question) &&
				(subQuestionId === undefined || subQuestionId !== wholeQuestionId(state))),
	);
}

/** Parts of the question for which no passage is shown, where some are for its other parts: nothing that was read bears on them. */
function unshownParts(state: ResearchState, shown: readonly SubQuestion[]): Gap[] {
	if (shown.length === 0) return [];
	return questionParts(state)
		.filter((part) => !shown.includes(part))
		.map(({ id, text }): Gap => ({ text, subQuestionId: id, lookedIn: lookedIn(state, id) }));
}

/** What the user asked for beside the question, and a report shows nothing for. */
function unshownRequests(state: ResearchState, shown: readonly SubQuestion[]): Gap[] {
	return requestsOf(state)
		.filter(({ id }) => !shown.some((one) => one.id === id))
		.map(({ id, text }): Gap => ({ text, subQuestionId: id, lookedIn: lookedIn(state, id) }));
}

/** The gaps that a report may still fill, from evidence that was found for something else. */
export function openGaps(state: ResearchState): Gap[] {
	const planned = state.subQuestions.filter(({ origin, dropped }) => origin === "plan" && !dropped);
	const isLookup = state.route?.shape === "lookup";
	const missing = state.missing?.slice(0, maxMissing);
	const leads = unsearchedLeads(state);
	const open = planned.filter(
		({ id, priority, stance }) =>
			!hasDirectClaim(state, id) &&
			!isUnneeded(state, id) &&
			(priority === "core" || (stance === "adversarial" && !isLookup && (state.coverage[id]?.turns ?? 0) > 0)),
	);
	return distinctGaps([
		...lookupGaps(state),
		...(state.plan.unplanned ?? []).map(
			(text): Gap => ({ text, lookedIn: ["not searched: the plan of this depth has no room for it"] }),
		),
		...open.map(({ id, text }): Gap => ({ text, subQuestionId: id, lookedIn: lookedIn(state, id) })),
		...(missing?.map((text): Gap => missingGap(text, leads)) ?? investigatorGaps(state)),
		...leads
			.filter((lead) => !missing?.some((text) => isSameMatter(text, lead)))
			.map((text): Gap => ({ text, lookedIn: [notSearched] })),
	]);
}

/** What an analysis found missing. A lead on it that was not searched is why. */
function missingGap(text: string, leads: readonly string[]): Gap {
	return { text, lookedIn: leads.some((lead) => isSameMatter(text, lead)) ? [notSearched] : [] };
}

/** In `lookedIn` of a gap: why nothing was looked for. Stands in stored reports. */
export const notSearched = "not searched: no wave had room for it";
/** From this share of its content words on that a lead holds, a text may be about the same. */
const sameMatterMin = 0.5;

/** Whether a lead holds so many of a text's content words that it may be about the same. */
export function isSameMatter(text: string, lead: string): boolean {
	return shareHeldOf(text)(lead) >= sameMatterMin;
}

/** Questions of a model's gap analysis that no wave had room for: what they would have found is unknown. */
export function unsearchedLeads({ analysis, followUps }: ResearchState): string[] {
	if (!analysis) return [];
	return followUps
		.filter(({ origin }) => origin !== "citation")
		.slice(0, maxMissing)
		.map(({ text }) => text);
}

/** Each gap once, also where it is worded in two ways: as a sub-question and as what an analysis missed. */
function distinctGaps(gaps: readonly Gap[]): Gap[] {
	const kept: { gap: Gap; stems: Set<string> }[] = [];
	for (const gap of gaps) {
		const stems = new Set(contentStems(gap.text));
		if (!kept.some((one) => jaccard(one.stems, stems) >= sameGapMin)) kept.push({ gap, stems });
	}
	return kept.map(({ gap }) => gap);
}

/** Queries that failed: what they would have found is unknown. */
function failedQueryGaps({ turns }: ResearchState): Gap[] {
	const failed = Map.groupBy(
		turns.flatMap((turn) => turn.failed),
		({ reason }) => reason,
	);
	return [...failed].map(([reason, queries]) => {
		const words = [...new Set(queries.map(({ query }) => `“${query}”`))].join(", ");
		return { text: `not searched: ${words} (${reason})`, lookedIn: [] };
	});
}

/** The queries that a service answered, also without results. */
function answeredQueries({ turns }: ResearchState, queries: readonly string[]): string[] {
	const failed = new Set(turns.flatMap((turn) => turn.failed.map(({ query }) => query)));
	return [...new Set(queries)].filter((query) => !failed.has(query));
}

/** For a lookup without an answer, the question itself is the gap, whatever else was found. */
function lookupGaps(state: ResearchState): Gap[] {
	const { route, answer, question, turns, sources, stop } = state;
	if (route?.shape !== "lookup" || answer || turns.length === 0 || stop?.reason === "ANSWER_CAPTURED") return [];
	const sent = turns.flatMap(({ queries }) => queries);
	const searches = answeredQueries(state, sent).map((query) => `search: ${query}`);
	return [{ text: question, lookedIn: [...searches, ...sources.map(({ title }) => title)] }];
}

/** The gaps that investigators of core sub-questions reported, whatever the others found. */
function investigatorGaps(state: ResearchState): Gap[] {
	return state.subQuestions
		.filter(({ id, origin, priority }) => origin === "plan" && priority === "core" && hasDirectClaim(state, id))
		.flatMap(({ id }) =>
			(state.coverage[id]?.gaps ?? [])
				.slice(0, maxMissedPerQuestion)
				.map((text): Gap => ({ text, subQuestionId: id, lookedIn: lookedIn(state, id) })),
		);
}

/** The gap names the page without its address, which helps neither models nor readers. */
function unreadGap(page: UnreadPage): Gap {
	const name = pageName(page);
	const reason = replaceAddress(page.reason, page.url, name);
	if (page.obstacle) return { text: `${unreadReasonWords[page.obstacle]}: ${name} (${reason})`, lookedIn: [] };
	return { text: `could not be read: ${name}`, lookedIn: [reason] };
}

/** Whether a sub-question was not searched because the answer was already captured. */
function isUnneeded(state: ResearchState, id: string): boolean {
	return state.stop?.reason === "ANSWER_CAPTURED" && (state.coverage[id]?.turns ?? 0) === 0;
}

/** The queries and pages in which a sub-question was looked for. */
function lookedIn(state: ResearchState, id: string): string[] {
	const titles = new Map(state.sources.map((source) => [source.id, source.title]));
	const { queries: sent = [], read: investigated = [] } = state.coverage[id] ?? {};
	// An investigator also uses pages that others read before.
	const turns = state.turns.filter((turn) => turn.subQuestionId === id);
	const pages = [...new Set([...turns.flatMap((turn) => turn.read), ...investigated])].flatMap(
		(one) => titles.get(one) ?? [],
	);
	return [...new Set([...answeredQueries(state, sent).map((query) => `search: ${query}`), ...pages])];
}
