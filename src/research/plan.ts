import { shortHash } from "../base/hash.ts";
import { depths } from "../evidence/plan.ts";
import type { Journal } from "./journal.ts";
import { routeOf } from "./state-access.ts";
import type { Tools } from "./tools.ts";

/** METHOD §3: records the plan before anything is spent on research. */
export async function planResearch(journal: Journal, tools: Tools): Promise<void> {
	const { question, readings, options, subQuestions } = journal.state;
	if (subQuestions.length > 0) return;
	const route = routeOf(journal.state);
	const depth = depths[options?.depth ?? "standard"];
	await journal.record(0, {
		instead: "rules",
		name: `plan:${shortHash([question, route, readings, depth])}`,
		work: async (role) => ({
			type: "planned",
			plan: await tools.reasoner.plan({ question, route, readings, depth }, role),
		}),
	});
}
