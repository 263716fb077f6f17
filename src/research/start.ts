import { shortHash } from "../base/hash.ts";
import type { RunOptions } from "../evidence/event.ts";
import { investigatorRole } from "./investigate.ts";
import type { Journal } from "./journal.ts";
import { hasInvestigators } from "./state-access.ts";
import type { Tools } from "./tools.ts";

/** Records the log's first event: question, options, reasoner and source. Throws a `UsageError` when the options cannot be met. */
export async function recordStart(
	journal: Journal,
	tools: Tools,
	question: string,
	options: RunOptions,
): Promise<void> {
	if (hasInvestigators(options)) investigatorRole(tools);
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
