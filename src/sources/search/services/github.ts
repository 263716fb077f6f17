import { z } from "zod";
import { tooMany } from "../answer.ts";
import type { Ask, Asked, Definition } from "../ask.ts";
import { dateOf } from "../dates.ts";
import type { SearchQuery, SearchResult } from "../service.ts";
import { cut, plain, titleMost } from "../texts.ts";

/** It refuses longer queries; qualifiers do not count. Characters. */
const queryMost = 256;

/**
 * GitHub's repositories and issues, `GET /search/…`; with a token also code. https://docs.github.com/rest/search/search: ten searches
 * a minute without a token, thirty with one. A search that ran out of time sets `incomplete_results`.
 */
export const github: Definition = {
	name: "github",
	title: "GitHub",
	address: "https://api.github.com",
	key: { variable: "GITHUB_TOKEN", from: "https://github.com/settings/tokens", needed: false },
	hosts: ["github.com"],
	refusal: (response) =>
		(response.status === 403 || response.status === 429) &&
		(response.headers["x-ratelimit-remaining"] === "0" || response.headers["retry-after"] !== undefined)
			? { ...tooMany(response), hint: "a token allows more: set GITHUB_TOKEN" }
			: undefined,
	open: (ask) => ({
		async search(query, signal) {
			const kinds = [repositories, issues, ...(ask.key() === undefined ? [] : [code])];
			const asked = await Promise.allSettled(kinds.map((kind) => kind(ask, query, signal)));
			const lists = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
			const failed = asked.find((one) => one.status === "rejected");
			// Results of one kind are kept when another kind fails. An empty result is returned only when all succeeded.
			if (failed && lists.every((list) => list.length === 0)) throw failed.reason;
			return inTurns(lists).slice(0, query.limit);
		},
	}),
};

const answer = z.object({ total_count: z.number(), incomplete_results: z.boolean(), items: z.array(z.unknown()) });
const owned = z.object({ full_name: z.string() });
const repository = owned.extend({
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
const file = z.object({ html_url: z.string(), path: z.string(), repository: owned });

async function items(ask: Ask, kind: string, q: string, query: SearchQuery, signal?: AbortSignal) {
	const key = ask.key();
	const asked: Asked = {
		path: `/search/${kind}`,
		params: { q, per_page: Math.min(query.limit, 100) },
		headers: {
			accept: "application/vnd.github+json",
			"x-github-api-version": "2022-11-28",
			authorization: key === undefined ? undefined : `Bearer ${key}`,
		},
		signal,
	};
	const { items: found, incomplete_results: isPartial } = await ask.json(answer, asked);
	if (found.length === 0 && isPartial)
		throw ask.fault({ kind: "away", said: "ran out of time before it found anything", lasting: false });
	return found;
}

async function repositories(ask: Ask, query: SearchQuery, signal?: AbortSignal): Promise<SearchResult[]> {
	const found = await items(
		ask,
		"repositories",
		[words(query), ...scopes(query), ...days("pushed", query)].join(" "),
		query,
		signal,
	);
	return ask.each(found, repository).map((one) => ({
		url: one.html_url,
		title: plain(one.full_name, titleMost),
		snippet: plain([one.description, one.language, `${one.stargazers_count ?? 0} stars`].filter(Boolean).join(" · ")),
		date: dateOf(one.pushed_at),
		site: "GitHub",
	}));
}

async function issues(ask: Ask, query: SearchQuery, signal?: AbortSignal): Promise<SearchResult[]> {
	const found = await items(
		ask,
		"issues",
		[words(query), "is:issue", ...scopes(query), ...days("created", query)].join(" "),
		query,
		signal,
	);
	return ask.each(found, issue).map((one) => ({
		url: one.html_url,
		title: plain(one.title, titleMost),
		snippet: plain(`${one.state ?? ""} ${one.body ?? ""}`),
		date: dateOf(one.created_at),
		...(one.user && { author: plain(one.user.login, titleMost) }),
		site: "GitHub",
	}));
}

/** Code search has no date filter. */
async function code(ask: Ask, query: SearchQuery, signal?: AbortSignal): Promise<SearchResult[]> {
	const found = await items(ask, "code", [words(query), ...scopes(query)].join(" "), query, signal);
	return ask.each(found, file).map((one) => ({
		url: one.html_url,
		title: plain(`${one.repository.full_name}: ${one.path}`, titleMost),
		snippet: "",
		site: "GitHub",
	}));
}

/** The words without text that would be read as a qualifier. */
function words({ text }: SearchQuery): string {
	return cut(text.replace(/(\w):(?=\S)/g, "$1 "), queryMost);
}

/** `github.com/owner/name` and `github.com/owner` as qualifiers; several are alternatives. */
function scopes({ sites }: SearchQuery): string[] {
	return sites.flatMap((site) => {
		const [, owner, name] = /^github\.com\/([\w.-]+)(?:\/([\w.-]+))?/.exec(site) ?? [];
		return owner ? [name ? `repo:${owner}/${name}` : `user:${owner}`] : [];
	});
}

function days(qualifier: string, { since, until }: SearchQuery): string[] {
	return since || until ? [`${qualifier}:${since ?? "*"}..${until ?? "*"}`] : [];
}

function inTurns<T>(lists: readonly T[][]): T[] {
	const longest = Math.max(0, ...lists.map(({ length }) => length));
	return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
