import { shortHash } from "../base/hash.ts";
import { questionInContext } from "../evidence/clarification.ts";
import { depths } from "../evidence/plan.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { Step } from "./journal.ts";
import { optionsOf } from "./state-access.ts";
import type { Tools } from "./tools.ts";

/** METHOD §1: records what kind of answer is wanted, with the readings and the plan where one model answer gives all three. */
export function routeQuestion(state: ResearchState, tools: Tools): Step[] {
	const question = questionInContext(state);
	const depth = depths[optionsOf(state).depth];
	const step: Step = {
		instead: "rules",
		name: `route:${shortHash(question)}`,
		work: async (role) => {
			const begun = await tools.reasoner.begin?.({ question, depth }, role);
			return { type: "routed", ...(begun ?? { route: await tools.reasoner.route({ question }, role) }) };
		},
	};
	return [step];
}
