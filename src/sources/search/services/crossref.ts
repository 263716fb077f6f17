import { z } from "zod";
import type { Ask, Definition } from "../ask.ts";
import { dateOfParts } from "../dates.ts";
import { isNamed } from "../named.ts";
import type { SearchQuery, SearchResult } from "../service.ts";
import { plain, titleMost } from "../texts.ts";

/** Crossref, `GET /works`. https://api.crossref.org; requests with a contact address get a faster pool of servers. */
export const crossref: Definition = {
	name: "crossref",
	title: "Crossref",
	address: "https://api.crossref.org",
	contact: "wanted",
	open: (ask) => ({
		search: (query, signal) =>
			works(ask, { "query.bibliographic": query.text, filter: filterOf(query) }, query.limit, signal),
		async titles(names, signal) {
			const found = await Promise.all(
				names.slice(0, namesMost).map((name) => works(ask, { "query.title": name }, titlesEach, signal)),
			);
			return found.flat().filter(({ title }) => isNamed(title, names));
		},
	}),
};

/** Titles looked up at once, and results of each: it serves three lists at a time. */
const namesMost = 3;
const titlesEach = 2;
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

async function works(ask: Ask, params: Record<string, string | undefined>, limit: number, signal?: AbortSignal) {
	const { message } = await ask.json(answer, {
		path: "/works",
		params: { ...params, rows: Math.min(limit, 100), select: fields },
		signal,
	});
	return ask.each(message.items, item).map(resultOf);
}

function resultOf(one: z.infer<typeof item>): SearchResult {
	const journal = one["container-title"]?.[0];
	const authors = (one.author ?? [])
		.map(({ given, family, name }) => name ?? [given, family].filter(Boolean).join(" "))
		.filter(Boolean);
	const site = journal ?? one.publisher;
	return {
		url: `https://doi.org/${one.DOI}`,
		title: plain(one.title?.[0], titleMost),
		snippet: plain(one.abstract?.replace(/<jats:title>\s*abstract\s*<\/jats:title>/i, "")),
		date: dateOfParts(one.issued?.["date-parts"]?.[0]),
		...(authors.length > 0 && { author: plain(authors.join(", "), titleMost) }),
		...(site && { site: plain(site, titleMost) }),
		...(one.type === "journal-article" && journal !== undefined && { peerReviewed: true }),
	};
}

function filterOf({ since, until }: SearchQuery): string | undefined {
	const parts = [since && `from-pub-date:${since}`, until && `until-pub-date:${until}`].filter(Boolean);
	return parts.length > 0 ? parts.join(",") : undefined;
}
