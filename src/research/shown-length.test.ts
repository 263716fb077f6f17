import { expect, test } from "vitest";
import { shownLengthOf, shownLengths } from "./shown-length.ts";

const shown = (pages: { length: number; score: number }[]) =>
	shownLengths(pages).map((room, at) => Math.min(room, pages[at]?.length ?? 0));
const total = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0);

test("few pages are shown up to a page's limit, and of many long ones the more relevant get more", () => {
	expect(shown([1, 0.1].map((score) => ({ length: 90_000, score })))).toEqual([40_000, 40_000]);
	const many = shown(Array.from({ length: 14 }, (_, at) => ({ length: 90_000, score: 1 - at / 14 })));
	expect(many).toEqual(many.toSorted((a, b) => b - a));
	expect(many[0]).toBeGreaterThan((many[13] ?? 0) * 1.5);
	expect(total(many)).toBeGreaterThan(159_000);
	expect(total(many)).toBeLessThanOrEqual(160_000);
});

test("long pages share what short ones leave", () => {
	const short = Array.from({ length: 10 }, () => ({ length: 4_000, score: 0.2 }));
	const long = Array.from({ length: 4 }, () => ({ length: 60_000, score: 1 }));
	const rooms = shown([...short, ...long]);
	expect(rooms.slice(0, 10)).toEqual(short.map(({ length }) => length));
	for (const room of rooms.slice(10)) expect(room / 10_000).toBeCloseTo(3, 2);
});

test("of a page that its search ranks high more is shown than of one that it ranks low, around the mean", () => {
	const rooms = [0, 0.5, 1].map((relevance) => shownLengthOf(18_000, relevance));
	expect(rooms).toEqual([12_000, 18_000, 24_000]);
	expect(shownLengthOf(90_000, 1)).toBe(40_000);
});
