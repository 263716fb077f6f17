import type { Json } from "../base/json.ts";
import { balanceOf } from "../reasoning/model/wire/account.ts";
import type { RunContext } from "../store/store.ts";
import { balanceStep, type Reading } from "./log.ts";
import type { Models } from "./thinking.ts";

/** Records what the accounts hold, where a provider tells it: beside the research, and never a reason to fail. */
export async function recordBalance(
	run: RunContext,
	when: "before" | "after",
	{ lead, utility }: Models,
): Promise<void> {
	// The others tell nothing, and nothing is recorded of them.
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
