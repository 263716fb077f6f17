import fc from "fast-check";
import { expect, test } from "vitest";
import type { Price } from "../model.ts";
import { costOf, maxCost } from "./cost.ts";

const rate = fc.double({ min: 0, max: 100, noNaN: true });
const rates = {
	input: rate,
	output: rate,
	cacheRead: fc.option(rate, { nil: undefined }),
	cacheWrite: fc.option(rate, { nil: undefined }),
};
const price: fc.Arbitrary<Price> = fc.record({
	...rates,
	tiers: fc.array(fc.record({ above: fc.nat(2_000), ...rates }), { maxLength: 3 }),
});

test("no use of a request's tokens costs more than its highest possible cost", () => {
	fc.assert(
		fc.property(
			price,
			fc.nat(3_000),
			fc.nat(3_000),
			fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
			(of, input, output, shares) => {
				const [a = 0, b = 0, c = 0, d = 0] = shares;
				const used = Math.floor(input * a);
				const cacheRead = Math.floor(used * b);
				const cacheWrite = Math.floor((used - cacheRead) * c);
				const usage = { input: used, cacheRead, cacheWrite, output: Math.floor(output * d), reasoning: 0 };
				expect(costOf(usage, of)).toBeLessThanOrEqual(maxCost({ input, output }, of) + 1e-9);
			},
		),
	);
});

test("a request above a threshold is charged as a whole at the higher rates; cached tokens at their own", () => {
	const of: Price = {
		input: 3,
		output: 15,
		cacheRead: 0.3,
		cacheWrite: 3.75,
		tiers: [{ above: 200_000, input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 7.5 }],
	};
	const usage = { input: 200_000, cacheRead: 100_000, cacheWrite: 50_000, output: 1_000, reasoning: 400 };
	expect(costOf(usage, of)).toBeCloseTo(0.15 + 0.03 + 0.1875 + 0.015, 9);
	expect(costOf({ ...usage, input: 200_001 }, of)).toBeCloseTo(2 * (0.15 + 0.03 + 0.1875) + 0.0225, 4);
});
