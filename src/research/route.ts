import { shortHash } from "../base/hash.ts";
import type { Journal } from "./journal.ts";
import type { Tools } from "./tools.ts";

/** METHOD §1: what kind of answer is wanted. */
export async function route(journal: Journal, tools: Tools): Promise<void> {
	const { question } = journal.state;
	await journal.record(0, {
		instead: "rules",
		name: `route:${shortHash(question)}`,
		work: async (role) => ({ type: "routed", route: await tools.reasoner.route({ question }, role) }),
	});
}
