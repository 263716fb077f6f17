import type { ConditionalPrice, ModelInfo, ModelPrice } from "@pydantic/genai-prices";
import type { Price, Rates } from "../model.ts";

/** A model as the maintained list has it. */
export interface Listed {
	/** Tokens. */
	window: number | undefined;
	price: Price | undefined;
}

/** How OpenRouter names a variant that costs nothing. */
const FREE = /:free$/;

/**
 * Looks a model up in genai-prices: bundled with it, so nothing is fetched. Its 0.8 MB are loaded when first asked for.
 * Undefined when the provider, or the host of `baseUrl`, or the model is not listed there.
 */
export async function listed(
	model: string,
	where: { providerId?: string | undefined; baseUrl?: string | undefined },
): Promise<Listed | undefined> {
	const { calcPrice, findProvider } = await import("@pydantic/genai-prices");
	const provider = where.providerId
		? findProvider({ providerId: where.providerId })
		: where.baseUrl && findProvider({ providerApiUrl: where.baseUrl });
	if (!provider) return undefined;
	const found = calcPrice({}, model, { provider });
	const free = provider.id === "openrouter" && FREE.test(model);
	if (!found) return free ? { window: undefined, price: { input: 0, output: 0 } } : undefined;
	return { window: found.model.context_window, price: priceOf(inForce(found.model)) };
}

/** All prices that can be asked for today: a list has one, hours of the day may have others. */
function inForce({ prices }: ModelInfo): ModelPrice[] {
	if (!Array.isArray(prices)) return [prices];
	const now = new Date().toISOString();
	const byHour = prices.filter(({ constraint }) => constraint && "start_time" in constraint);
	const from = ({ constraint }: ConditionalPrice): string =>
		constraint && "start_date" in constraint ? constraint.start_date : "";
	const today = prices
		.filter((entry) => !byHour.includes(entry) && from(entry) <= now)
		.toSorted((a, b) => (from(a) < from(b) ? -1 : 1))
		.at(-1);
	return [...(today ? [today] : []), ...byHour].map((entry) => entry.prices);
}

/** The dearest of several lists of prices, tier by tier; undefined when they do not say what text costs. */
function priceOf(lists: readonly ModelPrice[]): Price | undefined {
	const base = ratesAt(lists, 0);
	if (!base) return undefined;
	const starts = new Set(lists.flatMap((list) => Object.values(list).flatMap(startsOf)));
	const tiers = [...starts].sort((a, b) => a - b).map((above) => ({ above, ...base, ...ratesAt(lists, above + 1) }));
	return tiers.length > 0 ? { ...base, tiers } : base;
}

function startsOf(price: ModelPrice[string]): number[] {
	return typeof price === "object" ? price.tiers.map(({ start }) => start) : [];
}

/** Rates of a request with so much input. */
function ratesAt(lists: readonly ModelPrice[], input: number): Rates | undefined {
	const dearest = (...keys: string[]): number | undefined => {
		const prices = lists
			.flatMap((list) => keys.map((key) => at(list[key], input)))
			.filter((price) => price !== undefined);
		return prices.length > 0 ? Math.max(...prices) : undefined;
	};
	const plain = dearest("input_mtok");
	const output = dearest("output_mtok", "output_reasoning_mtok");
	if (plain === undefined || output === undefined) return undefined;
	const cacheRead = dearest("cache_read_mtok");
	const cacheWrite = dearest("cache_write_mtok");
	return {
		input: plain,
		output,
		...(cacheRead === undefined ? {} : { cacheRead }),
		...(cacheWrite === undefined ? {} : { cacheWrite }),
	};
}

function at(price: ModelPrice[string], input: number): number | undefined {
	if (typeof price !== "object") return price;
	return price.tiers
		.toSorted((a, b) => a.start - b.start)
		.reduce((rate, tier) => (input > tier.start ? tier.price : rate), price.base);
}
