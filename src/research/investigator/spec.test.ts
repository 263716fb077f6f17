import fc from "fast-check";
import { expect, test } from "vitest";
import { lookupRoute, subQuestionOf } from "../../../test/support/evidence.ts";
import {
	assignment,
	investigate,
	portQuote,
	read,
	report,
	results,
	script,
	search,
} from "../../../test/support/investigator.ts";
import type { InvestigatorSpec } from "../../evidence/investigator-spec.ts";
import { specOf } from "./spec.ts";

const whole = specOf(assignment.subQuestion, [], lookupRoute, { reads: 3, messages: 8 });
const with_ = (budget: Partial<InvestigatorSpec["budget"]>, more: Partial<InvestigatorSpec> = {}) => ({
	spec: { ...whole, ...more, budget: { ...whole.budget, ...budget } },
});

test("a tool that the spec does not allow is neither offered nor carried out", async () => {
	const { asked, findings } = await investigate(
		script([search("port"), read("r1")], [report(portQuote)]),
		with_({}, { tools: ["read", "report"] }),
	);
	expect(asked[0]?.tools.map(({ name }) => name)).toEqual(["read", "report"]);
	expect(results(asked, 0)[0]).toContain("search is none of your tools");
	expect(findings.queries).not.toContain("port");
});

test("code is run only where a message follows that can use it, and where a number is wanted", () => {
	const tools = (messages: number, answerType: "number" | "person") =>
		specOf(subQuestionOf(), [], { ...lookupRoute, answerType }, { reads: 3, messages }).tools;
	expect(tools(8, "number")).toContain("run_code");
	expect(tools(2, "number")).not.toContain("run_code");
	expect(tools(8, "person")).not.toContain("run_code");
});

test("once its calls are used up it may only report", async () => {
	const { asked, findings } = await investigate(
		script([search("a")], [read("r1")], [report(portQuote)]),
		with_({ calls: 2 }),
	);
	expect(asked.map(({ only }) => only)).toEqual([undefined, undefined, "report"]);
	expect(findings).toMatchObject({ ended: "budget", queries: ["a"] });
});

test("it never uses more tokens than its budget, and ends with what it has and says so", async () => {
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 0, max: 60_000 }), async (tokens) => {
			const steps = script([search("a")], [read("r1"), read("r3")], [read("r3", 9)], [search("b")], [read("r2")]);
			const { findings } = await investigate(steps, with_({ tokens }));
			expect(findings.tokens).toBeLessThanOrEqual(tokens);
			if (findings.ended === "budget") expect(findings.gaps.join()).toContain(`budget of ${tokens} tokens`);
			if (tokens < 2_000) expect(findings).toMatchObject({ messages: 0, sources: [], ended: "budget" });
		}),
		{ numRuns: 40 },
	);
	const { findings } = await investigate(script([search("a")], [read("r1")], [search("b")]), with_({ tokens: 17_000 }));
	expect(findings).toMatchObject({ ended: "budget", claims: expect.anything() });
	expect(findings.claims.map(({ quote }) => quote)).toContain(portQuote[1]);
});
