import fc from "fast-check";
import { expect, it } from "vitest";
import { proseSoFar, verdictsSoFar } from "./partial-answer.ts";

const draft = JSON.stringify({
	sections: [
		{
			heading: "Costs",
			paragraphs: [
				[
					{ text: 'It says “7 %”.\nTwice "so".', claims: ["c1"] },
					{ text: "Naïve 日本.", claims: [] },
				],
			],
		},
	],
});

it("gives the prose of a draft at every moment, growing, and never its JSON", () => {
	const whole = proseSoFar(draft);
	expect(whole).toBe('Costs\nIt says “7 %”.\nTwice "so". Naïve 日本.');
	fc.assert(
		fc.property(fc.integer({ min: 0, max: draft.length }), (end) => {
			const soFar = proseSoFar(draft.slice(0, end));
			expect(whole.startsWith(soFar.replace(/["\\\s]+$/u, ""))).toBe(true);
			expect(soFar).not.toMatch(/claims|paragraphs|\{/);
		}),
	);
});

it("gives the verdicts that are whole", () => {
	const json = '{"verdicts":[{"number":2,"reason":"a","verdict":"supported"},{"number": 1,"reason":"b","verdict":"part';
	expect(verdictsSoFar(json)).toEqual([{ number: 2, verdict: "supported" }]);
});
