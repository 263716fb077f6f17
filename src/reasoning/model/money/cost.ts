import type { Usage } from "../../../evidence/call.ts";
import type { Price, Rates } from "../model.ts";

const MILLION = 1_000_000;

/** The rates of a request with this many input tokens, cached ones included. */
function ratesFor(price: Price, input: number): Rates {
	let rates: Rates = price;
	let above = Number.NEGATIVE_INFINITY;
	for (const tier of price.tiers ?? [])
		if (input > tier.above && tier.above > above) {
			rates = tier;
			above = tier.above;
		}
	return rates;
}

/** The cost of a request. USD. */
export function costOf(usage: Usage, price: Price): number {
	const { input, output, cacheRead, cacheWrite } = ratesFor(price, usage.input);
	const plain = Math.max(0, usage.input - usage.cacheRead - usage.cacheWrite);
	return (
		(plain * input +
			usage.cacheRead * (cacheRead ?? input) +
			usage.cacheWrite * (cacheWrite ?? input) +
			usage.output * output) /
		MILLION
	);
}

/**
 * The highest possible cost of a request with at most this many tokens each way. All input counts as written to the cache where
 * that costs more, at the highest rates that this much input or less can have. USD.
 */
export function maxCost(most: { input: number; output: number }, price: Price): number {
	const reached = [price, ...(price.tiers ?? []).filter(({ above }) => most.input > above)];
	const dearest = reached.map(({ input, output, cacheRead, cacheWrite }) => {
		const dearestInput = Math.max(input, cacheRead ?? 0, cacheWrite ?? 0);
		return most.input * dearestInput + most.output * output;
	});
	return Math.max(...dearest) / MILLION;
}
