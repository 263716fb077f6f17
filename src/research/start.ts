import { shortHash } from "../base/hash.ts";
import type { RunOptions } from "../evidence/event.ts";
import { isAgent } from "./facts.ts";
import { mindOf } from "./investigate.ts";
import type { Journal } from "./journal.ts";
import type { Tools } from "./tools.ts";

/** The log's first event: what was asked, of what, with what. Throws a `UsageError` when it cannot be done like that. */
export async function start(journal: Journal, tools: Tools, question: string, options: RunOptions): Promise<void> {
	if (isAgent(options)) mindOf(tools);
	await journal.record(0, {
		name: `start:${shortHash([question, options])}`,
		work: async () => ({
			type: "started",
			question,
			options,
			reasoner: tools.reasoner.name,
			source: { name: tools.source.name, ...tools.sourceInfo },
		}),
	});
}
