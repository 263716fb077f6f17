import { expect, test } from "vitest";
import type { Model, Price } from "../model.ts";
import { openBudget } from "./budget.ts";
import { estimateRun } from "./estimate.ts";
import { checkLimit, reportReserveFor } from "./report-reserve.ts";
import type { PlannedRun } from "./run-work.ts";
import { usualCostOf } from "./usual-cost.ts";

function modelOf(name: string, price: Price | undefined): Model {
	const settings = { provider: "openai" as const, model: name };
	const send = () => Promise.reject(new Error("not asked here"));
	return { name: `openai:${name}`, settings, window: 200_000, maxOutput: 32_000, price, send };
}

const models = {
	lead: modelOf("large", { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }),
	utility: modelOf("small", { input: 0.25, output: 2 }),
};
const standard: PlannedRun = {
	depth: "standard",
	gather: "pipeline",
	session: "isolated",
	review: true,
	support: true,
	rewrite: true,
	models,
};

const usdOf = (kind: PlannedRun) => estimateRun(kind).usd ?? { low: Number.NaN, high: Number.NaN };

test("an estimate names each role that is used, with its model, and adds up", () => {
	const { rows, calls, usd } = estimateRun(standard);
	expect(rows.find(({ role }) => role === "extractClaims")).toMatchObject({
		model: "openai:small",
		// 20 pages, some of them extracted once more for a follow-up question.
		calls: { high: 25 },
	});
	expect(rows.find(({ role }) => role === "draft")).toMatchObject({
		model: "openai:large",
		calls: { low: 1, high: 1 },
	});
	expect(rows.map(({ role }) => role)).not.toContain("nextAction");
	expect(calls.high).toBe(rows.reduce((sum, row) => sum + row.calls.high, 0));
	expect(usd?.low).toBeGreaterThan(0);
	for (const row of rows) expect(row.usd?.high).toBeGreaterThanOrEqual(row.usd?.low ?? Number.NaN);
});

test("investigators replace the mechanical roles; switches and depth change the price", () => {
	const agent = estimateRun({ ...standard, gather: "agent" }).rows.map(({ role }) => role);
	expect(agent).toContain("nextAction");
	expect(agent).not.toContain("choosePages");
	const plain = estimateRun({ ...standard, review: false, support: false });
	expect(plain.rows.map(({ role }) => role)).toEqual(expect.not.arrayContaining(["review", "revise", "judgeSupport"]));
	expect(usdOf({ ...standard, depth: "quick" }).high).toBeLessThan(usdOf(standard).high);
	expect(usdOf({ ...standard, shape: "lookup" }).low).toBeLessThan(usdOf({ ...standard, shape: "synthesis" }).low);
	expect(usdOf({ ...standard, session: "single" }).high).toBeGreaterThan(usdOf(standard).high);
	const single = estimateRun({ ...standard, session: "single" }).rows.map(({ model }) => model);
	expect(new Set(single)).toEqual(new Set(["openai:large"]));
});

test("without a price, an estimate has calls and tokens, but no cost", () => {
	const unpriced = { ...models, utility: modelOf("new", undefined) };
	const estimate = estimateRun({ ...standard, models: unpriced });
	expect(estimate.usd).toBeUndefined();
	expect(estimate.input.high).toBeGreaterThan(0);
	expect(reportReserveFor("cost", 1, { ...standard, models: unpriced })).toBeUndefined();
});

test("a cap too small for a report and a first action is refused with the least amount, which is then accepted", () => {
	const reserve = reportReserveFor("cost", 0.05, standard) ?? { kept: Number.NaN, least: Number.NaN };
	let hint = "";
	try {
		checkLimit("cost", 0.05, reserve, models);
	} catch (error) {
		expect(error).toMatchObject({ code: "MAX_COST_TOO_SMALL", exitCode: 2 });
		if (error instanceof Error && "hint" in error) hint = String(error.hint);
	}
	const least = Number(/--max-cost ([\d.]+) or more/.exec(hint)?.[1]);
	expect(least).toBeGreaterThan(reserve.least);
	expect(() => checkLimit("cost", least, reserve, models)).not.toThrow();
	expect(() => checkLimit("cost", least - 0.02, reserve, models)).toThrow();
	const free = { lead: modelOf("own", { input: 0, output: 0 }), utility: modelOf("own", { input: 0, output: 0 }) };
	expect(() =>
		checkLimit("cost", 0, reportReserveFor("cost", 0, { ...standard, models: free }) ?? reserve, free),
	).not.toThrow();
});

