import type { RunOptions } from "../../evidence/event.ts";
import type { Slice } from "../../evidence/pass.ts";
import type { Plan, SubQuestion } from "../../evidence/plan.ts";
import type { Reading, Route } from "../../evidence/question.ts";
import type { ResearchState } from "../../evidence/state.ts";
import type { Stage } from "../journal.ts";
import { optionsOf, routeOf } from "../state-access.ts";

/** What a pass begins with. It is stored as the input of its run. */
export interface PassAssignment {
	question: string;
	route: Route;
	readings: Reading[];
	plan: Plan;
	options: RunOptions;
}

/**
 * A slice as the plan of a run of its own. `leftMs`: the survey's time for research, which the pass may use up. A pass that fills gaps
 * reads no named page again and writes briefly.
 */
export function assignmentOf(state: ResearchState, slice: Slice, round: number, leftMs: number): PassAssignment {
	const { analysis: _analysis, form: _form, ...route } = routeOf(state);
	const options = optionsOf(state);
	const { web } = options;
	const subQuestions = slice.subQuestionIds.flatMap((id) => state.subQuestions.find((one) => one.id === id) ?? []);
	const kinds = new Set(subQuestions.map(({ dimension }) => dimension));
	return {
		question: slice.question,
		route: routeOf(state).shape === "lookup" ? routeOf(state) : route,
		readings: state.readings,
		plan: {
			dimensions: state.plan.dimensions.filter(({ kind }) => kinds.has(kind)),
			subQuestions: withCore(subQuestions).map((one, at) => ({ ...one, id: `q${at + 1}`, origin: "plan" })),
		},
		options: {
			...options,
			depth: round === 1 ? "standard" : "quick",
			deadlineMs: Math.max(1_000, Math.round(leftMs)),
			maxSources: slice.maxSources,
			maxSteps: slice.maxSteps,
			...(web ? { web: round === 1 ? web : { ...web, urls: [] } } : {}),
		},
	};
}

/** A pass has something that it must find: if nothing in its slice is core, all of it is. */
function withCore(subQuestions: readonly SubQuestion[]): SubQuestion[] {
	if (subQuestions.some(({ priority, stance }) => priority === "core" && stance === "supporting"))
		return [...subQuestions];
	return subQuestions.map((one) => ({ ...one, priority: "core" }));
}

/** Records the given route, readings and plan in the pass's log. */
export function beginWith({ route, readings, plan }: PassAssignment): Stage {
	return () => [{ name: "route:given", work: async () => ({ type: "routed", route, readings, plan }) }];
}
