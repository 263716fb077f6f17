import fc from "fast-check";
import { expect, test } from "vitest";
import { claimOf, sourceOf } from "../../../test/support/evidence.ts";
import { optionsFor } from "../../../test/support/flow.ts";
import type { ModelOptions } from "../../evidence/event.ts";
import { emptyState } from "../../evidence/fold.ts";
import type { Source } from "../../evidence/source.ts";
import { sketchOf } from "../../evidence/text-sketch.ts";
import type { PulseRecord } from "./campaign.ts";
import type { CampaignInput } from "./campaign-input.ts";
import { judgeShare, pulseFigures, pulseInput } from "./pulses.ts";

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

test("new origins are counted as in the report: a copy of a page, and pages of one saved manual, are one origin", () => {
	const text =
		"The herring count of the harbour fell by half because its clerks weighed one crate in ten at the northern quay.";
	const stateOf = (sources: readonly Source[]) => ({
		...{ ...emptyState, sources: [...sources] },
		claims: sources.map(({ id }, at) =>
			claimOf(`Statement ${at * 37} of ${id} alone: ${"xyz".repeat(at + 1)}.`, { id, sourceId: id }),
		),
	});
	const page = (id: string, url: string, words: string, kind: Source["kind"] = "html") =>
		sourceOf(id, { url, kind, sketch: sketchOf(words) });
	const manual = [
		page("s1", "file:///m/a.html", "Ropes are coiled."),
		page("s2", "file:///m/b.html", "Nets are hung."),
	];
	const copies = [page("s3", "file:///c.txt", text, "text"), page("s4", "file:///d.txt", `${text} Read on.`, "text")];
	const task = { objective: "o", focus: [] };
	const first = stateOf([...manual, ...copies]);
	expect(pulseFigures(1, task, first, [])).toMatchObject({ newPages: 4, newOrigins: 2 });
	const more = stateOf([
		page("s5", "file:///m/c.html", "Sails are dried."),
		page("s6", "file:///e.txt", "Oars are oiled.", "text"),
	]);
	expect(pulseFigures(2, task, more, [first])).toMatchObject({ newPages: 2, newOrigins: 1 });
});
