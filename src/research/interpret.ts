import { shortHash } from "../base/hash.ts";
import { questionInContext } from "../evidence/clarification.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { Step } from "./journal.ts";
import { routeOf } from "./state-access.ts";
import type { Tools } from "./tools.ts";

/** METHOD §2: the readings of the question. */
export function interpretQuestion(state: ResearchState, tools: Tools): Step[] {
	const { readings } = state;
	const question = questionInContext(state);
	if (readings.length > 0) return [];
	const route = routeOf(state);
	const step: Step = {
		instead: "rules",
		name: `interpret:${shortHash([question, route])}`,
		work: async (role) => ({
			type: "interpreted",
			readings: await tools.reasoner.interpret({ question, route }, role),
		}),
	};
	return [step];
}
