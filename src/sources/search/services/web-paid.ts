// Services that search the whole web for those who pay.
import { z } from "zod";
import { parseDate } from "../dates.ts";
import { jsonResults, optionalTexts } from "../fetch-results.ts";
import { joinConditions, queryWithOperators, spellPeriod } from "../query.ts";
import { snippetLengthMax } from "../result-text.ts";
import type { ServiceDefinition } from "../service-definition.ts";

const texts = z.array(z.string()).nullish();

/** Brave's web search, `GET /res/v1/web/search`. https://api-dashboard.search.brave.com/documentation */
export const brave: ServiceDefinition = {
	title: "Brave Search",
	address: "https://api.search.brave.com",
	key: { variable: "BRAVE_API_KEY", from: "https://brave.com/search/api", header: "x-subscription-token" },
	refusals: [
		{ text: /SUBSCRIPTION_TOKEN_INVALID/, kind: "key", message: "did not accept the key" },
		{
			statuses: [429],
			text: /QUOTA_LIMITED/,
			kind: "limited",
			message: "has used up the plan's queries",
			hint: "see the plan in its dashboard",
		},
	],
	words: queryWithOperators,
	charactersMax: 400,
	wordsMax: 50,
	resultsMax: 20,
	request: (query) => ({
		path: "/res/v1/web/search",
		params: {
			q: query.words,
			count: query.limit,
			result_filter: "web",
			text_decorations: "false",
			freshness: spellPeriod(query, (since, until) => `${since}to${until}`),
		},
	}),
	fetchResults: jsonResults({
		// `web` is absent when no web page matches.
		answer: z.object({ type: z.literal("search"), web: z.object({ results: z.array(z.unknown()) }).nullish() }),
		list: ({ web }) => web?.results,
		entry: z.object({
			url: z.string(),
			title: z.string(),
			...optionalTexts("description", "page_age", "age"),
			extra_snippets: texts,
			profile: z.object(optionalTexts("name")).nullish(),
		}),
		result: (one) => ({
			...one,
			snippet: [one.description ?? "", ...(one.extra_snippets ?? [])].join(" "),
			date: parseDate(one.page_age) ?? one.age,
			site: one.profile?.name,
		}),
	}),
};

/** Tavily, `POST /search`. https://docs.tavily.com/documentation/api-reference/endpoint/search; 432 and 433 are a plan's limits. */
export const tavily: ServiceDefinition = {
	title: "Tavily",
	address: "https://api.tavily.com",
	key: { variable: "TAVILY_API_KEY", from: "https://app.tavily.com", header: "authorization", scheme: "Bearer" },
	refusals: [
		{
			statuses: [432, 433],
			kind: "limited",
			message: "has used up the plan's credits",
			hint: "see the plan at app.tavily.com",
		},
	],
	charactersMax: 400,
	resultsMax: 20,
	request: ({ words, limit, sites, without = [], since, until }) => ({
		path: "/search",
		json: {
			query: words,
			max_results: limit,
			search_depth: "basic",
			...(sites.length > 0 && { include_domains: sites }),
			...(without.length > 0 && { exclude_domains: without }),
			start_date: since,
			end_date: until,
		},
	}),
	fetchResults: jsonResults({
		answer: z.object({ results: z.array(z.unknown()) }),
		list: ({ results }) => results,
		entry: z.object({ url: z.string(), title: z.string(), ...optionalTexts("content", "published_date") }),
		result: (one) => ({ ...one, snippet: one.content, date: one.published_date?.replace(/^\w{3}, /, "") }),
	}),
};

/** Exa, `POST /search` with highlights as snippets. https://exa.ai/docs/reference/search */
export const exa: ServiceDefinition = {
	title: "Exa",
	address: "https://api.exa.ai",
	key: { variable: "EXA_API_KEY", from: "https://dashboard.exa.ai", header: "x-api-key" },
	resultsMax: 100,
	request: ({ words, limit, sites, without = [], since, until }) => ({
		path: "/search",
		json: {
			query: words,
			type: "auto",
			numResults: limit,
			contents: { highlights: { maxCharacters: snippetLengthMax } },
			...(sites.length > 0 && { includeDomains: sites }),
			...(without.length > 0 && { excludeDomains: without }),
			startPublishedDate: since && `${since}T00:00:00.000Z`,
			endPublishedDate: until && `${until}T23:59:59.999Z`,
		},
	}),
	fetchResults: jsonResults({
		answer: z.object({ results: z.array(z.unknown()) }),
		list: ({ results }) => results,
		entry: z.object({
			url: z.string(),
			...optionalTexts("title", "publishedDate", "author", "summary", "text"),
			highlights: texts,
		}),
		result: (one) => ({
			...one,
			snippet: one.highlights?.join(" … ") || one.summary || one.text,
			date: one.publishedDate,
		}),
	}),
};

/** Serper, Google's results: `POST /search`. https://serper.dev; a wrong key gets 403, a used-up account 400 with a message. */
export const serper: ServiceDefinition = {
	title: "Serper",
	address: "https://google.serper.dev",
	key: { variable: "SERPER_API_KEY", from: "https://serper.dev/api-keys", header: "x-api-key" },
	refusals: [
		{
			text: /not enough credits/i,
			kind: "limited",
			message: "has no credit left",
			hint: "top up the account at serper.dev",
		},
	],
	words: queryWithOperators,
	resultsMax: 100,
	request: ({ words, limit, since, until }) => {
		// Google's days are month/day/year.
		const day = (date: string) => date.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, "$2/$3/$1");
		const range = joinConditions(since && `cd_min:${day(since)}`, until && `cd_max:${day(until)}`);
		return { path: "/search", json: { q: words, num: limit, tbs: range && `cdr:1,${range}` } };
	},
	fetchResults: jsonResults({
		// `organic` may be absent when nothing matches. The response always repeats the query.
		answer: z.object({ searchParameters: z.object({}), organic: z.array(z.unknown()).optional() }),
		list: ({ organic }) => organic,
		entry: z.object({ link: z.string(), title: z.string(), ...optionalTexts("snippet", "date") }),
		result: (one) => ({ ...one, url: one.link }),
	}),
};