test.each([["requests", 1] as const, ["tokens", 1_000] as const])(
	"a limit of %s too small for a report and a first action is refused with the least, which is then accepted",
	(kind, step) => {
		const check = (most: number) =>
			checkLimit(kind, most, reportReserveFor(kind, most, standard) ?? { kept: Number.NaN, least: Number.NaN }, models);
		const code = `MAX_${kind.toUpperCase()}_TOO_SMALL`;
		expect(() => check(1)).toThrow(expect.objectContaining({ code, exitCode: 2 }));
		let least = 0;
		try {
			check(1);
		} catch (error) {
			least = Number(new RegExp(`^--max-${kind} (\\d+) or more$`).exec(String((error as { hint?: string }).hint))?.[1]);
		}
		expect(() => check(least)).not.toThrow();
		expect(() => check(least - step)).toThrow(expect.objectContaining({ code }));
		const kept = reportReserveFor(kind, least, standard)?.kept ?? Number.NaN;
		expect(kept).toBeLessThan(least);
		// No price is needed.
		const unpriced = { ...models, utility: modelOf("new", undefined) };
		expect(reportReserveFor(kind, least, { ...standard, models: unpriced })?.kept).toBe(kept);
	},
);

test("a sufficient cap reserves the whole report's cost; a smaller one reserves half of itself, but never less than a draft", () => {
	const kept = (capUsd: number, more = {}) =>
		reportReserveFor("cost", capUsd, { ...standard, ...more })?.kept ?? Number.NaN;
	const full = kept(1_000);
	expect(kept(2_000)).toBe(full);
	expect(kept(1_000, { review: false, support: false })).toBeLessThan(full);
	expect(kept(full)).toBeCloseTo(full / 2);
	const least = reportReserveFor("cost", 0, standard)?.least ?? Number.NaN;
	expect(kept(0)).toBe(least);
	expect(least).toBeLessThan(full / 2);
});

test("a draft fits into the report reserve after research has spent all that it may", async () => {
	const reportUsd = reportReserveFor("cost", 1_000, { ...standard, review: false, support: false })?.kept ?? 0;
	const budget = openBudget({ kind: "cost", most: reportUsd + 1, report: reportUsd, used: 0 });
	const ask = { what: "a request" };
	const research = await budget.reserve(0.99, { ...ask, purpose: "research" });
	research.settle(0.99);
	await expect(budget.reserve(0.02, { ...ask, purpose: "research" })).rejects.toMatchObject({ code: "MODEL_BUDGET" });
	// 80 claims of 500 bytes, and 12,000 tokens of answer with its reasoning: far more than is likely, but still possible.
	const draft = (40_000 * 3.75 + 12_000 * 15) / 1e6;
	await expect(budget.reserve(draft, { ...ask, purpose: "report" })).resolves.toBeDefined();
});

test("the usual cost is that of the measured runs at a depth, by the price of each model; it lies within the estimate", () => {
	const one = modelOf("one", { input: 1, output: 10 });
	const usual = (depth: PlannedRun["depth"], lead = one, utility = one) => usualCostOf(depth, { lead, utility });
	// 163,000 to 223,000 tokens in, 60,000 to 101,000 out.
	expect(usual("standard")?.open.low).toBeCloseTo(0.763, 6);
	expect(usual("standard")?.open.high).toBeCloseTo(1.233, 6);
	expect(usual("quick")?.open.high).toBeLessThan(usual("standard")?.open.high ?? 0);
	expect(usual("deep")).toMatchObject({ isMeasured: false, fact: usual("quick")?.fact });
	expect(usual("standard", one, models.utility)?.open.high).toBeLessThan(usual("standard")?.open.high ?? 0);
	expect(usual("quick", one, modelOf("new", undefined))).toBeUndefined();
	const estimate = usdOf({ ...standard, models: { lead: one, utility: one } });
	expect(usual("standard")?.open.high).toBeLessThan(estimate.high);
	expect(usual("standard")?.fact.low).toBeGreaterThan(estimate.low);
});
