import { shortHash } from "../base/hash.ts";
import { questionInContext } from "../evidence/clarification.ts";
import { hasPart } from "../evidence/parts.ts";
import { depths } from "../evidence/plan.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { Step } from "./journal.ts";
import { routeOf } from "./state-access.ts";
import type { Tools } from "./tools.ts";

/** METHOD §3: records the plan before anything is spent on research. */
export function planResearch(state: ResearchState, tools: Tools): Step[] {
	const { readings, options, subQuestions } = state;
	if (subQuestions.length > 0) return [];
	const question = questionInContext(state);
	const route = routeOf(state);
	// The deadline is no part of the step's name: runs of older releases are recorded without it.
	const { deadlineMs: _deadlineMs, ...depth } = depths[options?.depth ?? "standard"];
	const onlySupporting = !hasPart(state, "adversarial");
	const known = options?.known ? { known: options.known } : {};
	const given = options?.plan;
	if (given) {
		const plan = { dimensions: [], subQuestions: given };
		return [{ name: `plan:${shortHash(given)}`, work: async () => ({ type: "planned", plan }) }];
	}
	const step: Step = {
		instead: "rules",
		name: `plan:${shortHash([question, route, readings, depth])}`,
		work: async (role) => ({
			type: "planned",
			plan: await tools.reasoner.plan({ question, route, readings, depth, onlySupporting, ...known }, role),
		}),
	};
	return [step];
}
