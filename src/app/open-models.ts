import { UsageError } from "../base/errors.ts";
import type { ModelOptions, RunOptions } from "../evidence/event.ts";
import { createAsker } from "../reasoning/model/asking/create-asker.ts";
import { createModelReasoner } from "../reasoning/model/index.ts";
import type { Model, ModelSettings } from "../reasoning/model/model.ts";
import { estimateRun } from "../reasoning/model/money/estimate.ts";
import { lookUpModel } from "../reasoning/model/money/known-model.ts";
import { openLedger } from "../reasoning/model/money/ledger.ts";
import { checkCap, reportReserveFor } from "../reasoning/model/money/report-reserve.ts";
import { readModelTable } from "../reasoning/model/money/user-table.ts";
import { openModel } from "../reasoning/model/wire/open-model.ts";
import type { Reasoner } from "../reasoning/reasoner.ts";
import { createRulesReasoner } from "../reasoning/rules/index.ts";
import type { Meter } from "../research/tools.ts";
import type { RunContext } from "../store/store.ts";
import { parseActivity } from "./activity.ts";
import type { ModelConfig, ModelConnection } from "./config/model-config.ts";
import { modelSettingsOf } from "./options/models.ts";
import type { EstimateRange, Hooks } from "./progress.ts";
import { modelNamesOf } from "./report/model-words.ts";

/** The two models of a run, before the first request. */
export interface OpenedModels {
	lead: Model;
	utility: Model;
	/** The expected use of the run. Calls, tokens, USD. */
	expected: { calls: EstimateRange; tokens: EstimateRange; usd: EstimateRange | undefined; capUsd: number | undefined };
	/** The report reserve of a cost limit. USD. */
	reportUsd: number | undefined;
}

/**
 * Opens the models of a run, with the keys of the present environment. Nothing is sent. Throws `UsageError`
 * `MODEL_KEY_MISSING`, `BASE_URL_…`, `MODEL_PRICE_UNKNOWN`, `MAX_COST_TOO_SMALL`, `MODELS_FILE_…`.
 */
export async function openModels(
	{ depth, clarify }: Pick<RunOptions, "depth" | "clarify">,
	options: ModelOptions,
	config: ModelConfig,
	{ modelTimeout = config.options.modelTimeout, modelParallel = config.options.modelParallel }: ModelConnection = {},
): Promise<OpenedModels> {
	const settings = modelSettingsOf(options, config, { modelTimeout, modelParallel });
	const table = await readModelTable(config.tableFile);
	async function open(name: string, settings: ModelSettings): Promise<Model> {
		const withTable = { ...settings, ...table.get(name) };
		const { window, maxOutput, price } = await lookUpModel(withTable);
		if (options.maxCostUsd !== undefined && price === undefined)
			throw new UsageError("MODEL_PRICE_UNKNOWN", `the price of ${name} is not known, so --max-cost cannot be kept`, {
				hint: `put {"${name}": {"input": 3, "output": 15}} (USD a million tokens) into ${config.tableFile}, or leave out --max-cost`,
			});
		const capPrice = options.maxCostUsd !== undefined;
		return openModel({ ...withTable, window, maxOutput, price, capPrice });
	}
	const [lead, utility] = [await open(options.lead, settings.lead), await open(options.utility, settings.utility)];
	const { gather, review, support, rewrite, session, investigators, maxCostUsd: capUsd } = options;
	const traits = {
		depth,
		clarify,
		gather,
		review,
		support,
		rewrite,
		session,
		models: { lead, utility, investigators },
	};
	const { calls, input, output, usd } = estimateRun(traits);
	const tokens = { low: input.low + output.low, high: input.high + output.high };
	const reserve = capUsd === undefined ? undefined : reportReserveFor(traits, capUsd);
	if (capUsd !== undefined && reserve) checkCap(capUsd, reserve, { lead, utility });
	return { lead, utility, expected: { calls, tokens, usd, capUsd }, reportUsd: reserve?.keptUsd };
}

/** The reasoner of a run with models, and the meter of its spending. Both use the run's ledger. */
export async function openModelReasoner(
	run: RunContext,
	models: OpenedModels,
	options: ModelOptions,
	hooks: Hooks,
): Promise<{ reasoner: Reasoner; meter: Meter }> {
	const { lead, utility, reportUsd } = models;
	const capUsd = options.maxCostUsd;
	const records = await run.calls.list();
	const ledger = openLedger({
		log: run.calls,
		records,
		models: [lead, utility],
		capUsd,
		reportUsd,
		onChange: (spending) => hooks.onProgress({ type: "spending", spending, capUsd }),
	});
	if (records.length > 0) hooks.onProgress({ type: "spending", spending: ledger.spending(), capUsd });
	const asker = createAsker({
		lead,
		utility,
		ledger,
		session: options.session,
		investigators: options.investigators,
		records,
		today: run.createdAt.toISOString().slice(0, 10),
		onActivity: (text) => hooks.onProgress(parseActivity(text)),
	});
	const name = modelNamesOf(options).join(" + ");
	const { investigators } = options;
	const fallback = createRulesReasoner();
	return { reasoner: createModelReasoner({ asker, fallback, name, investigators }), meter: ledger };
}
