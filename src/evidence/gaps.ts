import { distinctBy } from "../base/distinct.ts";
import { folded } from "../base/text.ts";
import { nameOf, obstacleWords, type Unread, withoutAddress } from "./address.ts";
import { isBacked, wholeQuestion } from "./coverage.ts";
import { isFilled } from "./filled.ts";
import { type Draft, type Gap, showsBearing } from "./report.ts";
import type { ResearchState } from "./state.ts";

/** What is missing from the answer as a whole, so many lines are told. */
const missingMost = 5;
/** Of what an investigator missed on a sub-question that is backed, so many lines are told. */
const missedEach = 3;

/**
 * What was asked and not found, with where it was looked for; pages that could not be read are gaps too, by what stood in the way,
 * and so are search services that were left out. Leads that came to
 * nothing are no gaps (the trace has them), nor is optional background that nobody asked for, nor what a captured answer made
 * needless to search, nor the question itself where passages of the draft bear on it. What the last gap analysis found missing over all evidence goes before what each investigator missed; a
 * search for what speaks against a finding that was made and found nothing is worth telling, unless one value was asked for.
 */
export function gapsOf(
	state: ResearchState,
	draft: Pick<Draft, "sections" | "bottomLine" | "answeredGaps"> = { sections: [] },
): Gap[] {
	const bears = showsBearing(draft.sections);
	return distinctBy(
		[
			...openGaps(state).filter(({ text }) => !isFilled(text, draft)),
			...state.unread.map(unreadGap),
			...state.parked
				.filter(({ isPage }) => !isPage)
				.map(({ what, reason }): Gap => ({ text: `not done: ${what}`, lookedIn: [reason] })),
			...state.skipped.map(
				({ service, reason }): Gap => ({ text: `not searched: ${service} (${reason})`, lookedIn: [] }),
			),
			...unsearched(state),
		],
		({ text }) => folded(text),
	).filter(
		({ text, subQuestionId }) =>
			!bears ||
			(folded(text) !== folded(state.question) &&
				(subQuestionId === undefined || subQuestionId !== wholeQuestion(state))),
	);
}

/** Of these gaps, what was asked and not found: a report may fill it all the same, from what was found for something else. */
export function openGaps(state: ResearchState): Gap[] {
	const planned = state.subQuestions.filter(({ origin }) => origin === "plan");
	const isLookup = state.route?.shape === "lookup";
	const open = planned.filter(
		({ id, priority, stance }) =>
			!isBacked(state, id) &&
			!isNeedless(state, id) &&
			(priority === "core" || (stance === "adversarial" && !isLookup && (state.coverage[id]?.turns ?? 0) > 0)),
	);
	return [
		...unanswered(state),
		...open.map(({ id, text }): Gap => ({ text, subQuestionId: id, lookedIn: lookedIn(state, id) })),
		...(state.missing?.slice(0, missingMost).map((text): Gap => ({ text, lookedIn: [] })) ?? missed(state)),
	];
}

/** Queries that nobody answered: what they would have found is not known. */
function unsearched({ turns }: ResearchState): Gap[] {
	const failed = Map.groupBy(
		turns.flatMap((turn) => turn.failed),
		({ reason }) => reason,
	);
	return [...failed].map(([reason, queries]) => {
		const words = [...new Set(queries.map(({ query }) => `“${query}”`))].join(", ");
		return { text: `not searched: ${words} (${reason})`, lookedIn: [] };
	});
}

/** Those that were answered, if only by "nothing". */
function answered({ turns }: ResearchState, queries: readonly string[]): string[] {
	const failed = new Set(turns.flatMap((turn) => turn.failed.map(({ query }) => query)));
	return [...new Set(queries)].filter((query) => !failed.has(query));
}

/** A lookup is done when its answer is there: whatever else was found, the question itself is then what is missing. */
function unanswered(state: ResearchState): Gap[] {
	const { route, answer, question, turns, sources, stop } = state;
	if (route?.shape !== "lookup" || answer || turns.length === 0 || stop?.reason === "ANSWER_CAPTURED") return [];
	const sent = turns.flatMap(({ queries }) => queries);
	const searches = answered(state, sent).map((query) => `search: ${query}`);
	return [{ text: question, lookedIn: [...searches, ...sources.map(({ title }) => title)] }];
}

/** What investigators of core sub-questions did not find, as each of them said, whatever the others found. */
function missed(state: ResearchState): Gap[] {
	return state.subQuestions
		.filter(({ id, origin, priority }) => origin === "plan" && priority === "core" && isBacked(state, id))
		.flatMap(({ id }) =>
			(state.coverage[id]?.gaps ?? [])
				.slice(0, missedEach)
				.map((text): Gap => ({ text, subQuestionId: id, lookedIn: lookedIn(state, id) })),
		);
}

/** By its name: a gap is shown to models and to readers, neither of whom an address helps. */
function unreadGap(page: Unread): Gap {
	const name = nameOf(page);
	const reason = withoutAddress(page.reason, page.url, name);
	if (page.obstacle) return { text: `${obstacleWords[page.obstacle]}: ${name} (${reason})`, lookedIn: [] };
	return { text: `could not be read: ${name}`, lookedIn: [reason] };
}

/** Nobody searched for it, because the answer was there before. */
function isNeedless(state: ResearchState, id: string): boolean {
	return state.stop?.reason === "ANSWER_CAPTURED" && (state.coverage[id]?.turns ?? 0) === 0;
}

/** Queries and pages where a sub-question was looked for. */
function lookedIn(state: ResearchState, id: string): string[] {
	const titles = new Map(state.sources.map((source) => [source.id, source.title]));
	const { queries: sent = [], read: investigated = [] } = state.coverage[id] ?? {};
	// An investigator also looks into pages that others read before.
	const turns = state.turns.filter((turn) => turn.subQuestionId === id);
	const pages = [...new Set([...turns.flatMap((turn) => turn.read), ...investigated])].flatMap(
		(one) => titles.get(one) ?? [],
	);
	return [...new Set([...answered(state, sent).map((query) => `search: ${query}`), ...pages])];
}
