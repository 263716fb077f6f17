import { expect, test } from "vitest";
import { centroidSummary } from "../../bench/support/centroid.ts";
import { cut, keyPointQuestions, scoreOf } from "../../bench/support/key-points.ts";
import { lexRankSummary } from "../../bench/support/lex-rank.ts";
import { bootstrapped, risksOf, shareOf } from "../../bench/support/statistics.ts";
import { sentencesOf, wordCount } from "../../bench/support/words.ts";

const points = [
	{ text: "Cash", spans: ["Many founders run out of cash before they reach their market"] },
	{ text: "Teams", spans: ["The wrong team", "Quarrels between founders end every fifth startup"] },
];

test("a key point counts when a quoted sentence says one of its spans", () => {
	const [question, whole, half, other] = [
		"why startups fail",
		"Quarrels between founders end every fifth startup.",
		"Without cash no founders reach any market abroad, says the survey.",
		"The weather in May was fine.",
	];
	expect(scoreOf([whole], points)).toEqual({ found: 1, right: 1 });
	expect(scoreOf([half, other], points)).toEqual({ found: 1, right: 1 });
	expect(scoreOf([half, whole], points, question)).toEqual({ found: 2, right: 2 });
	expect(scoreOf([], points)).toEqual({ found: 0, right: 0 });
});

test("the question said again is no strict hit", () => {
	const spans = [{ text: "", spans: ["In the end nearly all startups fail for want of customers"] }];
	expect(scoreOf(["Why do startups fail?"], spans)).toEqual({ found: 1, right: 1 });
	expect(scoreOf(["Why do startups fail?"], spans, "why startups fail")).toEqual({ found: 0, right: 0 });
	expect(scoreOf(["Nearly all fail for want of customers."], spans, "why startups fail").found).toBe(1);
});

test("quoted text is cut at the word limit in report order", () => {
	expect(cut(["a b c", "d e", "f"], 5)).toEqual(["a b c", "d e"]);
	expect(cut(["a b c", "d e", "f"], 4)).toEqual(["a b c"]);
	expect(cut(["a b c"], 0)).toEqual([]);
});

test("closed key points are refused before any file is opened", () => {
	const open = () => keyPointQuestions("/nowhere", ["795422", "1"], false);
	expect(open).toThrow(expect.objectContaining({ code: "BENCH_ID_CLOSED", message: expect.stringContaining("1") }));
	expect(() => keyPointQuestions("/nowhere", ["1"], true)).toThrow(expect.objectContaining({ code: "DATA_MISSING" }));
});

const told = [
	"Founders run out of cash before the market is ready.",
	"Most startups run out of cash in their second year.",
	"Startups run out of cash because the market is not ready.",
	"Startups run out of cash because the market is not ready.",
	"Our newsletter tells you about kittens every single morning.",
];

test.each([
	["centroid", centroidSummary],
	["LexRank", lexRankSummary],
])("%s takes what most sentences say, once, and keeps to the words allowed", (_name, summary) => {
	const [first] = summary(told, 12);
	expect(first).toMatch(/run out of cash/);
	const longer = summary(told, 22);
	expect(new Set(longer).size).toBe(longer.length);
	for (const words of [0, 9, 22, 100]) expect(wordCount(summary(told, words).join(" "))).toBeLessThanOrEqual(words);
	expect(summary([], 100)).toEqual([]);
});

test("intervals: Wilson's of a share, the bootstrap's of a mean", () => {
	expect(shareOf(8, 10)).toBe("0.800 [0.490, 0.943] 8/10");
	expect(bootstrapped([1, 1, 1])).toBe("1.000 [1.000, 1.000]");
	expect(bootstrapped([0, 1, 0, 1])).toMatch(/^0\.500 \[0\.000, 1\.000\]$/);
	expect(bootstrapped([])).toBe("–");
});

test("a line's end ends a sentence", () => {
	expect(sentencesOf("A heading\nOne thing. Another thing!\n\n")).toEqual([
		"A heading",
		"One thing.",
		"Another thing!",
	]);
});

test("the risk of each number that is stated", () => {
	expect(risksOf([true, false, true, true])).toEqual([0, 1 / 2, 1 / 3, 1 / 4]);
});
