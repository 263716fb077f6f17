import fc from "fast-check";
import { expect, test } from "vitest";
import { weighReadings } from "./needle.ts";
import type { Reading } from "./question.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const readings = fc.array(fc.tuple(share, share, share), { minLength: 2, maxLength: 4 }).map((all) => ({
	readings: all.map(
		([weight], at): Reading => ({ id: `r${at + 1}`, kind: at === 0 ? "literal" : "oblique", text: `${at}`, weight }),
	),
	facts: all.map(([, together, names]) => ({ together, names })),
}));

test("weights stay a distribution over the same readings, whatever searches found", () => {
	fc.assert(
		fc.property(readings, ({ readings: before, facts }) => {
			const after = weighReadings(before, facts);
			expect(after.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id));
			if (before.every(({ weight }) => weight === 0)) return;
			expect(after.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
			expect(after.every(({ weight }) => weight >= 0 && weight <= 1)).toBe(true);
		}),
	);
});

test("a reading whose words are found together gains, the others lose, and equal facts change nothing", () => {
	const pair: Reading[] = [
		{ id: "r1", kind: "literal", text: "a", weight: 0.7 },
		{ id: "r2", kind: "misremembered", text: "b", weight: 0.3 },
	];
	const same = { together: 0.6, names: 1 };
	expect(weighReadings(pair, [same, same]).map(({ weight }) => weight)).toEqual([0.7, 0.3]);
	const [first] = weighReadings(pair, [
		{ together: 0.5, names: 0.5 },
		{ together: 1, names: 1 },
	]);
	expect(first).toMatchObject({ id: "r2", found: { together: 1, names: 1, before: 0.3 } });
});
