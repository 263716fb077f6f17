import type { Decided } from "../../evidence/event.ts";
import type { StopReason } from "../../evidence/report.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { optionsOf, readsLeft } from "../state-access.ts";

/** A pure function of the state, so the same log gives the same next wave. Returns its actions in plan order, or one stop. */
export type Planner = (state: ResearchState) => Decided[];

export function stopDecision(stopReason: StopReason, reason: string): Decided {
	return { action: { kind: "stop", stopReason, reason } };
}

export function stopWithoutReads(state: ResearchState): Decided | undefined {
	if (readsLeft(state) > 0) return undefined;
	const { maxSources } = optionsOf(state);
	const used = maxSources === 1 ? "the only page read was" : `all ${maxSources} page reads were`;
	return stopDecision("BUDGET_EXHAUSTED", `${used} used`);
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
