import { limits } from "../../../base/limits.ts";
import type { DomElement } from "../../read/html/dom.ts";
import { parseDate } from "../dates.ts";
import { parseDom } from "../document.ts";
import { searchTermsOf } from "../query.ts";
import { plainLine, titleLengthMax } from "../result-text.ts";
import type { SearchQuery, SearchResult } from "../service.ts";
import type { ServiceClient, ServiceDefinition } from "../service-client.ts";

/** Terms of one query. More would find nothing, since all must match. */
const termsMax = 12;
/** Words that say nothing about a paper, and that its index does not hold. */
const stopWords = new Set(
	"a an and are as at be by can did do does for from had has have how in into is it its of on or than that the their this to was were what when where which who why will with".split(
		" ",
	),
);

/**
 * arXiv, `GET /api/query`, which returns an Atom feed. https://info.arxiv.org/help/api/user-manual.html: an error is a feed with one
 * entry of the title `Error`; one query in three seconds.
 */
export const arxiv: ServiceDefinition = {
	name: "arxiv",
	title: "arXiv",
	address: "https://export.arxiv.org",
	contact: "wanted",
	hosts: ["arxiv.org"],
	pauseMs: limits.searchPauseArxivMs,
	open: (client) => ({
		async search(query, signal) {
			const terms = searchTermsOf(query.text)
				.filter((term) => !stopWords.has(term.toLowerCase()))
				.slice(0, termsMax);
			if (terms.length === 0) return [];
			const found = await searchPapers(client, terms, " AND ", query, signal);
			// The words of a sentence seldom all occur in one abstract. Then papers with most of them are searched for.
			return found.length > 0 || terms.length < 3 ? found : searchPapers(client, terms, " OR ", query, signal);
		},
	}),
};

async function searchPapers(
	client: ServiceClient,
	terms: string[],
	operator: string,
	query: SearchQuery,
	signal?: AbortSignal,
) {
	const words = terms.map((term) => `all:${term.includes(" ") ? `"${term}"` : term}`).join(operator);
	const { text } = await client.text({
		path: "/api/query",
		params: {
			search_query: `(${words})${rangeOf(query)}`,
			start: 0,
			max_results: query.limit,
			sortBy: "relevance",
		},
		headers: { accept: "application/atom+xml" },
		signal,
	});
	if (!/<feed[\s>]/.test(text) || !/<\/feed>\s*$/.test(text))
		throw client.fault({ kind: "format", message: "sent an answer that is no feed, or breaks off", lasting: false });
	const document = await parseDom(client, text, "text/xml");
	const entries = [...document.querySelectorAll("entry")].slice(0, query.limit);
	const [first] = entries;
	if (entries.length === 1 && first && textOf(first, "title") === "Error")
		throw client.fault({
			kind: "format",
			message: `did not take the query (${plainLine(textOf(first, "summary"), 160)})`,
			lasting: false,
		});
	const read = entries.flatMap((entry) => paperOf(entry) ?? []);
	if (entries.length > 0 && read.length === 0)
		throw client.fault({ kind: "format", message: "sent results that it is not documented to send" });
	return read;
}

function paperOf(entry: DomElement): SearchResult | undefined {
	const [, id] = /arxiv\.org\/abs\/([^\s?#]+?)(?:v\d+)?$/.exec(textOf(entry, "id")) ?? [];
	if (!id) return undefined;
	const doi = textOf(entry, "arxiv\\:doi");
	const journal = textOf(entry, "arxiv\\:journal_ref");
	const authors = [...entry.querySelectorAll("author name")].map((name) => plainLine(name.textContent, titleLengthMax));
	return {
		url: `https://arxiv.org/abs/${id}`,
		sameAs: [`https://doi.org/10.48550/arXiv.${id}`, ...(doi ? [`https://doi.org/${doi}`] : [])],
		title: plainLine(textOf(entry, "title"), titleLengthMax),
		snippet: plainLine(textOf(entry, "summary")),
		date: parseDate(textOf(entry, "published")),
		...(authors.length > 0 && { author: plainLine(authors.join(", "), titleLengthMax) }),
		site: journal ? plainLine(journal, titleLengthMax) : "arXiv",
	};
}

function textOf(entry: DomElement, name: string): string {
	return entry.querySelector(name)?.textContent?.trim() ?? "";
}

function rangeOf({ since, until }: SearchQuery): string {
	if (since === undefined && until === undefined) return "";
	const day = (date: string) => date.replaceAll("-", "");
	return ` AND submittedDate:[${day(since ?? "1991-01-01")}0000 TO ${until === undefined ? "299912312359" : `${day(until)}2359`}]`;
}
