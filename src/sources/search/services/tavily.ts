import { z } from "zod";
import type { Definition } from "../ask.ts";
import { dateOf } from "../dates.ts";
import { cut, plain, titleMost } from "../texts.ts";

/** The longest query it accepts. Characters. */
const queryMost = 400;

/** Tavily, `POST /search`. https://docs.tavily.com/documentation/api-reference/endpoint/search; 432 and 433 are a plan's limits. */
export const tavily: Definition = {
	name: "tavily",
	title: "Tavily",
	address: "https://api.tavily.com",
	key: { variable: "TAVILY_API_KEY", from: "https://app.tavily.com", needed: true },
	refusal: ({ status }) =>
		status === 432 || status === 433
			? { kind: "limited", said: `has used up the plan's credits (${status})`, hint: "see the plan at app.tavily.com" }
			: undefined,
	open: (ask) => ({
		async search({ text, limit, sites, without = [], since, until }, signal) {
			const { results } = await ask.json(answer, {
				path: "/search",
				json: {
					query: cut(text, queryMost),
					max_results: Math.min(limit, 20),
					search_depth: "basic",
					...(sites.length > 0 && { include_domains: sites }),
					...(without.length > 0 && { exclude_domains: without }),
					start_date: since,
					end_date: until,
				},
				headers: { authorization: `Bearer ${ask.key()}` },
				signal,
			});
			return ask.each(results, result).map((one) => ({
				url: one.url,
				title: plain(one.title, titleMost),
				snippet: plain(one.content),
				date: dateOf(one.published_date?.replace(/^\w{3}, /, "")),
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
