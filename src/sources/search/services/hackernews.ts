import { z } from "zod";
import { parseDate } from "../dates.ts";
import { withoutAlternatives } from "../query.ts";
import { plainLine, titleLengthMax } from "../result-text.ts";
import type { SearchQuery, SearchResult } from "../service.ts";
import type { ServiceDefinition } from "../service-client.ts";

/** Hacker News by Algolia, `GET /api/v1/search`. https://hn.algolia.com/api; a story gives two results: its link and its discussion. */
export const hackernews: ServiceDefinition = {
	name: "hackernews",
	title: "Hacker News",
	address: "https://hn.algolia.com",
	open: (client) => ({
		async search(query, signal) {
			const { hits } = await client.json(answer, {
				path: "/api/v1/search",
				params: {
					query: withoutAlternatives(query.text),
					tags: "story",
					hitsPerPage: Math.min(query.limit, 100),
					numericFilters: filterOf(query),
				},
				signal,
			});
			return client.parseEach(hits, story).flatMap(resultsOf).slice(0, query.limit);
		},
	}),
};

const answer = z.object({ hits: z.array(z.unknown()), nbHits: z.number() });
const story = z.object({
	objectID: z.string(),
	title: z.string().nullish(),
	url: z.string().nullish(),
	author: z.string().nullish(),
	points: z.number().nullish(),
	num_comments: z.number().nullish(),
	created_at: z.string().nullish(),
	story_text: z.string().nullish(),
});

function resultsOf(one: z.infer<typeof story>): SearchResult[] {
	const { points, num_comments: comments, url } = one;
	const title = plainLine(one.title, titleLengthMax);
	const summary = `Story on Hacker News with ${points ?? 0} points and ${comments ?? 0} comments.`;
	const discussion: SearchResult = {
		url: `https://news.ycombinator.com/item?id=${encodeURIComponent(one.objectID)}`,
		title: `${title} (discussion)`,
		snippet: plainLine(`${summary} ${one.story_text ?? ""}`),
		date: parseDate(one.created_at),
		...(one.author && { author: plainLine(one.author, titleLengthMax) }),
		site: "Hacker News",
	};
	if (!url) return [{ ...discussion, title }];
	// The day of the link is not the day of publication.
	const linked: SearchResult = { url, title, snippet: summary };
	return comments ? [linked, discussion] : [linked];
}

/** Filters in seconds since 1970. The last day counts to its end. */
function filterOf({ since, until }: SearchQuery): string | undefined {
	const parts = [
		since && `created_at_i>=${Date.parse(since) / 1000}`,
		until && `created_at_i<${Date.parse(until) / 1000 + 86_400}`,
	].filter(Boolean);
	return parts.length > 0 ? parts.join(",") : undefined;
}
