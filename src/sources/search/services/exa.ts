import { z } from "zod";
import { parseDate } from "../dates.ts";
import { plainLine, snippetLengthMax, titleLengthMax } from "../result-text.ts";
import type { ServiceDefinition } from "../service-client.ts";

/** Exa, `POST /search` with highlights as snippets. https://exa.ai/docs/reference/search */
export const exa: ServiceDefinition = {
	name: "exa",
	title: "Exa",
	address: "https://api.exa.ai",
	key: { variable: "EXA_API_KEY", from: "https://dashboard.exa.ai", needed: true },
	open: (client) => ({
		async search({ text, limit, sites, without = [], since, until }, signal) {
			const { results } = await client.json(answer, {
				path: "/search",
				json: {
					query: text,
					type: "auto",
					numResults: Math.min(limit, 100),
					contents: { highlights: { maxCharacters: snippetLengthMax } },
					...(sites.length > 0 && { includeDomains: sites }),
					...(without.length > 0 && { excludeDomains: without }),
					startPublishedDate: since && `${since}T00:00:00.000Z`,
					endPublishedDate: until && `${until}T23:59:59.999Z`,
				},
				headers: { "x-api-key": client.key() },
				signal,
			});
			return client.parseEach(results, result).map((one) => ({
				url: one.url,
				title: plainLine(one.title, titleLengthMax),
				snippet: plainLine(one.highlights?.join(" … ") || one.summary || one.text),
				date: parseDate(one.publishedDate),
				...(one.author && { author: plainLine(one.author, titleLengthMax) }),
			}));
		},
	}),
};

const answer = z.object({ results: z.array(z.unknown()) });
const result = z.object({
	url: z.string(),
	title: z.string().nullish(),
	publishedDate: z.string().nullish(),
	author: z.string().nullish(),
	highlights: z.array(z.string()).nullish(),
	summary: z.string().nullish(),
	text: z.string().nullish(),
});
