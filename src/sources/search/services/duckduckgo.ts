import { limits } from "../../../base/limits.ts";
import type { DomElement } from "../../read/dom.ts";
import type { Ask, Definition } from "../ask.ts";
import { documentOf } from "../document.ts";
import { withOperators } from "../query.ts";
import { probeWord, type SearchQuery, type SearchResult } from "../service.ts";
import { cut, plain, titleMost } from "../texts.ts";

/** It does not answer longer queries. Characters. */
const queryMost = 480;
/** A page holds some thirty results. */
const resultsMost = 50;

const blocked = {
	kind: "blocked",
	said: "takes this machine for a robot and shows a challenge instead of results",
	hint: "search with another service (a SearXNG of your own needs no key), or wait an hour",
} as const;

/**
 * DuckDuckGo's page for browsers without scripts, `POST html.duckduckgo.com/html/` with `q`, `b`, `kl` and `df` (`d`, `w`, `m`, `y`,
 * or two dates). It has no documented service without a key. A machine that it takes for a program gets 202 and a page with a
 * challenge. 202 alone proves nothing, so the page decides.
 */
export const duckduckgo: Definition = {
	name: "duckduckgo",
	title: "DuckDuckGo",
	address: "https://html.duckduckgo.com",
	pauseMs: limits.searchPauseDuckduckgoMs,
	challenged: blocked,
	refusal: ({ status }) => (status === 403 ? blocked : undefined),
	open: (ask) => ({
		search: (query, signal) => results(ask, query, signal),
		async probe(signal) {
			const found = await results(ask, { text: probeWord, limit: 1, sites: [] }, signal);
			if (found.length === 0) throw ask.fault(blocked);
		},
	}),
};

async function results(ask: Ask, query: SearchQuery, signal?: AbortSignal): Promise<SearchResult[]> {
	const { response, text } = await ask.text({
		path: "/html/",
		form: { q: cut(withOperators(query), queryMost), b: "", kl: "wt-wt", ...rangeOf(query) },
		headers: { accept: "text/html" },
		signal,
	});
	const document = await documentOf(ask, text, "text/html");
	const found = [...document.querySelectorAll(".result")]
		.filter(({ className }) => !/\bresult--ad\b/.test(className))
		.slice(0, resultsMost)
		.flatMap((one) => resultOf(one) ?? []);
	if (found.length > 0) return found.slice(0, query.limit);
	if (document.querySelector(".no-results, .result--no-result") || /no results found for/i.test(text)) return [];
	if (response.status === 202) throw ask.fault(blocked);
	throw ask.fault({
		kind: "format",
		said: "sent a page that holds neither results nor the words that there are none",
		hint: "search with another service",
	});
}

function resultOf(one: DomElement): SearchResult | undefined {
	const link = one.querySelector("a.result__a");
	const url = link && target(link.getAttribute("href") ?? "");
	if (!url) return undefined;
	return {
		url,
		title: plain(link.textContent, titleMost),
		snippet: plain(one.querySelector(".result__snippet")?.textContent),
	};
}

/** Links are plain, or of the form `//duckduckgo.com/l/?uddg=…`. `y.js` is an advertisement. */
function target(href: string): string | undefined {
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
