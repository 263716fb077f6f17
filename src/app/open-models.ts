import { UsageError } from "../base/errors.ts";
import type { SharedLimits } from "../base/shared-limits.ts";
import type { ModelOptions, RunOptions } from "../evidence/event.ts";
import { hasPart } from "../evidence/parts.ts";
import { type SpendingLimits, spendingKinds, spendingLimitsOf } from "../evidence/spending-limit.ts";
import { createAsker } from "../reasoning/model/asking/create-asker.ts";
import { createModelReasoner } from "../reasoning/model/index.ts";
import type { Model, ModelSettings } from "../reasoning/model/model.ts";
import { estimateRun } from "../reasoning/model/money/estimate.ts";
import { lookUpModel } from "../reasoning/model/money/known-model.ts";
import { type Ledger, type LedgerLimits, openLedger } from "../reasoning/model/money/ledger.ts";
import { checkLimit, reportReserveFor } from "../reasoning/model/money/report-reserve.ts";
import type { PlannedRun } from "../reasoning/model/money/run-work.ts";
import { readModelTable } from "../reasoning/model/money/user-table.ts";
import { type UsualCost, usualCostOf } from "../reasoning/model/money/usual-cost.ts";
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

/** The models of a run, before the first request. */
export interface OpenedModels {
	lead: Model;
	utility: Model;
	/** The model of the roles that check others' work, where the run has one for them. */
	reviewer?: Model | undefined;
	/** The expected use of the run. Calls, tokens, USD. */
	expected: {
		calls: EstimateRange;
		tokens: EstimateRange;
		usd: EstimateRange | undefined;
		usual: UsualCost | undefined;
		limits: SpendingLimits;
	};
	/** The limits on the run's spending, with their report reserves. */
	limits: LedgerLimits;
}

/**
 * Opens the models of a run, with the keys of the present environment. Nothing is sent. Throws `UsageError`
 * `MODEL_KEY_MISSING`, `BASE_URL_…`, `MODEL_PRICE_UNKNOWN`, `MAX_…_TOO_SMALL`, `MODELS_FILE_…`.
 */
export async function openModels(
	run: Pick<RunOptions, "depth" | "without" | "clarify">,
	options: ModelOptions,
	config: ModelConfig,
	{
		modelTimeout = config.options.modelTimeout,
		modelParallel = config.options.modelParallel,
		isEstimate,
	}: ModelConnection & { isEstimate?: boolean | undefined } = {},
	sharedLimits?: SharedLimits,
): Promise<OpenedModels> {
	const settings = modelSettingsOf(options, config, { modelTimeout, modelParallel, isEstimate });
	const table = await readModelTable(config.tableFile);
	async function open(name: string, settings: ModelSettings): Promise<Model> {
		const withTable = { ...settings, ...table.get(name) };
		const { window, maxOutput, price } = await lookUpModel(withTable);
		if (options.maxCostUsd !== undefined && price === undefined)
			throw new UsageError("MODEL_PRICE_UNKNOWN", `the price of ${name} is not known, so --max-cost cannot be kept`, {
				hint: `put {"${name}": {"input": 3, "output": 15}} (USD a million tokens) into ${config.tableFile}, or leave out --max-cost`,
			});
		const capPrice = options.maxCostUsd !== undefined;
		return openModel({ ...withTable, window, maxOutput, price, capPrice, sharedLimits });
	}
	const [lead, utility] = [await open(options.lead, settings.lead), await open(options.utility, settings.utility)];
	const reviewer =
		options.reviewer !== undefined && settings.reviewer ? await open(options.reviewer, settings.reviewer) : undefined;
	const { gather, review, support, rewrite, session, investigators } = options;
	const { depth, clarify } = run;
	const redundancy = session === "isolated" && hasPart({ options: run }, "redundancy");
	const skeptics = hasPart({ options: run }, "skeptics");
	const traits = {
		depth,
		clarify,
		gather,
		review,
		support,
		rewrite,
		redundancy,
		skeptics,
		session,
		models: { lead, utility, reviewer, investigators },
	};
	const { calls, input, output, usd } = estimateRun(traits);
	const tokens = { low: input.low + output.low, high: input.high + output.high };
	// A single session was not measured at each depth.
	const usual = session === "isolated" ? usualCostOf(depth, traits.models) : undefined;
	const userLimits = spendingLimitsOf(options);
	return {
		lead,
		utility,
		...(reviewer ? { reviewer } : {}),
		expected: { calls, tokens, usd, usual, limits: userLimits },
		limits: ledgerLimitsOf(userLimits, traits),
	};
}

/** The limits with their report reserves. Throws `MAX_…_TOO_SMALL`. */
function ledgerLimitsOf(limits: SpendingLimits, run: PlannedRun): LedgerLimits {
	const ledgerLimits: LedgerLimits = {};
	for (const kind of spendingKinds) {
		const most = limits[kind];
		const reserve = most === undefined ? undefined : reportReserveFor(kind, most, run);
		if (most === undefined || !reserve) continue;
		checkLimit(kind, most, reserve, run.models);
		ledgerLimits[kind] = { most, report: reserve.kept };
	}
	return ledgerLimits;
}

/** All models of a run. */
export function modelsOf({ lead, utility, reviewer }: Pick<OpenedModels, "lead" | "utility" | "reviewer">): Model[] {
	return [lead, utility, ...(reviewer ? [reviewer] : [])];
}

/** The reasoner of a run with models, and the meter of its spending. Both use the run's ledger. */
export async function openModelReasoner(
	run: RunContext,
	models: OpenedModels,
	options: ModelOptions,
	hooks: Hooks,
): Promise<{ reasoner: Reasoner; meter: Meter & Pick<Ledger, "callTool"> }> {
	const { lead, utility, reviewer } = models;
	const limits = spendingLimitsOf(options);
	const records = await run.calls.list();
	const ledger = openLedger({
		log: run.calls,
		records,
		models: modelsOf(models),
		limits: models.limits,
		onChange: (spending) => hooks.onProgress({ type: "spending", spending, limits }),
	});
	if (records.length > 0) hooks.onProgress({ type: "spending", spending: ledger.spending(), limits });
	const asker = createAsker({
		lead,
		utility,
		reviewer,
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
	return { reasoner: createModelReasoner({ asker, fallback, name, investigators, reviewer }), meter: ledger };
}
