import { describe, expect, it } from "vitest";
import { renderHtml } from "../../src/app/report/html.ts";
import { renderMarkdown } from "../../src/app/report/markdown.ts";
import type { ModelWork } from "../../src/app/report/model-work.ts";
import { jsonOutputOf } from "../../src/app/report/output.ts";
import { formatDollars, formatTokens, meterWords } from "../../src/app/report/spending-words.ts";
import { renderTrace } from "../../src/app/report/trace-json.ts";
import type { CallRecord, Usage } from "../../src/evidence/call.ts";
import type { ModelOptions } from "../../src/evidence/event.ts";
import type { Report } from "../../src/evidence/report.ts";
import { noSpending, spendingOf } from "../../src/evidence/spending.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import { optionsFor } from "../support/flow.ts";
import { finishedRun, libraryOf } from "../support/report.ts";

const library = libraryOf([{ title: "One", text: "The port is 5432." }]);
const model: ModelOptions = {
	...{ lead: "anthropic:big", utility: "openai:small", gather: "agent", session: "isolated" },
	...{ review: true, support: true, rewrite: true },
};

function call(role: CallRecord["request"]["role"], of: string, more: Partial<CallRecord["request"]> = {}): CallRecord {
	const request = { key: `${role}${of}`, role, model: of, promptHash: "p", try: 1, prompt: "secret words", ...more };
	return { request, attempt: 1, begunAt: "2026-01-01T00:00:00.000Z" };
}

const usage = (input: number, output: number, cacheRead = 0): Usage => ({
	...{ input, output, cacheRead, cacheWrite: 0, reasoning: 0 },
});
const answered = (row: CallRecord, used: Usage, usd?: number): CallRecord => ({
	...row,
	result: { message: { text: "said words", toolCalls: [], finish: "stop" }, usage: used, usd, ms: 5 },
});

function runOf(
	calls: CallRecord[],
	state: Partial<ResearchState> = {},
	report: Partial<Report> = {},
	work: Partial<ModelWork> = {},
) {
	const options = optionsFor("quick", { model });
	const input = finishedRun(library, report, { options, reasoner: "anthropic:big + openai:small", ...state });
	const models: ModelWork = { calls, spending: spendingOf(calls), investigators: [], balances: [], ...work };
	return { ...input, run: { ...input.run, cost: models.spending.usd }, models };
}

const mixed = [
	answered(call("plan", "anthropic:big"), usage(12_000, 900, 4_000), 0.0512),
	answered(call("extractClaims", "openai:small"), usage(3_000, 200), 0.001),
	answered(call("judgeSupport", "openai:small"), usage(500, 50)),
	call("draft", "anthropic:big", { reservedUsd: 0.25 }),
];

