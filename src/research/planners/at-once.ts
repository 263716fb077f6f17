import { limits } from "../../base/limits.ts";
import type { SubQuestion } from "../../evidence/plan.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { isAgent, readsLeft, routeOf } from "../facts.ts";

/** Investigators that may work in one turn: by effort (METHOD §1), and no more than have pages left to read. */
function investigatorsAtOnce(state: ResearchState): number {
	const byReads = Math.floor(readsLeft(state) / limits.choiceMin);
	return Math.max(1, Math.min(limits.investigators[routeOf(state).effort], byReads));
}

/** Of other sub-questions, those that are investigated beside the chosen one; the pipeline works on one at a time. */
export function beside(
	state: ResearchState,
	chosen: SubQuestion,
	others: readonly SubQuestion[],
): { also?: string[] | undefined } {
	if (!isAgent(state.options)) return {};
	const core = others.filter(({ priority }) => priority === "core");
	const also = [...core, ...others.filter((one) => !core.includes(one))]
		.map(({ id }) => id)
		.filter((id) => id !== chosen.id)
		.slice(0, investigatorsAtOnce(state) - 1);
	return also.length > 0 ? { also } : {};
}
