import { z } from "zod";
import { parseDate } from "../dates.ts";
import { queryWithOperators } from "../query.ts";
import { plainLine, titleLengthMax } from "../result-text.ts";
import type { SearchQuery, SearchResult } from "../service.ts";
import type { ServiceClient, ServiceDefinition } from "../service-client.ts";

const answer = z.object({
	results: z.array(z.unknown()),
	unresponsive_engines: z.array(z.tuple([z.string(), z.string()], z.unknown())).optional(),
});
const result = z.object({
	url: z.string(),
	title: z.string(),
	content: z.string().nullish(),
	pubdate: z.string().nullish(),
	publishedDate: z.string().nullish(),
	author: z.string().nullish(),
});
/** Its response to a request without a query, when JSON is on. It queries no engine then. */
const noQuery = z.object({ error: z.string() });

/**
 * SearXNG, and its predecessor SearX. https://docs.searxng.org/dev/search_api.html: `GET /search?q=…&format=json`; 403 where the
 * operator left JSON off, 429 from its limiter. `unresponsive_engines` are pairs of a name and an error.
 */
export const searxng: ServiceDefinition = {
	name: "searxng",
	title: "SearXNG",
	isSelfHosted: true,
	refusal({ status }) {
		if (status === 403)
			return {
				kind: "blocked",
				message: "does not give JSON, or refuses this machine (403)",
				hint: "add `json` to search.formats in its settings.yml",
			};
		if (status === 429)
			return {
				kind: "blocked",
				message: "has its limiter on, which refuses programs (429)",
				hint: "set server.limiter to false in its settings.yml, or let this machine pass in limiter.toml",
			};
		return undefined;
	},
	open: (client) => ({
		async search(query, signal) {
			const range = rangeSince(query.since);
			const found = await fetchResults(client, query, range, signal);
			// With a time range, only engines that support one are queried, which may be none.
			return found.length > 0 || range === undefined ? found : fetchResults(client, query, undefined, signal);
		},
		async probe(signal) {
			// It reports the missing query in JSON.
			await client.json(noQuery.or(answer), {
				path: "/search",
				params: { q: "", format: "json" },
				accepts: [400],
				signal,
			});
		},
	}),
};

async function fetchResults(
	client: ServiceClient,
	query: SearchQuery,
	range: string | undefined,
	signal?: AbortSignal,
): Promise<SearchResult[]> {
	const { results: list, unresponsive_engines: silent = [] } = await client.json(answer, {
		path: "/search",
		params: { q: queryWithOperators(query), format: "json", time_range: range },
		signal,
	});
	if (list.length === 0 && silent.length > 0) {
		const why = silent.slice(0, 4).map(([engine, what]) => `${plainLine(engine, 40)}: ${plainLine(what, 60)}`);
		throw client.fault({
			kind: "away",
			message: `found nothing because its engines do not answer (${why.join("; ")})`,
			hint: "look at its /stats page, and switch on other engines",
			lasting: false,
		});
	}
	return client.parseEach(list, result).map((one) => ({
		url: one.url,
		title: plainLine(one.title, titleLengthMax),
		snippet: plainLine(one.content),
		date: parseDate(one.pubdate) ?? parseDate(one.publishedDate),
		...(one.author && { author: plainLine(one.author, titleLengthMax) }),
	}));
}

/** The shortest range that reaches back to a day. It supports `day`, `month` and `year`. */
function rangeSince(since: string | undefined): string | undefined {
	if (since === undefined) return undefined;
	const days = (Date.now() - Date.parse(since)) / 86_400_000;
	return days <= 1 ? "day" : days <= 30 ? "month" : days <= 365 ? "year" : undefined;
}
