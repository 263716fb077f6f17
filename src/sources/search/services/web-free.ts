// Services that search the whole web without a key.
import { z } from "zod";
import { limits } from "../../../base/limits.ts";
import type { DomElement } from "../../read/html/dom.ts";
import { parseDate } from "../dates.ts";
import { entriesMax, parseDom } from "../document.ts";
import { cleanResult, jsonResults, optionalTexts, type StatedResult } from "../fetch-results.ts";
import { queryWithOperators, spellPeriod } from "../query.ts";
import { plainLine } from "../result-text.ts";
import type { ServiceClient, ServiceDefinition, ServiceRequest } from "../service-definition.ts";

const searxngAnswer = z.object({
	results: z.array(z.unknown()),
	unresponsive_engines: z.array(z.tuple([z.string(), z.string()], z.unknown())).optional(),
});

/**
 * SearXNG, and its predecessor SearX. https://docs.searxng.org/dev/search_api.html: `GET /search?q=…&format=json`; 403 where the
 * operator left JSON off, 429 from its limiter. `unresponsive_engines` are pairs of a name and an error.
 */
export const searxng: ServiceDefinition = {
	title: "SearXNG",
	isSelfHosted: true,
	refusals: [
		{
			statuses: [403],
			kind: "blocked",
			message: "does not give JSON, or refuses this machine",
			hint: "add `json` to search.formats in its settings.yml",
		},
		{
			statuses: [429],
			kind: "blocked",
			message: "has its limiter on, which refuses programs",
			hint: "set server.limiter to false in its settings.yml, or let this machine pass in limiter.toml",
		},
	],
	words: queryWithOperators,
	takesNoLimit: true,
	request: ({ words, since }) => ({
		path: "/search",
		params: { q: words, format: "json", time_range: rangeSince(since) },
	}),
	// With a time range, only engines that support one are queried, which may be none.
	wider: (query) => (rangeSince(query.since) === undefined ? undefined : { ...query, since: undefined }),
	fetchResults: jsonResults({
		answer: searxngAnswer,
		refusal({ results, unresponsive_engines: engines = [] }) {
			if (results.length > 0 || engines.length === 0) return undefined;
			const why = engines.slice(0, 4).map(([engine, what]) => `${plainLine(engine, 40)}: ${plainLine(what, 60)}`);
			return {
				kind: "away",
				message: `found nothing because its engines do not answer (${why.join("; ")})`,
				hint: "look at its /stats page, and switch on other engines",
				lasting: false,
			};
		},
		list: ({ results }) => results,
		entry: z.object({
			url: z.string(),
			title: z.string(),
			...optionalTexts("content", "pubdate", "publishedDate", "author"),
		}),
		result: (one) => ({ ...one, snippet: one.content, date: parseDate(one.pubdate) ?? one.publishedDate }),
	}),
	// A request without a query reaches no engine. Where JSON is on, the complaint about it is JSON.
	probe: (client, signal) =>
		client.json(
			z.object({ error: z.string() }).or(searxngAnswer),
			{ path: "/search", params: { q: "", format: "json" }, accepts: [400] },
			signal,
		),
};

/** The shortest range that reaches back to a day. It supports `day`, `month` and `year`. */
function rangeSince(since: string | undefined): string | undefined {
	if (since === undefined) return undefined;
	const days = (Date.now() - Date.parse(since)) / 86_400_000;
	return days <= 1 ? "day" : days <= 30 ? "month" : days <= 365 ? "year" : undefined;
}

const robotCheck = {
	kind: "blocked",
	message: "takes this machine for a robot and shows a challenge instead of results",
	hint: "search with another service (a SearXNG of your own needs no key), or wait an hour",
} as const;

/**
 * DuckDuckGo's page for browsers without scripts, `POST html.duckduckgo.com/html/` with `q`, `b`, `kl` and `df` (`d`, `w`, `m`, `y`,
 * or two dates). It has no documented service without a key, and does not answer queries of more than some 480 characters. A machine
 * that it takes for a program gets 202 and a page with a challenge. 202 alone proves nothing, so the page decides.
 */
export const duckduckgo: ServiceDefinition = {
	title: "DuckDuckGo",
	address: "https://html.duckduckgo.com",
	pauseMs: limits.searchPauseDuckduckgoMs,
	refusal: ({ status }) => (status === 403 ? robotCheck : undefined),
	challengeRefusal: robotCheck,
	words: queryWithOperators,
	charactersMax: 480,
	request: (query) => ({
		path: "/html/",
		form: { q: query.words, b: "", kl: "wt-wt", df: spellPeriod(query, (since, until) => `${since}..${until}`) },
		headers: { accept: "text/html" },
	}),
	fetchResults: fetchDuckduckgoPage,
};

async function fetchDuckduckgoPage(client: ServiceClient, request: ServiceRequest, signal?: AbortSignal) {
	const { response, text } = await client.text(request, signal);
	const document = await parseDom(client, text, "text/html");
	const found = [...document.querySelectorAll(".result")]
		.filter(({ className }) => !/\bresult--ad\b/.test(className))
		.slice(0, entriesMax)
		.flatMap((one) => duckduckgoResult(one) ?? []);
	if (found.length > 0) return found.map(cleanResult);
	if (document.querySelector(".no-results, .result--no-result") || /no results found for/i.test(text)) return [];
	if (response.status === 202) throw client.fault(robotCheck);
	throw client.fault({
		kind: "format",
		message: "sent a page that holds neither results nor the words that there are none",
		hint: "search with another service",
	});
}

function duckduckgoResult(one: DomElement): StatedResult | undefined {
	const link = one.querySelector("a.result__a");
	const url = link && linkTarget(link.getAttribute("href") ?? "");
	if (!url) return undefined;
	return { url, title: link.textContent, snippet: one.querySelector(".result__snippet")?.textContent };
}

/** Links are plain, or of the form `//duckduckgo.com/l/?uddg=…`. `y.js` is an advertisement. */
function linkTarget(href: string): string | undefined {
	const full = href.startsWith("//") ? `https:${href}` : href;
	if (!URL.canParse(full)) return undefined;
	const { hostname, pathname, searchParams } = new URL(full);
	if (!/(?:^|\.)duckduckgo\.com$/.test(hostname)) return full;
	return pathname.startsWith("/l/") ? (searchParams.get("uddg") ?? undefined) : undefined;
}
