import { z } from "zod";
import { parseDate } from "../dates.ts";
import { plainLine, titleLengthMax, truncateText } from "../result-text.ts";
import type { ServiceDefinition } from "../service-client.ts";

/** The longest query it accepts. Characters. */
const queryLengthMax = 400;

/** Tavily, `POST /search`. https://docs.tavily.com/documentation/api-reference/endpoint/search; 432 and 433 are a plan's limits. */
export const tavily: ServiceDefinition = {
	name: "tavily",
	title: "Tavily",
	address: "https://api.tavily.com",
	key: { variable: "TAVILY_API_KEY", from: "https://app.tavily.com", needed: true },
	refusal: ({ status }) =>
		status === 432 || status === 433
			? {
					kind: "limited",
					message: `has used up the plan's credits (${status})`,
					hint: "see the plan at app.tavily.com",
				}
			: undefined,
	open: (client) => ({
		async search({ text, limit, sites, without = [], since, until }, signal) {
			const { results } = await client.json(answer, {
				path: "/search",
				json: {
					query: truncateText(text, queryLengthMax),
					max_results: Math.min(limit, 20),
					search_depth: "basic",
					...(sites.length > 0 && { include_domains: sites }),
					...(without.length > 0 && { exclude_domains: without }),
					start_date: since,
					end_date: until,
				},
				headers: { authorization: `Bearer ${client.key()}` },
				signal,
			});
			return client.parseEach(results, result).map((one) => ({
				url: one.url,
				title: plainLine(one.title, titleLengthMax),
				snippet: plainLine(one.content),
				date: parseDate(one.published_date?.replace(/^\w{3}, /, "")),
			}));
		},
	}),
};

const answer = z.object({ results: z.array(z.unknown()) });
const result = z.object({
	url: z.string(),
	title: z.string(),
	content: z.string().nullish(),
	published_date: z.string().nullish(),
});
