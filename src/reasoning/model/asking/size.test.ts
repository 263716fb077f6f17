import fc from "fast-check";
import { expect, test } from "vitest";
import { cutText, fitParts, tokensOf } from "./fit-prompt.ts";

const texts = fc
	.tuple(fc.constantFrom("word ", "漢字", "Привет ", "👩‍🔬"), fc.nat(4_000))
	.map(([unit, times]) => unit.repeat(times));

test("parts fit where cuts allow it; parts that may not be cut stay whole, and a shorter part is never cut before a longer one", () => {
	fc.assert(
		fc.property(
			fc.array(texts, { minLength: 1, maxLength: 5 }),
			fc.integer({ min: 1_500, max: 8_000 }),
			(all, tokens) => {
				const rigid = { title: "Question", text: "Why is it so?", kind: "own" as const };
				const parts = all.map((text, at) => ({ title: `Page ${at}`, text, kind: "data" as const, cuttable: true }));
				const text = fitParts([rigid, ...parts], tokens);
				expect(Buffer.byteLength(text)).toBeLessThanOrEqual(tokens * 3);
				expect(text).toContain("Why is it so?");
				const isCut = parts.map((_part, at) => new RegExp(`title="Page ${at}">[^<]*\\[… cut: `).test(text));
				const whole = parts.filter((_part, at) => !isCut[at]).map((part) => Buffer.byteLength(part.text));
				const shortened = parts.filter((_part, at) => isCut[at]).map((part) => Buffer.byteLength(part.text));
				expect(Math.max(0, ...whole)).toBeLessThanOrEqual(Math.min(Number.POSITIVE_INFINITY, ...shortened));
			},
		),
		{ numRuns: 200 },
	);
});

test("a cut states how much is left out, and halves no character", () => {
	expect(cutText("a".repeat(48_000), 36_080)).toBe(
		`${"a".repeat(36_000)}\n[… cut: 12,000 of 48,000 characters left out]`,
	);
	expect(cutText("👍".repeat(500), 301).isWellFormed()).toBe(true);
	expect(cutText("short", 400)).toBe("short");
});

test("tokens are counted by bytes, so that other scripts are not underestimated", () => {
	expect(tokensOf("漢".repeat(1_000))).toBeGreaterThan(1_000);
});
