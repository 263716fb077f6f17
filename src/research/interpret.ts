import { shortHash } from "../base/hash.ts";
import type { Journal } from "./journal.ts";
import { routeOf } from "./state-access.ts";
import type { Tools } from "./tools.ts";

/** METHOD §2: records the readings of the question. */
export async function interpretQuestion(journal: Journal, tools: Tools): Promise<void> {
	const { question, readings } = journal.state;
	if (readings.length > 0) return;
	const route = routeOf(journal.state);
	await journal.record(0, {
		instead: "rules",
		name: `interpret:${shortHash([question, route])}`,
		work: async (role) => ({
			type: "interpreted",
			readings: await tools.reasoner.interpret({ question, route }, role),
		}),
	});
}
