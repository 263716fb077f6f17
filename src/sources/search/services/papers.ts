// Services that search scientific papers.
import { z } from "zod";
import { limits } from "../../../base/limits.ts";
import type { DomElement } from "../../read/html/dom.ts";
import { dateFromParts } from "../dates.ts";
import { entriesMax, parseDom } from "../document.ts";
import { cleanResult, jsonResults, optionalTexts, type StatedResult } from "../fetch-results.ts";
import { isNameMatch } from "../name-match.ts";
import { joinConditions, searchTermsOf, spellPeriod } from "../query.ts";
import { plainLine } from "../result-text.ts";
import type { ServiceClient, ServiceDefinition, ServiceRequest } from "../service-definition.ts";

/** Words that say nothing about a paper, and that arXiv's index does not hold. */
const stopWords = new Set(
	"a an and are as at be by can did do does for from had has have how in into is it its of on or than that the their this to was were what when where which who why will with".split(
		" ",
	),
);
/** Terms of one query to arXiv. More would find nothing, since all must match. */
const arxivTermsMax = 12;

/**
 * arXiv, `GET /api/query`, which returns an Atom feed. https://info.arxiv.org/help/api/user-manual.html: an error is a feed with one
 * entry of the title `Error`; one query in three seconds.
 */
export const arxiv: ServiceDefinition = {
	title: "arXiv",
	address: "https://export.arxiv.org",
	contact: "wanted",
	hosts: ["arxiv.org"],
	pauseMs: limits.searchPauseArxivMs,
	words: (query) =>
		searchTermsOf(query.text)
			.filter((term) => !stopWords.has(term.toLowerCase()))
			.slice(0, arxivTermsMax)
			.map((term) => `all:${quotePhrase(term)}`)
			.join(" AND "),
	// The words of a sentence seldom all occur in one abstract. Then papers with most of them are searched for.
	wider: (query) => {
		const terms = query.words.split(" AND all:");
		return terms.length < 3 ? undefined : { ...query, words: terms.join(" OR all:") };
	},
	request: (query) => {
		const day = (date: string) => date.replaceAll("-", "");
		const range = spellPeriod(query, (since, until) => ` AND submittedDate:[${day(since)}0000 TO ${day(until)}2359]`, {
			earliest: "1991-01-01",
			latest: "2999-12-31",
		});
		return {
			path: "/api/query",
			params: {
				search_query: `(${query.words})${range ?? ""}`,
				start: 0,
				max_results: query.limit,
				sortBy: "relevance",
			},
			headers: { accept: "application/atom+xml" },
		};
	},
	fetchResults: fetchArxivFeed,
};

async function fetchArxivFeed(client: ServiceClient, request: ServiceRequest, signal?: AbortSignal) {
	const { text: feed } = await client.text(request, signal);
	if (!/<feed[\s>]/.test(feed) || !/<\/feed>\s*$/.test(feed))
		throw client.fault({ kind: "format", message: "sent an answer that is no feed, or breaks off", lasting: false });
	const document = await parseDom(client, feed, "text/xml");
	const entries = [...document.querySelectorAll("entry")].slice(0, entriesMax);
	const [first] = entries;
	if (entries.length === 1 && first && textOf(first, "title") === "Error")
		throw client.fault({
			kind: "format",
			message: `did not take the query (${plainLine(textOf(first, "summary"), 160)})`,
			lasting: false,
		});
	const papers = entries.flatMap((entry) => arxivPaper(entry) ?? []);
	if (entries.length > 0 && papers.length === 0)
		throw client.fault({ kind: "format", message: "sent results that it is not documented to send" });
	return papers.map(cleanResult);
}

