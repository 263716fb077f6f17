import { join } from "node:path";
import { AssayError } from "../../base/errors.ts";
import type { RunRecord, Store } from "../../store/store.ts";
import { parseCampaignInput } from "../campaign/campaign-input.ts";
import { mergedPulses } from "../campaign/show-campaign.ts";
import { loadModelWork } from "../load-model-work.ts";
import { nextCommand } from "../next-command.ts";
import type { ReportInput } from "../report/input.ts";
import { pageTextsOf, reportInputOf } from "../run-files.ts";
import { loadState } from "../run-log.ts";
import { assertNoEvaluation } from "../run-named.ts";

/**
 * What the renderers need of a finished run, or of a campaign of which one pulse has ended. `out`: the folder of the runs' files, for
 * pages that the store holds no longer. Throws `RUN_UNFINISHED`.
 */
export async function loadReport(store: Store, record: RunRecord, out: string): Promise<ReportInput> {
	assertNoEvaluation(record);
	const isCampaign = parseCampaignInput(record.input) !== undefined;
	const state = isCampaign ? await mergedPulses(store, record) : await finishedState(store, record);
	if (!state) throw await unfinished(store, record, "campaign");
	const texts = await pageTextsOf(state, store.pages, join(out, record.id), true);
	return reportInputOf(record, state, texts, isCampaign ? undefined : await loadModelWork(store, record));
}

async function finishedState(store: Store, record: RunRecord) {
	if (record.status !== "completed") throw await unfinished(store, record, "run");
	return loadState(store, record.id);
}

async function unfinished(store: Store, record: RunRecord, what: "run" | "campaign"): Promise<AssayError> {
	const { id, status, error } = record;
	const short = id.slice(0, 8);
	const isWatched = what === "run" || status !== "running";
	const reason = error === undefined ? "" : ` (${error})`;
	return new AssayError("RUN_UNFINISHED", `${what} ${short} is ${status}${reason}: it has no report to export yet`, {
		hint: isWatched
			? `${await nextCommand(store, record)}; then export again`
			: `wait for its first run: assay campaign show ${short}`,
	});
}
