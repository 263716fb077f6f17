import type { Json } from "../base/json.ts";
import { balanceOf } from "../reasoning/model/wire/account.ts";
import type { RunContext } from "../store/store.ts";
import { modelsOf, type OpenedModels } from "./open-models.ts";
import { type AccountBalance, balanceStep } from "./run-log.ts";

/** Records the balances of the accounts whose provider reports one. This stands outside the research and never fails a run. */
export async function recordBalance(run: RunContext, when: "before" | "after", models: OpenedModels): Promise<void> {
	// The other providers report no balance.
	const withBalance = modelsOf(models)
		.map(({ settings }) => settings)
		.filter(({ provider }) => provider === "openrouter");
	if (withBalance.length === 0) return;
	const accounts = new Map(withBalance.map((settings) => [settings.provider, settings]));
	await run.step(balanceStep(when), async () => {
		const balances: AccountBalance[] = [];
		for (const [provider, settings] of accounts) {
			const balance = await balanceOf(settings);
			if (balance) balances.push({ provider, usd: balance.usd });
		}
		return balances as unknown as Json;
	});
}