describe("a report that language models wrote", () => {
	it("says only what happened: who wrote it, what was reviewed, what was checked, and names one model once", () => {
		const failed = (role: "draft" | "revise") => ({ role, code: "MODEL_ANSWER_UNUSABLE", reason: "" });
		const support = { judged: 2, passed: 2, judgements: [], rewrite: "not needed" as const };
		const none = { coverage: [], weakClaims: [], logicalGaps: [], missingPerspectives: [], suggestions: [] };
		const review = { ...none, suggestions: ["Say it first."] };
		const said = (state: Partial<ResearchState>, calls: CallRecord[] = mixed) =>
			renderMarkdown(runOf(calls, state, { support })) ?? "";
		const unasked = said({ fallbacks: [failed("draft")] }, [
			call("plan", "anthropic:big"),
			call("draft", "anthropic:big"),
		]);
		expect(unasked).toContain("*Researched by anthropic:big and openai:small (investigators gathered,");
		expect(unasked).toContain(
			"**Support:** 2 of 2 cited sentences appear verbatim in the quotes; the model was not asked",
		);
		expect(unasked).toContain("paid, result lost: 2 calls: plan, draft\n");
		expect(said({ writing: { judgements: [], review } })).toContain("the draft was reviewed and revised; 2 of 2");
		expect(said({ writing: { judgements: [], review: none } })).toContain(
			"the draft was reviewed, and needed no revision; 2 of 2",
		);
		expect(said({ writing: { judgements: [], review }, fallbacks: [failed("revise")] })).toContain(
			"the draft was reviewed, but could not be revised; 2 of 2",
		);
	});

	it("says what each role cost on each model, what is not known, and what was paid for and lost", () => {
		const markdown = renderMarkdown(runOf(mixed)) ?? "";
		expect(markdown).toContain(
			"*Written by anthropic:big and openai:small (investigators gathered, separate context per request);",
		);
		expect(markdown).toContain(
			"**Cost:** $0.30; price unknown of 1 call more; 4 calls; paid, result lost: 1 call, $0.25 at most (counted in): draft (anthropic:big)",
		);
		expect(markdown).toContain("| plan | anthropic:big | 1 | 12,000 | 4,000 | 900 | $0.051 |");
		expect(markdown).toContain("| support check | openai:small | 1 | 500 | 0 | 50 | unknown |");
		expect(markdown).toContain("| **Sum** |  | **4** | **15,500** | **4,000 (26 %)** | **1,150** | **≥ $0.30** |");
		expect(markdown).toContain(
			'**Price:** of openai:small unknown; for the next run, put it into models.json of the assay home, in USD a million tokens: {"openai:small": {"input": …, "output": …}}',
		);
		const html = renderHtml(runOf(mixed)) ?? "";
		expect(html).toContain('<td data-l="Model">anthropic:big</td>');
		expect(html).toContain("paid, result lost");
	});

	it("never says $0 of what has no price", () => {
		const markdown = renderMarkdown(runOf([answered(call("plan", "openai:small"), usage(10, 1))])) ?? "";
		expect(markdown).toContain("**Cost:** no price is known for openai:small; 1 call, 10 tokens in and 1 out\n");
		expect(markdown).not.toContain("$0");
	});

	it("never says that no model was asked, where the record of its requests is not at hand", () => {
		const { models: _none, ...run } = runOf([]);
		const markdown = renderMarkdown(run) ?? "";
		expect(markdown).toContain("**Cost:** unknown: the record of the requests to anthropic:big and openai:small");
		expect(markdown).not.toContain("no model was asked");
	});

	it("tells calls that failed from those that answered", () => {
		const failed = {
			...call("plan", "anthropic:big"),
			result: { error: { code: "X", message: "m" }, usage: usage(0, 0), usd: 0, ms: 1 },
		};
		const rows = [...mixed.slice(0, 1), failed as CallRecord];
		expect(renderMarkdown(runOf(rows))).toContain("**Cost:** $0.051; 2 calls (1 failed)\n");
	});

	it("says once that a provider's count cannot be true, and in the table whose", () => {
		const lied = answered(call("draft", "anthropic:big"), { ...usage(10, 1), implausible: true });
		const markdown = renderMarkdown(runOf([...mixed.slice(0, 1), lied])) ?? "";
		expect(markdown.split("cannot be true in 1 call: charged by the length of the texts")).toHaveLength(2);
		expect(markdown).toMatch(/^\| draft \(implausible count\) \|/m);
	});

	it("says first what a limit cut short, and who wrote it when the model could not", () => {
		const cut = { stopReason: "BUDGET_EXHAUSTED", stopDetail: "All 2 steps were used" } as const;
		const fallbacks = [{ role: "draft", code: "MODEL_REFUSED", reason: "r" } as const];
		const markdown = renderMarkdown(runOf(mixed, { fallbacks }, cut)) ?? "";
		expect(markdown).toContain(
			"\n\n**This report is partial: all 2 steps were used.**\n\n*Researched by anthropic:big",
		);
		expect(markdown).toContain("but written by rules");
		expect(renderHtml(runOf(mixed, {}, cut))).toContain('<p class="partial">This report is partial: all 2 steps');
		expect(renderMarkdown(runOf(mixed))).not.toContain("partial");
	});

	it("says each thing once: who wrote it, which limit ended it, and how many tokens it took", () => {
		const limit = "the cost limit of $1 was reached: what is left of it pays for the report";
		const run = runOf(mixed, {}, { stopReason: "BUDGET_EXHAUSTED", stopDetail: limit });
		for (const text of [renderMarkdown(run) ?? "", renderHtml(run) ?? ""])
			for (const said of ["Written by", "cost limit of $1", "anthropic:big and openai:small", "15,500"])
				expect(text.split(said), said).toHaveLength(2);
		expect(renderMarkdown(run)).toContain("- **Stopped because:** a limit was reached (BUDGET_EXHAUSTED)\n");
	});

	it("ends what a model says is missing like a sentence", () => {
		const gaps = [{ text: "the year of the rebuild", lookedIn: [] }];
		expect(renderMarkdown(runOf(mixed, {}, { gaps }))).toContain("- The year of the rebuild.\n");
		expect(renderHtml(runOf(mixed, {}, { gaps }))).toContain("<li>The year of the rebuild. <small>");
	});

	it("says what rules did instead of the model, and how the support check came out", () => {
		const fallbacks = [
			{ role: "extractClaims", code: "MODEL_ANSWER_UNUSABLE", reason: "r" },
			{ role: "extractClaims", code: "MODEL_ANSWER_UNUSABLE", reason: "r" },
			{ role: "plan", code: "MODEL_BUDGET", reason: "r" },
		] as const;
		const support = { judged: 5, passed: 4, judgements: [], rewrite: "kept" as const };
		const markdown = renderMarkdown(runOf(mixed, { fallbacks: [...fallbacks] }, { support })) ?? "";
		expect(markdown).toContain(
			"**Done by rules:** the model could not be used in 3 of 5 steps; rules did them instead (its answer could not be used: 2 × claims of a page; the cost limit left no room: plan)",
		);
		expect(markdown).toContain(
			"**Support:** 4 of 5 cited sentences judged supported by the model; the rewrite that was then requested was better, and is used",
		);
	});

	it("shows the account beside the count of tokens", () => {
		const balances = [{ provider: "openrouter", before: 12.5, after: 12.25 }];
		expect(renderMarkdown(runOf(mixed, {}, {}, { balances }))).toContain("openrouter: $12.50 before, $12.25 after");
	});

	it("has its calls in --json and in the trace, without what was asked and said", () => {
		const output = jsonOutputOf(runOf(mixed));
		expect(output.cost).toBeCloseTo(0.3022);
		expect(output.usage).toMatchObject({
			calls: 4,
			input: 15_500,
			cached: 4_000,
			unpriced: 1,
			lost: [{ role: "draft", usd: 0.25 }],
		});
		expect(output.calls?.map(({ status, usd }) => [status, usd])).toEqual([
			["answered", 0.0512],
			["answered", 0.001],
			["answered", undefined],
			["lost", 0.25],
		]);
		const trace = renderTrace(runOf(mixed), []);
		expect(JSON.parse(trace).calls).toHaveLength(4);
		expect(trace + JSON.stringify(output)).not.toMatch(/secret words|said words/);
	});
});

