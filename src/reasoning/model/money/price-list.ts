import type { ConditionalPrice, ModelInfo, ModelPrice } from "@pydantic/genai-prices";
import type { Price, Rates } from "../model.ts";

/** A model's entry in the maintained price list. */
export interface PriceListEntry {
	/** Tokens. */
	window: number | undefined;
	price: Price | undefined;
}

/** OpenRouter's suffix for a free variant of a model. */
const freeVariant = /:free$/;

/**
 * Looks a model up in the bundled data of genai-prices; nothing is fetched. Its 0.8 MB are loaded on first use. Undefined when
 * the provider, or the host of `baseUrl`, or the model is not listed there.
 */
export async function findInPriceList(
	model: string,
	where: { providerId?: string | undefined; baseUrl?: string | undefined },
): Promise<PriceListEntry | undefined> {
	const { calcPrice, findProvider } = await import("@pydantic/genai-prices");
	const provider = where.providerId
		? findProvider({ providerId: where.providerId })
		: where.baseUrl && findProvider({ providerApiUrl: where.baseUrl });
	if (!provider) return undefined;
	const found = calcPrice({}, model, { provider });
	const free = provider.id === "openrouter" && freeVariant.test(model);
	if (!found) return free ? { window: undefined, price: { input: 0, output: 0 } } : undefined;
	return { window: found.model.context_window, price: highestPrice(pricesInForce(found.model)) };
}

/** All prices that may be charged today: the one in force, and those for certain hours of the day. */
function pricesInForce({ prices }: ModelInfo): ModelPrice[] {
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

/** The highest rates of several price lists, tier by tier; undefined when they give no price for text. */
function highestPrice(lists: readonly ModelPrice[]): Price | undefined {
	const base = highestRates(lists, 0);
	if (!base) return undefined;
	const starts = new Set(lists.flatMap((list) => Object.values(list).flatMap(tierStarts)));
	const tiers = [...starts]
		.sort((a, b) => a - b)
		.map((above) => ({ above, ...base, ...highestRates(lists, above + 1) }));
	return tiers.length > 0 ? { ...base, tiers } : base;
}

function tierStarts(price: ModelPrice[string]): number[] {
	return typeof price === "object" ? price.tiers.map(({ start }) => start) : [];
}

/** The highest rates of a request with this many input tokens. */
function highestRates(lists: readonly ModelPrice[], input: number): Rates | undefined {
	const dearest = (...keys: string[]): number | undefined => {
		const prices = lists
			.flatMap((list) => keys.map((key) => rateAt(list[key], input)))
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

function rateAt(price: ModelPrice[string], input: number): number | undefined {
	if (typeof price !== "object") return price;
	return price.tiers
		.toSorted((a, b) => a.start - b.start)
		.reduce((rate, tier) => (input > tier.start ? tier.price : rate), price.base);
}
