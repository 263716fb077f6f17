import fc from "fast-check";
import { expect, test } from "vitest";
import { loadPairEncoder } from "./encode-pair.ts";

const encoder = await loadPairEncoder();

test("a passage is encoded word by word, in order, each word with its own tokens", () => {
	const { words, ids, passageAt } = encoder.pair(
		"Which port?",
		"Settings › Network",
		"It listens on port 5432, by default.",
	);
	const text = "It listens on port 5432, by default.";
	expect(words.map(({ start, end }) => text.slice(start, end))).toEqual([
		"It",
		"listens",
		"on",
		"port",
		"5432",
		",",
		"by",
		"default",
		".",
	]);
	expect(passageAt).toBeLessThan(words[0]?.from ?? 0);
	expect(words.at(-1)?.to).toBe(ids.length - 1);
});

test("for any texts the sequence fits the model, and words ascend in text and tokens", () => {
	fc.assert(
		fc.property(
			fc.string({ unit: "grapheme", maxLength: 400 }),
			fc.string({ unit: "grapheme" }),
			fc.lorem({ maxCount: 500 }),
			(question, heading, text) => {
				const { ids, words, passageAt } = encoder.pair(question, heading, text);
				expect(ids.length).toBeLessThanOrEqual(384);
				let [at, token] = [0, passageAt];
				for (const { start, end, from, to } of words) {
					expect(start).toBeGreaterThanOrEqual(at);
					expect(end).toBeGreaterThan(start);
					expect(from).toBeGreaterThanOrEqual(token);
					expect(to).toBeGreaterThanOrEqual(from);
					[at, token] = [end, to];
				}
			},
		),
		{ numRuns: 60 },
	);
});
