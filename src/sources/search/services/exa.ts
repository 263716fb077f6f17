import { z } from "zod";
import type { Definition } from "../ask.ts";
import { dateOf } from "../dates.ts";
import { plain, snippetMost, titleMost } from "../texts.ts";

/** Exa, `POST /search` with highlights as snippets. https://exa.ai/docs/reference/search */
export const exa: Definition = {
	name: "exa",
	title: "Exa",
	address: "https://api.exa.ai",
	key: { variable: "EXA_API_KEY", from: "https://dashboard.exa.ai", needed: true },
	open: (ask) => ({
		async search({ text, limit, sites, without = [], since, until }, signal) {
			const { results } = await ask.json(answer, {
				path: "/search",
				json: {
					query: text,
					type: "auto",
					numResults: Math.min(limit, 100),
					contents: { highlights: { maxCharacters: snippetMost } },
					...(sites.length > 0 && { includeDomains: sites }),
					...(without.length > 0 && { excludeDomains: without }),
					startPublishedDate: since && `${since}T00:00:00.000Z`,
					endPublishedDate: until && `${until}T23:59:59.999Z`,
				},
				headers: { "x-api-key": ask.key() },
				signal,
			});
			return ask.each(results, result).map((one) => ({
				url: one.url,
				title: plain(one.title, titleMost),
				snippet: plain(one.highlights?.join(" … ") || one.summary || one.text),
				date: dateOf(one.publishedDate),
				...(one.author && { author: plain(one.author, titleMost) }),
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
