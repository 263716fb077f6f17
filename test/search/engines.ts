// What each search engine answers, by its own documentation: fields that are not read are there as well.
import type { Protocol } from "./protocol.ts";

const duckPage = (inner: string) => `<!DOCTYPE html><html><head><title>tide at DuckDuckGo</title></head><body>
<form id="search_form" action="/html/" method="post"><input name="q" value="tide"></form>
<div class="serp__results"><div id="links" class="results">${inner}</div></div></body></html>`;

const tides = { url: "https://harbour.example/tides", title: "Tides of the harbour", date: "2031-04-05" };

export const engines: Protocol[] = [
	{
		name: "searxng",
		some: {
			body: {
				query: "tide",
				number_of_results: 0,
				results: [
					{
						url: "https://harbour.example/tides",
						title: "Tides <b>of</b> the harbour",
						content: "Tide tables &amp; currents for the <em>harbour</em>.",
						engine: "world",
						engines: ["world"],
						parsed_url: ["https", "harbour.example", "/tides", "", "", ""],
						template: "default.html",
						positions: [1],
						score: 1,
						category: "general",
						publishedDate: "2031-04-05T00:00:00",
						pubdate: "2031-04-05 00:00:00",
					},
				],
				answers: [],
				corrections: [],
				infoboxes: [],
				suggestions: [],
				unresponsive_engines: [["slow", "timeout"]],
			},
		},
		first: { ...tides, snippet: /^Tide tables & currents for the harbour\.$/ },
		none: { body: { query: "tide", results: [], answers: [], unresponsive_engines: [] } },
		filters: [/site%3Aharbour\.example/],
	},
	{
		name: "brave",
		key: "needed",
		variable: "BRAVE_API_KEY",
		some: {
			body: {
				type: "search",
				query: { original: "tide", more_results_available: true },
				mixed: { type: "mixed", main: [] },
				web: {
					type: "search",
					family_friendly: true,
					results: [
						{
							type: "search_result",
							subtype: "generic",
							url: "https://harbour.example/tides",
							title: "Tides of the harbour",
							description: "High water at the <strong>harbour</strong> pier",
							page_age: "2031-04-05T08:00:00",
							age: "April 5, 2031",
							language: "en",
							meta_url: { hostname: "harbour.example" },
							profile: { name: "Harbour Office", url: "https://harbour.example/" },
							extra_snippets: ["Currents turn two hours later."],
						},
					],
				},
			},
		},
		first: { ...tides, snippet: /^High water at the harbour pier Currents turn/ },
		none: { body: { type: "search", query: { original: "tide", more_results_available: false } } },
		wrongKey: {
			status: 422,
			body: {
				id: "1",
				type: "ErrorResponse",
				status: 422,
				error: {
					code: "SUBSCRIPTION_TOKEN_INVALID",
					detail: "The provided subscription token is invalid.",
					meta: { component: "authentication" },
				},
				time: 1,
			},
		},
		usedUp: {
			status: 429,
			body: { type: "ErrorResponse", error: { code: "QUOTA_LIMITED", detail: "Plan quota exceeded.", status: 429 } },
		},
		filters: [/site%3Aharbour\.example/, /freshness=2031-01-01to\d{4}-\d\d-\d\d/],
	},
	{
		name: "tavily",
		key: "needed",
		variable: "TAVILY_API_KEY",
		some: {
			body: {
				query: "tide",
				follow_up_questions: null,
				answer: null,
				images: [],
				results: [
					{
						title: "Tides of the harbour",
						url: "https://harbour.example/tides",
						content: "High water at the harbour pier",
						score: 0.98,
						raw_content: null,
						published_date: "Sat, 05 Apr 2031 08:00:00 GMT",
					},
				],
				response_time: 1.1,
				request_id: "r",
			},
		},
		first: { ...tides, snippet: /^High water/ },
		none: { body: { query: "tide", answer: null, images: [], results: [], response_time: 0.4 } },
		wrongKey: { status: 401, body: { detail: { error: "Unauthorized: missing or invalid API key." } } },
		usedUp: { status: 432, body: { detail: { error: "This request exceeds your plan's set usage limit." } } },
		filters: [/"include_domains":\["harbour\.example"\]/, /"start_date":"2031-01-01"/],
	},
	{
		name: "exa",
		key: "needed",
		variable: "EXA_API_KEY",
		some: {
			body: {
				requestId: "r",
				resolvedSearchType: "neural",
				results: [
					{
						id: "https://harbour.example/tides",
						url: "https://harbour.example/tides",
						title: "Tides of the harbour",
						author: "A. Pilot",
						publishedDate: "2031-04-05T00:00:00.000Z",
						highlights: ["High water at the harbour pier", "Currents turn two hours later"],
						highlightScores: [0.4, 0.3],
					},
				],
				costDollars: { total: 0.005 },
			},
		},
		first: { ...tides, snippet: /pier … Currents/ },
		none: { body: { requestId: "r", results: [], costDollars: { total: 0.005 } } },
		wrongKey: { status: 401, body: { requestId: "r", error: "Invalid API key", tag: "INVALID_API_KEY" } },
		usedUp: { status: 402, body: { requestId: "r", error: "No more credits", tag: "NO_MORE_CREDITS" } },
		filters: [/"includeDomains":\["harbour\.example"\]/, /"startPublishedDate":"2031-01-01T/],
	},
	{
		name: "serper",
		key: "needed",
		variable: "SERPER_API_KEY",
		some: {
			body: {
				searchParameters: { q: "tide", type: "search", engine: "google" },
				organic: [
					{
						title: "Tides of the harbour",
						link: "https://harbour.example/tides",
						snippet: "High water at the harbour pier",
						date: "Apr 5, 2031",
						position: 1,
					},
				],
				credits: 1,
			},
		},
		first: { ...tides, snippet: /^High water/ },
		none: { body: { searchParameters: { q: "tide", type: "search" }, organic: [], credits: 1 } },
		wrongKey: { status: 403, body: { message: "Unauthorized.", statusCode: 403 } },
		usedUp: { status: 400, body: { message: "Not enough credits", statusCode: 400 } },
		filters: [/site:harbour\.example/, /cdr:1,cd_min:1\/1\/2031/],
	},
	{
		name: "duckduckgo",
		some: {
			body: duckPage(`
<div class="result results_links results_links_deep result--ad"><h2 class="result__title"><a class="result__a" href="https://duckduckgo.com/y.js?ad_domain=sale.example">Buy tides</a></h2></div>
<div class="result results_links results_links_deep web-result"><div class="links_main links_deep result__body">
 <h2 class="result__title"><a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fharbour.example%2Ftides%3Fday%3D1&amp;rut=aaaa">Tides of the harbour</a></h2>
 <a class="result__snippet" href="//duckduckgo.com/l/?uddg=x">High water at the <b>harbour</b> pier</a></div></div>`),
		},
		first: {
			url: "https://harbour.example/tides?day=1",
			title: "Tides of the harbour",
			snippet: /^High water at the harbour pier$/,
		},
		none: {
			body: duckPage(
				'<div class="result results_links result--no-result"><div class="no-results">No results.</div></div>',
			),
		},
		filters: [/q=[^&]*site%3Aharbour\.example/, /df=2031-01-01\.\.\d{4}/],
	},
];
