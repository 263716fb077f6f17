import { expect, test } from "vitest";
import { hasDensityPeaked } from "./density.ts";

const round = (facts: number, pages: number) => ({ facts, pages });

test("density is compared with the mean of all rounds before, and one round alone never ends a survey", () => {
	expect(hasDensityPeaked([round(40, 20)])).toBe(false);
	expect(hasDensityPeaked([round(40, 20), round(12, 5)])).toBe(false);
	expect(hasDensityPeaked([round(40, 20), round(8, 5)])).toBe(true);
	// Denser than the mean of 2.1, although sparser than the round before.
	expect(hasDensityPeaked([round(40, 20), round(12, 5), round(11, 5)])).toBe(false);
});

test("a round that read no new page, or found no new fact, ends the survey", () => {
	expect(hasDensityPeaked([round(40, 20), round(0, 0)])).toBe(true);
	expect(hasDensityPeaked([round(40, 20), round(0, 7)])).toBe(true);
});
