import { z } from "zod";
import { parseDate } from "../dates.ts";
import { isNameMatch } from "../name-match.ts";
import { plainLine, titleLengthMax } from "../result-text.ts";
import type { SearchQuery, SearchResult } from "../service.ts";
import type { ServiceDefinition } from "../service-client.ts";

/**
 * OpenAlex, `GET /works?search=…`. https://developers.openalex.org. Without a key it answers some hundred searches a day. Abstracts
 * come as lists of positions by word.
 */
export const openalex: ServiceDefinition = {
	name: "openalex",
	title: "OpenAlex",
	address: "https://api.openalex.org",
	contact: "wanted",
	refusal: ({ status }) =>
		status === 429 || status === 403
			? {
					kind: "limited",
					message: `has no more answers for this machine today (${status})`,
					hint: "use crossref instead",
				}
			: undefined,
	open: (client) => ({
		async search(query, signal) {
			const { results } = await client.json(answer, {
				path: "/works",
				params: { search: query.text, ...commonParams(query.limit), filter: filterOf(query) },
				signal,
			});
			return client.parseEach(results, work).map(resultOf);
		},
		async titles(names, signal) {
			const cleaned = names.map((name) => name.replace(/[|,:"!]/g, " ").trim()).filter(Boolean);
			if (cleaned.length === 0) return [];
			const { results } = await client.json(answer, {
				path: "/works",
				params: {
					filter: `display_name.search:${cleaned.map((name) => `"${name}"`).join(" OR ")}`,
					...commonParams(10),
				},
				signal,
			});
			return client
				.parseEach(results, work)
				.map(resultOf)
				.filter(({ title }) => isNameMatch(title, names));
		},
	}),
};

const fields =
	"id,doi,display_name,publication_date,type,authorships,primary_location,best_oa_location,abstract_inverted_index";
const commonParams = (limit: number) => ({ per_page: Math.min(limit, 100), select: fields });

const location = z.object({
	landing_page_url: z.string().nullish(),
	pdf_url: z.string().nullish(),
	version: z.string().nullish(),
	source: z.object({ display_name: z.string().nullish(), type: z.string().nullish() }).nullish(),
});
const answer = z.object({ meta: z.object({}), results: z.array(z.unknown()) });
const work = z.object({
	id: z.string(),
	doi: z.string().nullish(),
	display_name: z.string().nullish(),
	publication_date: z.string().nullish(),
	type: z.string().nullish(),
	authorships: z.array(z.object({ author: z.object({ display_name: z.string().nullish() }).nullish() })).nullish(),
	primary_location: location.nullish(),
	best_oa_location: location.nullish(),
	abstract_inverted_index: z.record(z.string(), z.array(z.number())).nullish(),
});

/** The most useful address comes first: an open copy, the publisher's page, the DOI. */
function resultOf(one: z.infer<typeof work>): SearchResult {
	const { best_oa_location: open, primary_location: main } = one;
	const all = [open?.landing_page_url, open?.pdf_url, main?.landing_page_url, one.doi, one.id].flatMap(
		(url) => url || [],
	);
	const authors = (one.authorships ?? []).flatMap(({ author }) => author?.display_name || []);
	const journal = main?.source;
	return {
		url: all[0] ?? one.id,
		sameAs: all.slice(1),
		title: plainLine(one.display_name, titleLengthMax),
		snippet: plainLine(abstractOf(one.abstract_inverted_index)),
		date: parseDate(one.publication_date),
		...(authors.length > 0 && { author: plainLine(authors.join(", "), titleLengthMax) }),
		...(journal?.display_name && { site: plainLine(journal.display_name, titleLengthMax) }),
		...(journal?.type === "journal" &&
			main?.version === "publishedVersion" &&
			/^(?:article|review)$/.test(one.type ?? "") && { peerReviewed: true }),
	};
}

function abstractOf(places: Record<string, number[]> | null | undefined): string {
	return Object.entries(places ?? {})
		.flatMap(([word, at]) => at.map((place) => ({ word, place })))
		.toSorted((a, b) => a.place - b.place)
		.map(({ word }) => word)
		.join(" ");
}

function filterOf({ since, until }: SearchQuery): string | undefined {
	const parts = [since && `from_publication_date:${since}`, until && `to_publication_date:${until}`].filter(Boolean);
	return parts.length > 0 ? parts.join(",") : undefined;
}
