import { expect, test } from "vitest";
import { countTerms } from "../../../text/term-statistics.ts";
import { choosePassages, defaultLimits, isNearDuplicate } from "./choose-passages.ts";
import type { QuotablePassage } from "./find-passages.ts";
import type { ScoredPassage } from "./score-passages.ts";

function passageOf(text: string): ScoredPassage {
	const pieces = [{ kind: "prose" as const, start: 0, end: text.length, text }];
	const passage: QuotablePassage = { sourceId: text, kind: "paragraph", path: [], pieces, opens: false };
	return { passage, claims: [], counts: countTerms(text), score: 1, covered: [] };
}

const station = (at: number, opened: number, length: number) =>
	passageOf(
		`Station ${at} was opened in ${opened}. The platform of station ${at} is ${length} metres long. Its master is Anna Holm.`,
	);

test("passages that fill in one form with other numbers are all shown, and a copy is shown once", () => {
	const stations = [station(1, 1901, 121), station(2, 1902, 122), station(7, 1901, 127)];
	expect(choosePassages(stations, defaultLimits.place)).toHaveLength(3);
	expect(choosePassages([station(1, 1901, 121), station(1, 1901, 121)], defaultLimits.place)).toHaveLength(1);
});

test("a copy with one changed number, or with more text, says the same", () => {
	expect(isNearDuplicate(station(1, 1901, 121), station(1, 1901, 126))).toBe(true);
	const longer = passageOf(`${station(1, 1901, 121).passage.sourceId} Trains call on 3 days.`);
	expect(isNearDuplicate(station(1, 1901, 121), longer)).toBe(true);
	expect(isNearDuplicate(station(1, 1901, 121), station(2, 1902, 122))).toBe(false);
});
