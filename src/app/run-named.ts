import { UsageError } from "../base/errors.ts";
import type { RunRecord, Store } from "../store/store.ts";
import { parseCampaignInput } from "./campaign/campaign-input.ts";
import { parseEvaluationInput } from "./evaluation/record.ts";

/** The run that an id names. Throws `UsageError` `RUN_UNKNOWN`, `RUN_AMBIGUOUS`, `RUN_IS_CAMPAIGN` or `RUN_IS_EVALUATION`. */
export async function runNamed(store: Pick<Store, "run">, id: string): Promise<RunRecord> {
	const run = await store.run(id);
	assertNoEvaluation(run);
	if (!parseCampaignInput(run.input)) return run;
	throw new UsageError("RUN_IS_CAMPAIGN", `${run.id.slice(0, 8)} is a campaign of several runs`, {
		hint: `name one of its runs, which this lists: assay campaign show ${run.id.slice(0, 8)}`,
	});
}

/** Throws `UsageError` `RUN_IS_EVALUATION`. */
export function assertNoEvaluation({ id, input }: Pick<RunRecord, "id" | "input">): void {
	if (parseEvaluationInput(input))
		throw new UsageError("RUN_IS_EVALUATION", `${id.slice(0, 8)} is an evaluation of many runs`, {
			hint: `see it: assay eval show ${id.slice(0, 8)}; go on with it: assay eval resume ${id.slice(0, 8)}`,
		});
}
