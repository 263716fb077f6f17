import { z } from "zod";
import { parseDate } from "../dates.ts";
import { queryWithOperators } from "../query.ts";
import { plainLine, titleLengthMax, truncateText } from "../result-text.ts";
import type { SearchQuery } from "../service.ts";
import type { ServiceDefinition } from "../service-client.ts";

/** It takes 400 characters and 50 words. */
const queryLengthMax = 400;
const wordsMax = 50;

/** Brave's web search, `GET /res/v1/web/search`. https://api-dashboard.search.brave.com/documentation */
export const brave: ServiceDefinition = {
	name: "brave",
	title: "Brave Search",
	address: "https://api.search.brave.com",
	key: { variable: "BRAVE_API_KEY", from: "https://brave.com/search/api", needed: true },
	refusal({ status }, text) {
		if (/SUBSCRIPTION_TOKEN_INVALID/.test(text) && status >= 400)
			return { kind: "key", message: `did not accept the key (${status})` };
		if (status === 429 && /QUOTA_LIMITED/.test(text))
			return {
				kind: "limited",
				message: "has used up the plan's queries (429)",
				hint: "see the plan in its dashboard",
			};
		return undefined;
	},
	open: (client) => ({
		async search(query, signal) {
			const { web } = await client.json(answer, {
				path: "/res/v1/web/search",
				params: {
					q: truncateText(queryWithOperators(query), queryLengthMax).split(" ").slice(0, wordsMax).join(" "),
					count: Math.min(query.limit, 20),
					result_filter: "web",
					text_decorations: "false",
					freshness: rangeOf(query),
				},
				headers: { "x-subscription-token": client.key() },
				signal,
			});
			return client.parseEach(web?.results ?? [], result).map((one) => ({
				url: one.url,
				title: plainLine(one.title, titleLengthMax),
				snippet: plainLine([one.description ?? "", ...(one.extra_snippets ?? [])].join(" ")),
				date: parseDate(one.page_age) ?? parseDate(one.age),
				...(one.profile?.name && { site: plainLine(one.profile.name, titleLengthMax) }),
			}));
		},
	}),
};

/** `web` is absent when no web page matches. */
const answer = z.object({ type: z.literal("search"), web: z.object({ results: z.array(z.unknown()) }).nullish() });
const result = z.object({
	url: z.string(),
	title: z.string(),
	description: z.string().nullish(),
	extra_snippets: z.array(z.string()).nullish(),
	page_age: z.string().nullish(),
	age: z.string().nullish(),
	profile: z.object({ name: z.string().nullish() }).nullish(),
});

function rangeOf({ since, until }: SearchQuery): string | undefined {
	if (since === undefined && until === undefined) return undefined;
	return `${since ?? "1990-01-01"}to${until ?? new Date().toISOString().slice(0, 10)}`;
}
