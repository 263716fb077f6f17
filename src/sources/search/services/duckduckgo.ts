import { limits } from "../../../base/limits.ts";
import type { DomElement } from "../../read/html/dom.ts";
import { parseDom } from "../document.ts";
import { queryWithOperators } from "../query.ts";
import { plainLine, titleLengthMax, truncateText } from "../result-text.ts";
import { probeQuery, type SearchQuery, type SearchResult } from "../service.ts";
import type { ServiceClient, ServiceDefinition } from "../service-client.ts";

/** It does not answer longer queries. Characters. */
const queryLengthMax = 480;
/** A page holds some thirty results. */
const resultsMax = 50;

const blocked = {
	kind: "blocked",
	message: "takes this machine for a robot and shows a challenge instead of results",
	hint: "search with another service (a SearXNG of your own needs no key), or wait an hour",
} as const;

/**
 * DuckDuckGo's page for browsers without scripts, `POST html.duckduckgo.com/html/` with `q`, `b`, `kl` and `df` (`d`, `w`, `m`, `y`,
 * or two dates). It has no documented service without a key. A machine that it takes for a program gets 202 and a page with a
 * challenge. 202 alone proves nothing, so the page decides.
 */
export const duckduckgo: ServiceDefinition = {
	name: "duckduckgo",
	title: "DuckDuckGo",
	address: "https://html.duckduckgo.com",
	pauseMs: limits.searchPauseDuckduckgoMs,
	challengeRefusal: blocked,
	refusal: ({ status }) => (status === 403 ? blocked : undefined),
	open: (client) => ({
		search: (query, signal) => fetchResults(client, query, signal),
		async probe(signal) {
			const found = await fetchResults(client, { text: probeQuery, limit: 1, sites: [] }, signal);
			if (found.length === 0) throw client.fault(blocked);
		},
	}),
};

async function fetchResults(client: ServiceClient, query: SearchQuery, signal?: AbortSignal): Promise<SearchResult[]> {
	const { response, text } = await client.text({
		path: "/html/",
		form: { q: truncateText(queryWithOperators(query), queryLengthMax), b: "", kl: "wt-wt", ...rangeOf(query) },
		headers: { accept: "text/html" },
		signal,
	});
	const document = await parseDom(client, text, "text/html");
	const found = [...document.querySelectorAll(".result")]
		.filter(({ className }) => !/\bresult--ad\b/.test(className))
		.slice(0, resultsMax)
		.flatMap((one) => resultOf(one) ?? []);
	if (found.length > 0) return found.slice(0, query.limit);
	if (document.querySelector(".no-results, .result--no-result") || /no results found for/i.test(text)) return [];
	if (response.status === 202) throw client.fault(blocked);
	throw client.fault({
		kind: "format",
		message: "sent a page that holds neither results nor the words that there are none",
		hint: "search with another service",
	});
}

function resultOf(one: DomElement): SearchResult | undefined {
	const link = one.querySelector("a.result__a");
	const url = link && linkTarget(link.getAttribute("href") ?? "");
	if (!url) return undefined;
	return {
		url,
		title: plainLine(link.textContent, titleLengthMax),
		snippet: plainLine(one.querySelector(".result__snippet")?.textContent),
	};
}

/** Links are plain, or of the form `//duckduckgo.com/l/?uddg=…`. `y.js` is an advertisement. */
function linkTarget(href: string): string | undefined {
	const full = href.startsWith("//") ? `https:${href}` : href;
	if (!URL.canParse(full)) return undefined;
	const { hostname, pathname, searchParams } = new URL(full);
	if (!/(?:^|\.)duckduckgo\.com$/.test(hostname)) return full;
	return pathname.startsWith("/l/") ? (searchParams.get("uddg") ?? undefined) : undefined;
}

function rangeOf({ since, until }: SearchQuery): { df?: string } {
	if (since === undefined && until === undefined) return {};
	return { df: `${since ?? "1990-01-01"}..${until ?? new Date().toISOString().slice(0, 10)}` };
}
