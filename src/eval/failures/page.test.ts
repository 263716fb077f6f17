import { expect, test } from "vitest";
import type { EvaluationResult } from "../result.ts";
import { failuresPage, pictureOf } from "./page.ts";

const hostile = `<script>alert(1)</script>"><img src=x onerror=alert(2)>`;
const loss = { question: "q", repeat: 0, run: "0123456789ab", position: 7, step: "write:x" };
const result = {
	...{ id: "fedcba9876543210", suite: { name: hostile }, runs: [] },
	questions: [
		{
			...{ id: "q", question: hostile },
			criteria: [
				{ id: "a1", kind: "answer", text: hostile, weight: 1 },
				{ id: "a2", kind: "answer", text: "not: 12", weight: -1 },
			],
		},
	],
	losses: {
		criteria: 1,
		lost: [
			{ ...loss, criterion: "a1", stage: "not_written", what: hostile },
			{ ...loss, criterion: "a2", stage: "judged_wrong", what: "it states it" },
		],
	},
} as unknown as EvaluationResult;

test("what pages, questions and judges say is text on the page of losses, and each loss names its event", () => {
	const page = failuresPage(result, () => hostile);
	expect(page).not.toMatch(/<script|<img/);
	expect(page).toContain("&lt;script&gt;");
	expect(page).toContain("event 7 of the log, step write:x");
	expect(page).toContain("assay trace 01234567");
	// Each stage of the picture leads to its section.
	expect(page).toContain('href="#not_written"');
	expect(page).toContain('id="not_written"');
});

test("the picture holds the criteria that reports should meet, and ends at those that were met", () => {
	const picture = pictureOf(result);
	expect(picture).toContain('aria-label="1 criteria, 1 known, not written, 0 met"');
	expect(picture).not.toContain("judged_wrong");
});
