// Services for what developers write: code, issues, discussions.
import { z } from "zod";
import { jsonResults, optionalTexts, type StatedResult } from "../fetch-results.ts";
import { joinConditions, spellPeriod, withoutAlternatives } from "../query.ts";
import { rateLimitRefusal } from "../refusal.ts";
import type { SearchQuery } from "../service.ts";
import type { FetchResults, ServiceDefinition } from "../service-definition.ts";

/**
 * GitHub's repositories and issues, `GET /search/…`; with a token also code. https://docs.github.com/rest/search/search: ten searches
 * a minute without a token, thirty with one. A search that ran out of time sets `incomplete_results`.
 */
export const github: ServiceDefinition = {
	title: "GitHub",
	address: "https://api.github.com",
	key: {
		variable: "GITHUB_TOKEN",
		from: "https://github.com/settings/tokens",
		optional: true,
		header: "authorization",
		scheme: "Bearer",
	},
	hosts: ["github.com"],
	refusal: (response) =>
		(response.status === 403 || response.status === 429) &&
		(response.headers["x-ratelimit-remaining"] === "0" || response.headers["retry-after"] !== undefined)
			? { ...rateLimitRefusal(response), hint: "a token allows more: set GITHUB_TOKEN" }
			: undefined,
	// Text that would be read as a qualifier loses its colon. Qualifiers do not count in its length.
	words: (query) => query.text.replace(/(\w):(?=\S)/g, "$1 "),
	charactersMax: 256,
	resultsMax: 100,
	async search(client, query, signal) {
		const kinds = client.hasKey ? [repositories, issues, code] : [repositories, issues];
		const settled = await Promise.allSettled(
			kinds.map(({ kind, qualifier, dated, fetchResults }) => {
				const dates = spellPeriod(query, (since, until) => `${dated}:${since}..${until}`, openEnds);
				const q = [query.words, qualifier, ...scopeQualifiers(query), dated && dates].filter(Boolean).join(" ");
				return fetchResults(client, { path: `/search/${kind}`, params: { q, per_page: query.limit }, headers }, signal);
			}),
		);
		const lists = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
		const failed = settled.find((one) => one.status === "rejected");
		// Results of one kind are kept when another kind fails. An empty result is returned only when all succeeded.
		if (failed && lists.every((list) => list.length === 0)) throw failed.reason;
		return interleave(lists);
	},
};

const headers = { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" };
const openEnds = { earliest: "*", latest: "*" };

/** One kind of search. `dated` is the qualifier of its date filter; the search for code has none. */
interface GithubSearch {
	kind: string;
	qualifier?: string;
	dated?: string;
	fetchResults: FetchResults;
}

const repositories: GithubSearch = {
	kind: "repositories",
	dated: "pushed",
	fetchResults: githubResults(
		z.object({
			full_name: z.string(),
			html_url: z.string(),
			...optionalTexts("description", "pushed_at", "language"),
			stargazers_count: z.number().nullish(),
		}),
		(one) => ({
			url: one.html_url,
			title: one.full_name,
			snippet: [one.description, one.language, `${one.stargazers_count ?? 0} stars`].filter(Boolean).join(" · "),
			date: one.pushed_at,
		}),
	),
};

const issues: GithubSearch = {
	kind: "issues",
	qualifier: "is:issue",
	dated: "created",
	fetchResults: githubResults(
		z.object({
			html_url: z.string(),
			title: z.string(),
			...optionalTexts("body", "created_at", "state"),
			user: z.object({ login: z.string() }).nullish(),
		}),
		(one) => ({
			url: one.html_url,
			title: one.title,
			snippet: `${one.state ?? ""} ${one.body ?? ""}`,
			date: one.created_at,
			author: one.user?.login,
		}),
	),
};

const code: GithubSearch = {
	kind: "code",
	fetchResults: githubResults(
		z.object({ html_url: z.string(), path: z.string(), repository: z.object({ full_name: z.string() }) }),
		(one) => ({ url: one.html_url, title: `${one.repository.full_name}: ${one.path}` }),
	),
};

function githubResults<Entry>(entry: z.ZodType<Entry>, result: (one: Entry) => StatedResult): FetchResults {
	return jsonResults({
		answer: z.object({ total_count: z.number(), incomplete_results: z.boolean(), items: z.array(z.unknown()) }),
		refusal: ({ items, incomplete_results: isPartial }) =>
			items.length === 0 && isPartial
				? { kind: "away", message: "ran out of time before it found anything", lasting: false }
				: undefined,
		list: ({ items }) => items,
		entry,
		result: (one) => ({ ...result(one), site: "GitHub" }),
	});
}

/** `github.com/owner/name` and `github.com/owner` as qualifiers; several are alternatives. */
function scopeQualifiers({ sites }: SearchQuery): string[] {
	return sites.flatMap((site) => {
		const [, owner, name] = /^github\.com\/([\w.-]+)(?:\/([\w.-]+))?/.exec(site) ?? [];
		return owner ? [name ? `repo:${owner}/${name}` : `user:${owner}`] : [];
	});
}

function interleave<T>(lists: readonly T[][]): T[] {
	const longest = Math.max(0, ...lists.map(({ length }) => length));
	return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** Hacker News by Algolia, `GET /api/v1/search`. https://hn.algolia.com/api; a story gives two results: its link and its discussion. */
export const hackernews: ServiceDefinition = {
	title: "Hacker News",
	address: "https://hn.algolia.com",
	words: (query) => withoutAlternatives(query.text),
	resultsMax: 100,
	request: ({ words, limit, since, until }) => {
		const seconds = (date: string) => Date.parse(date) / 1000;
		const numericFilters = joinConditions(
			since && `created_at_i>=${seconds(since)}`,
			// The last day counts to its end.
			until && `created_at_i<${seconds(until) + 86_400}`,
		);
		return { path: "/api/v1/search", params: { query: words, tags: "story", hitsPerPage: limit, numericFilters } };
	},
	fetchResults: jsonResults({
		answer: z.object({ hits: z.array(z.unknown()), nbHits: z.number() }),
		list: ({ hits }) => hits,
		entry: z.object({
			objectID: z.string(),
			...optionalTexts("title", "url", "author", "created_at", "story_text"),
			points: z.number().nullish(),
			num_comments: z.number().nullish(),
		}),
		result({ objectID, title, url, author, points, num_comments: comments, created_at, story_text: story }) {
			const summary = `Story on Hacker News with ${points ?? 0} points and ${comments ?? 0} comments.`;
			const discussion = {
				url: `https://news.ycombinator.com/item?id=${encodeURIComponent(objectID)}`,
				title: url ? `${title ?? ""} (discussion)` : title,
				snippet: `${summary} ${story ?? ""}`,
				date: created_at,
				author,
				site: "Hacker News",
			};
			if (!url) return discussion;
			// The day of the link is not the day of publication.
			const linked = { url, title, snippet: summary };
			return comments ? [linked, discussion] : linked;
		},
	}),
};
