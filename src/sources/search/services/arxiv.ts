import { limits } from "../../../base/limits.ts";
import type { DomElement } from "../../read/dom.ts";
import type { Ask, Definition } from "../ask.ts";
import { dateOf } from "../dates.ts";
import { documentOf } from "../document.ts";
import { termsOf } from "../query.ts";
import type { SearchQuery, SearchResult } from "../service.ts";
import { plain, titleMost } from "../texts.ts";

/** Terms of one query. More would find nothing, since all must match. */
const termsMost = 12;
/** Words that say nothing about a paper, and that its index does not hold. */
const filler = new Set(
	"a an and are as at be by can did do does for from had has have how in into is it its of on or than that the their this to was were what when where which who why will with".split(
		" ",
	),
);

/**
 * arXiv, `GET /api/query`, which returns an Atom feed. https://info.arxiv.org/help/api/user-manual.html: an error is a feed with one
 * entry of the title `Error`; one query in three seconds.
 */
export const arxiv: Definition = {
	name: "arxiv",
	title: "arXiv",
	address: "https://export.arxiv.org",
	contact: "wanted",
	hosts: ["arxiv.org"],
	pauseMs: limits.searchPauseArxivMs,
	open: (ask) => ({
		async search(query, signal) {
			const terms = termsOf(query.text)
				.filter((term) => !filler.has(term.toLowerCase()))
				.slice(0, termsMost);
			if (terms.length === 0) return [];
			const found = await papers(ask, terms, " AND ", query, signal);
			// The words of a sentence seldom all occur in one abstract. Then papers with most of them are searched for.
			return found.length > 0 || terms.length < 3 ? found : papers(ask, terms, " OR ", query, signal);
		},
	}),
};

async function papers(ask: Ask, terms: string[], joined: string, query: SearchQuery, signal?: AbortSignal) {
	const words = terms.map((term) => `all:${term.includes(" ") ? `"${term}"` : term}`).join(joined);
	const { text } = await ask.text({
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
		throw ask.fault({ kind: "format", said: "sent an answer that is no feed, or breaks off", lasting: false });
	const document = await documentOf(ask, text, "text/xml");
	const entries = [...document.querySelectorAll("entry")].slice(0, query.limit);
	const [first] = entries;
	if (entries.length === 1 && first && textOf(first, "title") === "Error")
		throw ask.fault({
			kind: "format",
			said: `did not take the query (${plain(textOf(first, "summary"), 160)})`,
			lasting: false,
		});
	const read = entries.flatMap((entry) => paperOf(entry) ?? []);
	if (entries.length > 0 && read.length === 0)
		throw ask.fault({ kind: "format", said: "sent results that it is not documented to send" });
	return read;
}

function paperOf(entry: DomElement): SearchResult | undefined {
	const [, id] = /arxiv\.org\/abs\/([^\s?#]+?)(?:v\d+)?$/.exec(textOf(entry, "id")) ?? [];
	if (!id) return undefined;
	const doi = textOf(entry, "arxiv\\:doi");
	const journal = textOf(entry, "arxiv\\:journal_ref");
	const authors = [...entry.querySelectorAll("author name")].map((name) => plain(name.textContent, titleMost));
	return {
		url: `https://arxiv.org/abs/${id}`,
		sameAs: [`https://doi.org/10.48550/arXiv.${id}`, ...(doi ? [`https://doi.org/${doi}`] : [])],
		title: plain(textOf(entry, "title"), titleMost),
		snippet: plain(textOf(entry, "summary")),
		date: dateOf(textOf(entry, "published")),
		...(authors.length > 0 && { author: plain(authors.join(", "), titleMost) }),
		site: journal ? plain(journal, titleMost) : "arXiv",
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