function arxivPaper(entry: DomElement): StatedResult | undefined {
	const [, id] = /arxiv\.org\/abs\/([^\s?#]+?)(?:v\d+)?$/.exec(textOf(entry, "id")) ?? [];
	if (!id) return undefined;
	const doi = textOf(entry, "arxiv\\:doi");
	return {
		url: `https://arxiv.org/abs/${id}`,
		sameAs: [`https://doi.org/10.48550/arXiv.${id}`, ...(doi ? [`https://doi.org/${doi}`] : [])],
		title: textOf(entry, "title"),
		snippet: textOf(entry, "summary"),
		date: textOf(entry, "published"),
		author: [...entry.querySelectorAll("author name")].map((name) => name.textContent ?? ""),
		site: textOf(entry, "arxiv\\:journal_ref") || "arXiv",
	};
}

function textOf(entry: DomElement, name: string): string {
	return entry.querySelector(name)?.textContent?.trim() ?? "";
}

const openalexLocation = z.object({
	...optionalTexts("landing_page_url", "pdf_url", "version"),
	source: z.object(optionalTexts("display_name", "type")).nullish(),
});

const fetchOpenalexWorks = jsonResults({
	answer: z.object({ meta: z.object({}), results: z.array(z.unknown()) }),
	list: ({ results }) => results,
	entry: z.object({
		id: z.string(),
		...optionalTexts("doi", "display_name", "publication_date", "type"),
		authorships: z.array(z.object({ author: z.object(optionalTexts("display_name")).nullish() })).nullish(),
		primary_location: openalexLocation.nullish(),
		best_oa_location: openalexLocation.nullish(),
		abstract_inverted_index: z.record(z.string(), z.array(z.number())).nullish(),
	}),
	result(one) {
		const { best_oa_location: open, primary_location: main } = one;
		// The most useful address comes first: an open copy, the publisher's page, the DOI.
		const all = [open?.landing_page_url, open?.pdf_url, main?.landing_page_url, one.doi, one.id].flatMap(
			(url) => url || [],
		);
		const isPublished = main?.source?.type === "journal" && main.version === "publishedVersion";
		return {
			url: all[0] ?? one.id,
			sameAs: all.slice(1),
			title: one.display_name,
			snippet: abstractOf(one.abstract_inverted_index),
			date: one.publication_date,
			author: one.authorships?.map(({ author }) => author?.display_name ?? ""),
			site: main?.source?.display_name,
			...(isPublished && /^(?:article|review)$/.test(one.type ?? "") && { peerReviewed: true }),
		};
	},
});

const openalexFields =
	"id,doi,display_name,publication_date,type,authorships,primary_location,best_oa_location,abstract_inverted_index";

/**
 * OpenAlex, `GET /works?search=…`. https://developers.openalex.org. Without a key it answers some hundred searches a day. Abstracts
 * come as lists of positions by word.
 */
export const openalex: ServiceDefinition = {
	title: "OpenAlex",
	address: "https://api.openalex.org",
	contact: "wanted",
	refusals: [
		{
			statuses: [403, 429],
			kind: "limited",
			message: "has no more answers for this machine today",
			hint: "use crossref instead",
		},
	],
	resultsMax: 100,
	request: ({ words, limit, since, until }) => {
		const filter = joinConditions(since && `from_publication_date:${since}`, until && `to_publication_date:${until}`);
		return { path: "/works", params: { search: words, per_page: limit, select: openalexFields, filter } };
	},
	fetchResults: fetchOpenalexWorks,
	async titles(client, names, signal) {
		const quoted = names
			.map((name) => name.replace(/[|,:"!]/g, " ").trim())
			.filter(Boolean)
			.map((name) => `"${name}"`);
		if (quoted.length === 0) return [];
		const filter = `display_name.search:${quoted.join(" OR ")}`;
		const request = { path: "/works", params: { filter, per_page: 10, select: openalexFields } };
		const found = await fetchOpenalexWorks(client, request, signal);
		return found.filter(({ title }) => isNameMatch(title, names));
	},
};

function abstractOf(places: Record<string, number[]> | null | undefined): string {
	return Object.entries(places ?? {})
		.flatMap(([word, at]) => at.map((place) => ({ word, place })))
		.toSorted((a, b) => a.place - b.place)
		.map(({ word }) => word)
		.join(" ");
}

const optional = z.string().optional();

const fetchCrossrefWorks = jsonResults({
	answer: z.object({ status: z.literal("ok"), message: z.object({ items: z.array(z.unknown()) }) }),
	list: ({ message }) => message.items,
	entry: z.object({
		DOI: z.string(),
		title: z.array(z.string()).optional(),
		"container-title": z.array(z.string()).optional(),
		author: z.array(z.object({ given: optional, family: optional, name: optional })).optional(),
		issued: z.object({ "date-parts": z.array(z.array(z.number().nullable())).nullish() }).optional(),
		abstract: optional,
		type: optional,
		publisher: optional,
	}),
	result(one) {
		const journal = one["container-title"]?.[0];
		return {
			url: `https://doi.org/${one.DOI}`,
			title: one.title?.[0],
			snippet: one.abstract?.replace(/<jats:title>\s*abstract\s*<\/jats:title>/i, ""),
			date: dateFromParts(one.issued?.["date-parts"]?.[0]),
			author: one.author?.map(({ given, family, name }) => name ?? [given, family].filter(Boolean).join(" ")),
			site: journal ?? one.publisher,
			...(one.type === "journal-article" && journal !== undefined && { peerReviewed: true }),
		};
	},
});

const crossrefFields = "DOI,URL,title,container-title,author,issued,abstract,type,publisher";
/** Titles looked up at Crossref at once: it serves three lists at a time. */
const crossrefNamesMax = 3;

/** Crossref, `GET /works`. https://api.crossref.org; requests with a contact address get a faster pool of servers. */
export const crossref: ServiceDefinition = {
	title: "Crossref",
	address: "https://api.crossref.org",
	contact: "wanted",
	resultsMax: 100,
	request: ({ words, limit, since, until }) => {
		const filter = joinConditions(since && `from-pub-date:${since}`, until && `until-pub-date:${until}`);
		const params = { "query.bibliographic": words, filter, rows: limit, select: crossrefFields };
		return { path: "/works", params };
	},
	fetchResults: fetchCrossrefWorks,
	async titles(client, names, signal) {
		const lists = names.slice(0, crossrefNamesMax).map((name) => {
			const params = { "query.title": name, rows: 2, select: crossrefFields };
			return fetchCrossrefWorks(client, { path: "/works", params }, signal);
		});
		return (await Promise.all(lists)).flat().filter(({ title }) => isNameMatch(title, names));
	},
};

/** Europe PMC, `GET …/rest/search`. https://europepmc.org/RestfulWebService; an error is `errCode` and `errMsg`. */
export const europepmc: ServiceDefinition = {
	title: "Europe PMC",
	address: "https://www.ebi.ac.uk",
	contact: "wanted",
	words: (query) => searchTermsOf(query.text).map(quotePhrase).join(" "),
	resultsMax: 100,
	request: (query) => {
		const range = spellPeriod(query, (since, until) => ` AND (FIRST_PDATE:[${since} TO ${until}])`, {
			earliest: "1800-01-01",
			latest: "3000-12-31",
		});
		return {
			path: "/europepmc/webservices/rest/search",
			params: { query: `(${query.words})${range ?? ""}`, format: "json", resultType: "core", pageSize: query.limit },
		};
	},
	fetchResults: jsonResults({
		answer: z.object({ hitCount: z.number(), resultList: z.object({ result: z.array(z.unknown()) }) }),
		list: ({ resultList }) => resultList.result,
		entry: z.object({
			id: z.string(),
			source: z.string(),
			...optionalTexts("pmcid", "doi", "title", "authorString", "abstractText", "firstPublicationDate", "isOpenAccess"),
			journalInfo: z.object({ journal: z.object(optionalTexts("title")).nullish() }).nullish(),
			pubTypeList: z.object({ pubType: z.array(z.string()).nullish() }).nullish(),
		}),
		result(one) {
			// The address is the full text where it is open, else the DOI. Its own pages need scripts.
			const all = [
				...(one.pmcid && one.isOpenAccess === "Y" ? [`https://pmc.ncbi.nlm.nih.gov/articles/${one.pmcid}/`] : []),
				...(one.doi ? [`https://doi.org/${one.doi}`] : []),
				`https://europepmc.org/article/${one.source}/${one.id}`,
			];
			const journal = one.journalInfo?.journal?.title;
			// `PPR` are preprints.
			const isUnreviewed =
				one.source === "PPR" ||
				one.pubTypeList?.pubType?.some((type) => /preprint|letter|news|editorial|comment/i.test(type));
			return {
				url: all[0] ?? "",
				sameAs: all.slice(1),
				title: one.title,
				snippet: one.abstractText,
				date: one.firstPublicationDate,
				author: one.authorString,
				site: journal,
				...(journal && !isUnreviewed && { peerReviewed: true }),
			};
		},
	}),
};

function quotePhrase(term: string): string {
	return /\s/.test(term) ? `"${term}"` : term;
}
