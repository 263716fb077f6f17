import { shortHash } from "../base/hash.ts";
import { questionInContext } from "../evidence/clarification.ts";
import { hasPart } from "../evidence/parts.ts";
import { depths } from "../evidence/plan.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { Step } from "./journal.ts";
import { optionsOf } from "./state-access.ts";
import type { Tools } from "./tools.ts";

/** METHOD §1: records what kind of answer is wanted, with the readings and the plan where one model answer gives all three. */
export function routeQuestion(state: ResearchState, tools: Tools): Step[] {
	if (state.route) return [];
	const question = questionInContext(state);
	const { depth: name, known } = optionsOf(state);
	const depth = depths[name];
	const onlySupporting = !hasPart(state, "adversarial");
	const step: Step = {
		instead: "rules",
		name: `route:${shortHash(question)}`,
		work: async (role) => {
			const input = { question, depth, onlySupporting, ...(known ? { known } : {}) };
			const begun = await tools.reasoner.begin?.(input, role);
			return { type: "routed", ...(begun ?? { route: await tools.reasoner.route({ question }, role) }) };
		},
	};
	return [step];
}
