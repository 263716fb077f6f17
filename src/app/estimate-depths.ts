import type { RunOptions } from "../evidence/event.ts";
import { isOnByDefault, partNames } from "../evidence/parts.ts";
import { type DepthName, depths } from "../evidence/plan.ts";
import type { Config } from "./config.ts";
import { modelOptionsOf } from "./options/models.ts";
import type { Options } from "./options/schema.ts";
import type { Progress } from "./progress.ts";
import { modelNamesOf } from "./report/model-words.ts";

type Estimate = Progress & { type: "estimate" };

/**
 * What a run is likely to use of its models at each depth, the shallowest first. Empty without a model. Needs no key, sends nothing.
 * Throws `UsageError` where a model's option is wrong.
 */
export async function estimateDepths(options: Options, config: Config): Promise<Estimate[]> {
	const model = modelOptionsOf(options, config.models());
	if (!model) return [];
	const { openModels } = await import("./open-models.ts");
	const without = partNames.filter((part) => !(options[part] ?? isOnByDefault(part, { model })));
	const names = Object.keys(depths) as DepthName[];
	return Promise.all(
		names.map(async (depth): Promise<Estimate> => {
			const run: Pick<RunOptions, "depth" | "without" | "clarify"> = {
				depth,
				without,
				...(options.clarify ? { clarify: true } : {}),
			};
			const { expected } = await openModels(run, model, config.models(), { isEstimate: true });
			const deadlineMs = options.deadline === undefined ? depths[depth].deadlineMs : options.deadline * 1_000;
			return { type: "estimate", ...expected, depth, deadlineMs, models: modelNamesOf(model) };
		}),
	);
}
