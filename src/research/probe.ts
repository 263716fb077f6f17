import type { ResearchState } from "../evidence/state.ts";
import type { Step } from "./journal.ts";
import type { Tools } from "./tools.ts";

/** Asks the search services whether they answer. One that does not is skipped, and the run says so. */
export function probeServices(_state: ResearchState, tools: Tools): Step[] {
	const { source } = tools;
	if (!source.probe) return [];
	tools.onActivity?.("asking the search services whether they answer");
	const step: Step = {
		name: "probe",
		instead: () => ({ type: "probed", answered: [], faults: [] }),
		work: async ({ signal }) => ({
			type: "probed",
			...((await source.probe?.(signal)) ?? { answered: [], faults: [] }),
		}),
	};
	return [step];
}