describe("an amount", () => {
	it.each([
		[0, "$0"],
		[0.00001234, "$0.000012"],
		[0.0512, "$0.051"],
		[0.0997, "$0.10"],
		[0.3, "$0.30"],
		[0.999, "$1.00"],
		[12.345, "$12.35"],
		[1234.5, "$1,234.50"],
	])("%d is %s", (usd, text) => expect(formatDollars(usd)).toBe(text));

	it.each([
		[999, "999"],
		[1_000, "1.0k"],
		[9_960, "10k"],
		[999_600, "1.0M"],
	])("%d tokens are %s", (tokens, text) => expect(formatTokens(tokens)).toBe(text));

	it("on the meter stands beside its limit", () => {
		const spending = { ...noSpending, calls: 1, usd: 0.5, usage: usage(1_500, 500) };
		expect(meterWords(spending, { cost: 2 })).toBe("$0.50 of $2.00 · 2.0k tokens · 1 call");
		const all = { cost: 2, tokens: 34_000, requests: 40 };
		expect(meterWords(spending, all)).toBe("$0.50 of $2.00 · 2.0k of 34k tokens · 1 of 40 calls");
		expect(meterWords({ ...spending, unpriced: 1, usd: 0 })).toBe("price unknown · 2.0k tokens · 1 call");
	});
});
