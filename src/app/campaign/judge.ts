import type { RunOptions } from "../../evidence/event.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { renderDraftText } from "../../reasoning/model/writing/draft-text.ts";
import type { Reasoner } from "../../reasoning/reasoner.ts";
import type { RunContext, RunRecord } from "../../store/store.ts";
import type { ModelConnection } from "../config/model-config.ts";
import type { Config } from "../config.ts";
import type { Hooks } from "../progress.ts";
import { judgeShare } from "./pulses.ts";

/** Checks the models of a campaign before it is recorded. Nothing is sent. Throws as `openModels`. */
export async function checkModels({ model, depth }: RunOptions, config: Config, connection: ModelConnection) {
	if (!model) return;
	const { openModels } = await import("../open-models.ts");
	await openModels({ depth }, model, config.models(), connection);
}

/**
 * The judge of a campaign, on the campaign's own ledger and its share of the cost limit; undefined without a model. Its requests go to
 * the addresses of the first pulse; throws `MODEL_ADDRESS_CHANGED` if the environment names others.
 */
export async function openJudge(
	run: RunContext,
	{ model, depth }: RunOptions,
	first: RunRecord | undefined,
	config: Config,
	hooks: Hooks,
	connection: ModelConnection,
): Promise<Pick<Reasoner, "judgePulse"> | undefined> {
	if (!model) return undefined;
	const [{ openModels, openModelReasoner }, { assertSameAddresses, modelAddressesOf }] = await Promise.all([
		import("../open-models.ts"),
		import("../model-address.ts"),
	]);
	const { maxCostUsd, ...uncapped } = model;
	const models = await openModels({ depth }, uncapped, config.models(), connection);
	if (first) assertSameAddresses(first, model, modelAddressesOf(models));
	const capped = maxCostUsd === undefined ? uncapped : { ...uncapped, maxCostUsd: maxCostUsd * judgeShare };
	// The display shows what the present pulse has spent; the judge's own cost is in the campaign's sum.
	const quiet: Hooks = {
		signal: hooks.signal,
		onProgress: (progress) => {
			if (progress.type !== "spending") hooks.onProgress(progress);
		},
	};
	return (await openModelReasoner(run, models, capped, quiet)).reasoner;
}

/** A report as plain text, as its reviewer sees it: with its answer, tables and commands, without markers. */
export function reportTextOf({ report }: ResearchState): string {
	return report ? renderDraftText(report) : "";
}
