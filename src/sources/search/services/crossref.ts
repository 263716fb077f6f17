import { z } from "zod";
import { dateFromParts } from "../dates.ts";
import { isNameMatch } from "../name-match.ts";
import { plainLine, titleLengthMax } from "../result-text.ts";
import type { SearchQuery, SearchResult } from "../service.ts";
import type { ServiceClient, ServiceDefinition } from "../service-client.ts";

/** Crossref, `GET /works`. https://api.crossref.org; requests with a contact address get a faster pool of servers. */
export const crossref: ServiceDefinition = {
	name: "crossref",
	title: "Crossref",
	address: "https://api.crossref.org",
	contact: "wanted",
	open: (client) => ({
		search: (query, signal) =>
			searchWorks(client, { "query.bibliographic": query.text, filter: filterOf(query) }, query.limit, signal),
		async titles(names, signal) {
			const found = await Promise.all(
				names.slice(0, namesMax).map((name) => searchWorks(client, { "query.title": name }, resultsPerName, signal)),
			);
			return found.flat().filter(({ title }) => isNameMatch(title, names));
		},
	}),
};

/** Titles looked up at once, and results of each: it serves three lists at a time. */
const namesMax = 3;
const resultsPerName = 2;
const fields = "DOI,URL,title,container-title,author,issued,abstract,type,publisher";

const answer = z.object({ status: z.literal("ok"), message: z.object({ items: z.array(z.unknown()) }) });
const item = z.object({
	DOI: z.string(),
	title: z.array(z.string()).optional(),
	"container-title": z.array(z.string()).optional(),
	author: z
		.array(z.object({ given: z.string().optional(), family: z.string().optional(), name: z.string().optional() }))
		.optional(),
	issued: z.object({ "date-parts": z.array(z.array(z.number().nullable())).nullish() }).optional(),
	abstract: z.string().optional(),
	type: z.string().optional(),
	publisher: z.string().optional(),
});

async function searchWorks(
	client: ServiceClient,
	params: Record<string, string | undefined>,
	limit: number,
	signal?: AbortSignal,
) {
	const { message } = await client.json(answer, {
		path: "/works",
		params: { ...params, rows: Math.min(limit, 100), select: fields },
		signal,
	});
	return client.parseEach(message.items, item).map(resultOf);
}

function resultOf(one: z.infer<typeof item>): SearchResult {
	const journal = one["container-title"]?.[0];
	const authors = (one.author ?? [])
		.map(({ given, family, name }) => name ?? [given, family].filter(Boolean).join(" "))
		.filter(Boolean);
	const site = journal ?? one.publisher;
	return {
		url: `https://doi.org/${one.DOI}`,
		title: plainLine(one.title?.[0], titleLengthMax),
		snippet: plainLine(one.abstract?.replace(/<jats:title>\s*abstract\s*<\/jats:title>/i, "")),
		date: dateFromParts(one.issued?.["date-parts"]?.[0]),
		...(authors.length > 0 && { author: plainLine(authors.join(", "), titleLengthMax) }),
		...(site && { site: plainLine(site, titleLengthMax) }),
		...(one.type === "journal-article" && journal !== undefined && { peerReviewed: true }),
	};
}

function filterOf({ since, until }: SearchQuery): string | undefined {
	const parts = [since && `from-pub-date:${since}`, until && `until-pub-date:${until}`].filter(Boolean);
	return parts.length > 0 ? parts.join(",") : undefined;
}
