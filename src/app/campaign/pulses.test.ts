import fc from "fast-check";
import { expect, test } from "vitest";
import { optionsFor } from "../../../test/support/flow.ts";
import type { ModelOptions } from "../../evidence/event.ts";
import type { CampaignInput, PulseRecord } from "./campaign.ts";
import { judgeShare, pulseInput } from "./pulses.ts";

const model: ModelOptions = {
	...{ lead: "a:m", utility: "a:m", gather: "pipeline", session: "isolated" },
	...{ review: true, support: true, rewrite: true },
};

test("whatever each pulse spends of its limit, a campaign and its judge never cost more than its own limit", () => {
	fc.assert(
		fc.property(
			fc.double({ min: 0.01, max: 100, noNaN: true }),
			fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
			(maxCostUsd, shares) => {
				const options = optionsFor("quick", { model: { ...model, maxCostUsd } });
				const input: CampaignInput = { question: "q", options, pulses: shares.length, key: "", out: "" };
				const pulses: PulseRecord[] = [];
				shares.forEach((share, at) => {
					const task = { objective: `o${at}`, focus: [] };
					const own = pulseInput("c", input, at + 1, task, { pulses, states: [] });
					const usd = (own.options.model?.maxCostUsd ?? Number.POSITIVE_INFINITY) * share;
					pulses.push({ ...({} as PulseRecord), usd });
				});
				const spent = pulses.reduce((sum, { usd }) => sum + usd, 0) + maxCostUsd * judgeShare;
				expect(spent).toBeLessThanOrEqual(maxCostUsd + 0.0001 * shares.length);
			},
		),
	);
});
