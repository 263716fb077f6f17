import type { Json } from "../base/json.ts";
import { balanceOf } from "../reasoning/model/wire/account.ts";
import type { RunContext } from "../store/store.ts";
import { balanceStep, type Reading } from "./log.ts";
import type { Models } from "./thinking.ts";

/** Records the balances of the accounts whose provider reports one. This stands outside the research and never fails a run. */
export async function recordBalance(
	run: RunContext,
	when: "before" | "after",
	{ lead, utility }: Models,
): Promise<void> {
	// The other providers report no balance.
	const telling = [lead.settings, utility.settings].filter(({ provider }) => provider === "openrouter");
	if (telling.length === 0) return;
	const accounts = new Map(telling.map((settings) => [settings.provider, settings]));
	await run.step(balanceStep(when), async () => {
		const readings: Reading[] = [];
		for (const [provider, settings] of accounts) {
			const balance = await balanceOf(settings);
			if (balance) readings.push({ provider, usd: balance.usd });
		}
		return readings as unknown as Json;
	});
}
