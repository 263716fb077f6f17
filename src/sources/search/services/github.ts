import { z } from "zod";
import { parseDate } from "../dates.ts";
import { rateLimitRefusal } from "../refusal.ts";
import { plainLine, titleLengthMax, truncateText } from "../result-text.ts";
import type { SearchQuery, SearchResult } from "../service.ts";
import type { ServiceClient, ServiceDefinition, ServiceRequest } from "../service-client.ts";

/** It refuses longer queries; qualifiers do not count. Characters. */
const queryLengthMax = 256;

/**
 * GitHub's repositories and issues, `GET /search/…`; with a token also code. https://docs.github.com/rest/search/search: ten searches
 * a minute without a token, thirty with one. A search that ran out of time sets `incomplete_results`.
 */
export const github: ServiceDefinition = {
	name: "github",
	title: "GitHub",
	address: "https://api.github.com",
	key: { variable: "GITHUB_TOKEN", from: "https://github.com/settings/tokens", needed: false },
	hosts: ["github.com"],
	refusal: (response) =>
		(response.status === 403 || response.status === 429) &&
		(response.headers["x-ratelimit-remaining"] === "0" || response.headers["retry-after"] !== undefined)
			? { ...rateLimitRefusal(response), hint: "a token allows more: set GITHUB_TOKEN" }
			: undefined,
	open: (client) => ({
		async search(query, signal) {
			const kinds = [searchRepositories, searchIssues, ...(client.key() === undefined ? [] : [searchCode])];
			const settled = await Promise.allSettled(kinds.map((kind) => kind(client, query, signal)));
			const lists = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
			const failed = settled.find((one) => one.status === "rejected");
			// Results of one kind are kept when another kind fails. An empty result is returned only when all succeeded.
			if (failed && lists.every((list) => list.length === 0)) throw failed.reason;
			return interleave(lists).slice(0, query.limit);
		},
	}),
};

const answer = z.object({ total_count: z.number(), incomplete_results: z.boolean(), items: z.array(z.unknown()) });
const repositoryName = z.object({ full_name: z.string() });
const repository = repositoryName.extend({
	html_url: z.string(),
	description: z.string().nullish(),
	pushed_at: z.string().nullish(),
	stargazers_count: z.number().nullish(),
	language: z.string().nullish(),
});
const issue = z.object({
	html_url: z.string(),
	title: z.string(),
	body: z.string().nullish(),
	created_at: z.string().nullish(),
	state: z.string().nullish(),
	user: z.object({ login: z.string() }).nullish(),
});
const file = z.object({ html_url: z.string(), path: z.string(), repository: repositoryName });

async function fetchItems(client: ServiceClient, kind: string, q: string, query: SearchQuery, signal?: AbortSignal) {
	const key = client.key();
	const request: ServiceRequest = {
		path: `/search/${kind}`,
		params: { q, per_page: Math.min(query.limit, 100) },
		headers: {
			accept: "application/vnd.github+json",
			"x-github-api-version": "2022-11-28",
			authorization: key === undefined ? undefined : `Bearer ${key}`,
		},
		signal,
	};
	const { items: found, incomplete_results: isPartial } = await client.json(answer, request);
	if (found.length === 0 && isPartial)
		throw client.fault({ kind: "away", message: "ran out of time before it found anything", lasting: false });
	return found;
}

async function searchRepositories(
	client: ServiceClient,
	query: SearchQuery,
	signal?: AbortSignal,
): Promise<SearchResult[]> {
	const found = await fetchItems(
		client,
		"repositories",
		[searchWords(query), ...scopeQualifiers(query), ...dateQualifiers("pushed", query)].join(" "),
		query,
		signal,
	);
	return client.parseEach(found, repository).map((one) => ({
		url: one.html_url,
		title: plainLine(one.full_name, titleLengthMax),
		snippet: plainLine(
			[one.description, one.language, `${one.stargazers_count ?? 0} stars`].filter(Boolean).join(" · "),
		),
		date: parseDate(one.pushed_at),
		site: "GitHub",
	}));
}

async function searchIssues(client: ServiceClient, query: SearchQuery, signal?: AbortSignal): Promise<SearchResult[]> {
	const found = await fetchItems(
		client,
		"issues",
		[searchWords(query), "is:issue", ...scopeQualifiers(query), ...dateQualifiers("created", query)].join(" "),
		query,
		signal,
	);
	return client.parseEach(found, issue).map((one) => ({
		url: one.html_url,
		title: plainLine(one.title, titleLengthMax),
		snippet: plainLine(`${one.state ?? ""} ${one.body ?? ""}`),
		date: parseDate(one.created_at),
		...(one.user && { author: plainLine(one.user.login, titleLengthMax) }),
		site: "GitHub",
	}));
}

/** Code search has no date filter. */
async function searchCode(client: ServiceClient, query: SearchQuery, signal?: AbortSignal): Promise<SearchResult[]> {
	const found = await fetchItems(
		client,
		"code",
		[searchWords(query), ...scopeQualifiers(query)].join(" "),
		query,
		signal,
	);
	return client.parseEach(found, file).map((one) => ({
		url: one.html_url,
		title: plainLine(`${one.repository.full_name}: ${one.path}`, titleLengthMax),
		snippet: "",
		site: "GitHub",
	}));
}

/** The words without text that would be read as a qualifier. */
function searchWords({ text }: SearchQuery): string {
	return truncateText(text.replace(/(\w):(?=\S)/g, "$1 "), queryLengthMax);
}

/** `github.com/owner/name` and `github.com/owner` as qualifiers; several are alternatives. */
function scopeQualifiers({ sites }: SearchQuery): string[] {
	return sites.flatMap((site) => {
		const [, owner, name] = /^github\.com\/([\w.-]+)(?:\/([\w.-]+))?/.exec(site) ?? [];
		return owner ? [name ? `repo:${owner}/${name}` : `user:${owner}`] : [];
	});
}

function dateQualifiers(qualifier: string, { since, until }: SearchQuery): string[] {
	return since || until ? [`${qualifier}:${since ?? "*"}..${until ?? "*"}`] : [];
}

function interleave<T>(lists: readonly T[][]): T[] {
	const longest = Math.max(0, ...lists.map(({ length }) => length));
	return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
