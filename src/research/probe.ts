import type { Journal } from "./journal.ts";
import type { Tools } from "./tools.ts";

/** Asks the search services whether they answer. One that does not is skipped, and the run says so. */
export async function probeServices(journal: Journal, tools: Tools): Promise<void> {
	const { source } = tools;
	if (!source.probe) return;
	tools.onActivity?.("asking the search services whether they answer");
	await journal.record(0, {
		name: "probe",
		instead: () => ({ type: "probed", answered: [], faults: [] }),
		work: async ({ signal }) => ({
			type: "probed",
			...((await source.probe?.(signal)) ?? { answered: [], faults: [] }),
		}),
	});
}
