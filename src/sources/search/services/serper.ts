import { z } from "zod";
import { parseDate } from "../dates.ts";
import { queryWithOperators } from "../query.ts";
import { plainLine, titleLengthMax } from "../result-text.ts";
import type { SearchQuery } from "../service.ts";
import type { ServiceDefinition } from "../service-client.ts";

/** Serper, Google's results: `POST /search`. https://serper.dev; a wrong key gets 403, a used-up account 400 with a message. */
export const serper: ServiceDefinition = {
	name: "serper",
	title: "Serper",
	address: "https://google.serper.dev",
	key: { variable: "SERPER_API_KEY", from: "https://serper.dev/api-keys", needed: true },
	refusal: ({ status }, text) =>
		status >= 400 && /not enough credits/i.test(text)
			? { kind: "limited", message: `has no credit left (${status})`, hint: "top up the account at serper.dev" }
			: undefined,
	open: (client) => ({
		async search(query, signal) {
			const { organic } = await client.json(answer, {
				path: "/search",
				json: { q: queryWithOperators(query), num: Math.min(query.limit, 100), tbs: rangeOf(query) },
				headers: { "x-api-key": client.key() },
				signal,
			});
			return client.parseEach(organic ?? [], result).map((one) => ({
				url: one.link,
				title: plainLine(one.title, titleLengthMax),
				snippet: plainLine(one.snippet),
				date: parseDate(one.date),
			}));
		},
	}),
};

/** `organic` may be absent when nothing matches. The response always repeats the query. */
const answer = z.object({ searchParameters: z.object({}), organic: z.array(z.unknown()).optional() });
const result = z.object({
	link: z.string(),
	title: z.string(),
	snippet: z.string().nullish(),
	date: z.string().nullish(),
});

/** Google's date range, as month/day/year. */
function rangeOf({ since, until }: SearchQuery): string | undefined {
	if (since === undefined && until === undefined) return undefined;
	const formatted = (date: string) => date.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, "$2/$3/$1");
	return ["cdr:1", since && `cd_min:${formatted(since)}`, until && `cd_max:${formatted(until)}`]
		.filter(Boolean)
		.join(",");
}
