import type { SharedLimits } from "../base/shared-limits.ts";
import type { ModelOptions, RunOptions } from "../evidence/event.ts";
import type { SourceProvider } from "../sources/provider.ts";
import type { RunContext, RunRecord } from "../store/store.ts";
import type { ModelConnection } from "./config/model-config.ts";
import type { Config } from "./config.ts";
import type { Hooks } from "./progress.ts";
import { modelNamesOf } from "./report/model-words.ts";

/** Opens the models of a run, and returns how to use them with the run's ledger. A run without models loads none of this code. */
export async function openModelAccess(
	config: Config,
	options: RunOptions,
	model: ModelOptions,
	hooks: Hooks,
	resumed: RunRecord | undefined,
	connection: ModelConnection,
	sharedLimits?: SharedLimits,
) {
	const [
		{ openModels, openModelReasoner, modelsOf },
		{ recordBalance },
		{ announceModels },
		{ modelAddressesOf, assertSameAddresses },
		{ withToolLedger },
	] = await Promise.all([
		import("./open-models.ts"),
		import("./record-balance.ts"),
		import("./announce-destinations.ts"),
		import("./model-address.ts"),
		import("./ledger-of-tools.ts"),
	]);
	const models = await openModels(options, model, config.models(), connection, sharedLimits);
	const addresses = modelAddressesOf(models);
	if (resumed) assertSameAddresses(resumed, model, addresses);
	announceModels(modelsOf(models), options, hooks);
	const { depth, deadlineMs } = options;
	hooks.onProgress({ type: "estimate", ...models.expected, depth, deadlineMs, models: modelNamesOf(model) });
	return {
		addresses,
		assertSameAddresses: (run: RunRecord) => assertSameAddresses(run, model, addresses),
		async open(run: RunContext, source: SourceProvider) {
			const opened = await openModelReasoner(run, models, model, hooks);
			return { ...opened, source: withToolLedger(source, opened.meter) };
		},
		balance: (run: RunContext, when: "before" | "after") => recordBalance(run, when, models),
	};
}
