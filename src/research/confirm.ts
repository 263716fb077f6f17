import { shortHash } from "../base/hash.ts";
import { comparisonForm } from "../base/text.ts";
import type { Plan, SubQuestion } from "../evidence/plan.ts";
import type { ResearchState } from "../evidence/state.ts";
import { InputNeeded, type NeededInput, type PlanLine } from "./input-needed.ts";
import type { Step } from "./journal.ts";
import { renderPlan } from "./plan-text.ts";
import { optionsOf, routeOf } from "./state-access.ts";
import type { Tools } from "./tools.ts";

/** Names of the route that a new sub-question searches for, at most. */
const focusMax = 3;

/**
 * Records that the user accepted the plan, or the plan that the user wrote instead, if the run was started so. Throws `InputNeeded` while
 * there is no decision: nothing is recorded then, and the run can be resumed.
 */
export function confirmPlan(state: ResearchState, { userInput }: Tools): Step[] {
	if (!optionsOf(state).confirm) return [];
	const step: Step = {
		name: `confirm:${shortHash(state.plan)}`,
		work: async () => {
			const decided = userInput?.plan;
			if (decided === "accepted") return { type: "confirmed" };
			if (decided) return { type: "confirmed", plan: planFrom(decided, state), edited: true };
			throw new InputNeeded(planOf(state));
		},
	};
	return [step];
}

/** The plan that a run waits to have accepted; undefined if there is none yet, or it is settled. */
export function planNeeded(state: ResearchState): NeededInput | undefined {
	const { options, subQuestions, confirmed } = state;
	return options?.confirm && subQuestions.length > 0 && !confirmed ? planOf(state) : undefined;
}

function planOf(state: ResearchState): NeededInput {
	const { maxSources: pagesMax, maxSteps: stepsMax } = optionsOf(state);
	return { kind: "plan", text: renderPlan(state.question, state.plan), pagesMax, stepsMax };
}

/** The plan that a user wrote. A sub-question that kept its words keeps what it was planned for. */
function planFrom(lines: readonly PlanLine[], state: ResearchState): Plan {
	const planned = new Map(state.plan.subQuestions.map((one) => [comparisonForm(one.text), one]));
	const subQuestions = lines.map(({ text, stance, priority, queries }, at): SubQuestion => {
		const own = planned.get(comparisonForm(text)) ?? { ...newSubQuestion(text, stance, state), byUser: true as const };
		const threads = queries.length > 0 ? queries : own.text === text ? own.threads : [text];
		return { ...own, id: `q${at + 1}`, text, stance, priority, threads };
	});
	return { ...state.plan, subQuestions };
}

/** A sub-question in the user's words. It has no id yet. */
export function newSubQuestion(text: string, stance: PlanLine["stance"], state: ResearchState): SubQuestion {
	return {
		...{ id: "", text, stance, priority: "core", origin: "plan", threads: [text] },
		dimension: stance === "adversarial" ? "critical" : "factual",
		readingId: state.readings[0]?.id ?? "r1",
		focus: routeOf(state).subjects.slice(0, focusMax),
	};
}
