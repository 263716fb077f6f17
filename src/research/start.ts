import { shortHash } from "../base/hash.ts";
import type { RunOptions } from "../evidence/event.ts";
import { investigatorRole } from "./investigate.ts";
import type { Stage } from "./journal.ts";
import { hasInvestigators } from "./state-access.ts";

/** The log's first event: question, options, reasoner and source. Throws a `UsageError` when the options cannot be met. */
export function startWith(question: string, options: RunOptions): Stage {
	return (_state, tools) => {
		if (hasInvestigators(options)) investigatorRole(tools);
		return [
			{
				name: `start:${shortHash([question, options])}`,
				work: async () => ({
					type: "started",
					question,
					options,
					reasoner: tools.reasoner.name,
					source: { name: tools.source.name, ...tools.sourceInfo },
				}),
			},
		];
	};
}
