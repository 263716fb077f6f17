import { pluralize } from "../../base/text.ts";
import type { Decided } from "../../evidence/event.ts";
import type { StopReason } from "../../evidence/report.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { isEverythingRead, optionsOf, readsLeft } from "../state-access.ts";

/** A pure function of the state, so the same log gives the same next wave. Returns its actions in plan order, or one stop. */
export type Planner = (state: ResearchState) => Decided[];

export function stopDecision(stopReason: StopReason, reason: string): Decided {
	return { action: { kind: "stop", stopReason, reason } };
}

export function readLimitWords(state: ResearchState): string {
	return `the limit of ${pluralize(optionsOf(state).maxSources, "page")} (--max-sources) was reached`;
}

/** A decision which, where it stops the run for another reason, says that the limit on pages was reached as well. */
export function withReadLimit(state: ResearchState, decided: Decided): Decided {
	const { action } = decided;
	if (action.kind !== "stop" || readsLeft(state) > 0 || isEverythingRead(state)) return decided;
	const words = readLimitWords(state);
	return action.reason === words
		? decided
		: { ...decided, action: { ...action, reason: `${action.reason}; ${words}` } };
}

/** Gives new sub-questions the next free ids. */
export function withIds({ subQuestions }: ResearchState, wave: readonly Decided[]): Decided[] {
	let last = subQuestions.length;
	return wave.map((one) => {
		const { action, added } = one;
		if (!added || action.kind === "stop") return one;
		const id = `q${++last}`;
		return { action: { ...action, subQuestionId: id }, added: { ...added, id } };
	});
}
