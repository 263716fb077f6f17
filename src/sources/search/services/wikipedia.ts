import { z } from "zod";
import { plainLine, titleLengthMax, truncateText } from "../result-text.ts";
import type { SearchResult } from "../service.ts";
import type { ServiceClient, ServiceDefinition } from "../service-client.ts";

/** The longest query it accepts. Characters. */
const queryLengthMax = 300;
/** Names looked up at once. It accepts 50, and returns the beginnings of 20. */
const namesMax = 20;

/**
 * Wikipedia by MediaWiki's API, `/w/api.php`, in English unless a site such as `site:de.wikipedia.org` is requested. Errors come with
 * 200, as `error.code` and `error.info`. https://www.mediawiki.org/wiki/API:Search, …/API:Query
 */
export const wikipedia: ServiceDefinition = {
	name: "wikipedia",
	title: "Wikipedia",
	address: "https://en.wikipedia.org",
	otherHosts: ["*.wikipedia.org"],
	contact: "wanted",
	hosts: ["wikipedia.org"],
	open: (client) => ({
		async search({ text, limit, sites }, signal) {
			const address = editionOf(sites);
			const { query, error } = await client.json(searchSchema, {
				path: "/w/api.php",
				address,
				params: {
					...commonParams,
					list: "search",
					srsearch: truncateText(text, queryLengthMax),
					srlimit: Math.min(limit, 50),
					srprop: "snippet",
				},
				signal,
			});
			if (!query) throw apiError(client, error);
			return client.parseEach(query.search, hit).map(({ title, snippet }) => ({
				url: addressOf(client.baseUrl(address), title),
				title: plainLine(title, titleLengthMax),
				snippet: plainLine(snippet),
				site: "Wikipedia",
			}));
		},
		async titles(names, signal) {
			const cleaned = names.map((name) => name.replace(/[|#<>[\]{}]/g, " ").trim()).filter(Boolean);
			if (cleaned.length === 0) return [];
			const { query, error, batchcomplete } = await client.json(titlesSchema, {
				path: "/w/api.php",
				params: {
					...commonParams,
					titles: cleaned.slice(0, namesMax).join("|"),
					redirects: 1,
					prop: "extracts|pageprops",
					ppprop: "disambiguation",
					exintro: 1,
					explaintext: 1,
					exsentences: 3,
					exlimit: namesMax,
				},
				signal,
			});
			if (!query && batchcomplete === undefined) throw apiError(client, error);
			return client.parseEach(query?.pages ?? [], pageSchema).flatMap((one) => pageResult(client.baseUrl(), one) ?? []);
		},
	}),
};

/** The edition of a language that a site requests. */
function editionOf(sites: readonly string[]): string | undefined {
	const site = sites.find((one) => /^[a-z-]{2,12}\.wikipedia\.org$/.test(one));
	return site && `https://${site}`;
}

const commonParams = { action: "query", format: "json", formatversion: 2 };
const errorSchema = z.object({ code: z.string(), info: z.string().optional() }).optional();
const searchSchema = z
	.object({ query: z.object({ search: z.array(z.unknown()) }).optional(), error: errorSchema })
	.refine(({ query, error }) => query !== undefined || error !== undefined, "neither results nor an error");
const hit = z.object({ title: z.string(), snippet: z.string() });
const titlesSchema = z.object({
	batchcomplete: z.unknown(),
	query: z.object({ pages: z.array(z.unknown()) }).optional(),
	error: errorSchema,
});
const pageSchema = z.object({
	title: z.string(),
	missing: z.unknown().optional(),
	invalid: z.unknown().optional(),
	extract: z.string().optional(),
	pageprops: z.object({ disambiguation: z.unknown().optional() }).optional(),
});

function pageResult(
	site: string,
	{ title, missing, invalid, extract, pageprops }: z.infer<typeof pageSchema>,
): SearchResult | undefined {
	if (missing !== undefined || invalid !== undefined) return undefined;
	const isChoice = pageprops !== undefined && "disambiguation" in pageprops;
	const shown = isChoice && !/\(disambiguation\)$/.test(title) ? `${title} (disambiguation)` : title;
	return {
		url: addressOf(site, title),
		title: plainLine(shown, titleLengthMax),
		snippet: plainLine(isChoice ? `A list of things of this name: ${extract ?? ""}` : extract),
		site: "Wikipedia",
	};
}

function apiError(client: ServiceClient, error: z.infer<typeof errorSchema>) {
	const code = error?.code ?? "unknown";
	const isBusy = /ratelimit|maxlag|readonly|internal_api_error/.test(code);
	return client.fault({
		kind: isBusy ? "limited" : "format",
		message: `did not take the query (${plainLine(`${code}: ${error?.info ?? ""}`, 160)})`,
		lasting: false,
	});
}

function addressOf(site: string, title: string): string {
	const name = encodeURIComponent(title.replaceAll(" ", "_"));
	return `${site}/wiki/${name.replace(/%(?:2F|3A|2C|40|24|3B)/g, decodeURIComponent)}`;
}
