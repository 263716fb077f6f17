import { expect, test } from "vitest";
import { jsonOutputOf, outputJsonSchema, outputSchema } from "../../src/app/report/output.ts";
import { subQuestionOrigins } from "../../src/evidence/plan.ts";
import { subQuestion } from "../support/planning.ts";
import { finishedRun, libraryOf } from "../support/report.ts";

const library = libraryOf(
	[
		{ title: "One", text: "The port is 5432." },
		{ title: "Two", text: "Nothing of interest." },
	],
	[[0, "The port is 5432.", { values: [{ kind: "number", text: "5432", normal: "5432" }] }]],
);

test("the published schema is the schema (made again by `npm test -- test/report/output.test.ts -u`)", async () => {
	await expect(outputJsonSchema()).toMatchFileSnapshot("../../docs/output.schema.json");
});

test("a sub-question of every origin is printed", () => {
	const subQuestions = subQuestionOrigins.map((origin, at) => subQuestion(`q${at + 1}`, { origin }));
	const output = jsonOutputOf(finishedRun(library, {}, { subQuestions }));
	expect(output.subQuestions.map(({ origin }) => origin)).toEqual(subQuestionOrigins);
});

test("a finished run's output holds what the schema promises", () => {
	const output = jsonOutputOf(finishedRun(library, { sourceIds: ["s1"] }));
	expect(outputSchema.parse(output)).toEqual(output);
	expect(output).toMatchObject({
		id: "0a1b2c3d",
		shape: "lookup",
		stopReason: "ANSWER_CAPTURED",
		claims: [
			{
				quote: "The port is 5432.",
				sourceId: "s1",
				locator: { kind: "line", line: 1 },
				subQuestionIds: ["q1"],
				subQuestionId: "q1",
			},
		],
		sources: [{ id: "s1", number: 1 }, { id: "s2" }],
		steps: 0,
		cost: 0,
		elapsed_ms: 1234,
	});
	expect(output.report).toContain("“The port is 5432.” [1]");
});

test("a run without evidence has an output too: an empty report, and why", () => {
	const input = finishedRun(library);
	const state = {
		...input.state,
		report: undefined,
		stop: { reason: "BUDGET_EXHAUSTED" as const, detail: "all pages were read" },
	};
	expect(jsonOutputOf({ ...input, state })).toMatchObject({
		report: "",
		stopReason: "NO_EVIDENCE",
		stopDetail: "all pages were read",
	});
});
