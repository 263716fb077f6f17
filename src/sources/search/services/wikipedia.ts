import { z } from "zod";
import type { Ask, Definition } from "../ask.ts";
import type { SearchResult } from "../service.ts";
import { cut, plain, titleMost } from "../texts.ts";

/** The longest query it accepts. Characters. */
const queryMost = 300;
/** Names looked up at once. It accepts 50, and returns the beginnings of 20. */
const namesMost = 20;

/**
 * Wikipedia by MediaWiki's API, `/w/api.php`, in English unless a site such as `site:de.wikipedia.org` is requested. Errors come with
 * 200, as `error.code` and `error.info`. https://www.mediawiki.org/wiki/API:Search, …/API:Query
 */
export const wikipedia: Definition = {
	name: "wikipedia",
	title: "Wikipedia",
	address: "https://en.wikipedia.org",
	alsoAt: ["*.wikipedia.org"],
	contact: "wanted",
	hosts: ["wikipedia.org"],
	open: (ask) => ({
		async search({ text, limit, sites }, signal) {
			const address = editionOf(sites);
			const { query, error } = await ask.json(found, {
				path: "/w/api.php",
				address,
				params: {
					...always,
					list: "search",
					srsearch: cut(text, queryMost),
					srlimit: Math.min(limit, 50),
					srprop: "snippet",
				},
				signal,
			});
			if (!query) throw refused(ask, error);
			return ask.each(query.search, hit).map(({ title, snippet }) => ({
				url: addressOf(ask.at(address), title),
				title: plain(title, titleMost),
				snippet: plain(snippet),
				site: "Wikipedia",
			}));
		},
		async titles(names, signal) {
			const asked = names.map((name) => name.replace(/[|#<>[\]{}]/g, " ").trim()).filter(Boolean);
			if (asked.length === 0) return [];
			const { query, error, batchcomplete } = await ask.json(named, {
				path: "/w/api.php",
				params: {
					...always,
					titles: asked.slice(0, namesMost).join("|"),
					redirects: 1,
					prop: "extracts|pageprops",
					ppprop: "disambiguation",
					exintro: 1,
					explaintext: 1,
					exsentences: 3,
					exlimit: namesMost,
				},
				signal,
			});
			if (!query && batchcomplete === undefined) throw refused(ask, error);
			return ask.each(query?.pages ?? [], page).flatMap((one) => pageResult(ask.at(), one) ?? []);
		},
	}),
};

/** The edition of a language that a site requests. */
function editionOf(sites: readonly string[]): string | undefined {
	const site = sites.find((one) => /^[a-z-]{2,12}\.wikipedia\.org$/.test(one));
	return site && `https://${site}`;
}

const always = { action: "query", format: "json", formatversion: 2 };
const failure = z.object({ code: z.string(), info: z.string().optional() }).optional();
const found = z
	.object({ query: z.object({ search: z.array(z.unknown()) }).optional(), error: failure })
	.refine(({ query, error }) => query !== undefined || error !== undefined, "neither results nor an error");
const hit = z.object({ title: z.string(), snippet: z.string() });
const named = z.object({
	batchcomplete: z.unknown(),
	query: z.object({ pages: z.array(z.unknown()) }).optional(),
	error: failure,
});
const page = z.object({
	title: z.string(),
	missing: z.unknown().optional(),
	invalid: z.unknown().optional(),
	extract: z.string().optional(),
	pageprops: z.object({ disambiguation: z.unknown().optional() }).optional(),
});

function pageResult(
	site: string,
	{ title, missing, invalid, extract, pageprops }: z.infer<typeof page>,
): SearchResult | undefined {
	if (missing !== undefined || invalid !== undefined) return undefined;
	const isChoice = pageprops !== undefined && "disambiguation" in pageprops;
	const shown = isChoice && !/\(disambiguation\)$/.test(title) ? `${title} (disambiguation)` : title;
	return {
		url: addressOf(site, title),
		title: plain(shown, titleMost),
		snippet: plain(isChoice ? `A list of things of this name: ${extract ?? ""}` : extract),
		site: "Wikipedia",
	};
}

function refused(ask: Ask, error: z.infer<typeof failure>) {
	const code = error?.code ?? "unknown";
	const isBusy = /ratelimit|maxlag|readonly|internal_api_error/.test(code);
	return ask.fault({
		kind: isBusy ? "limited" : "format",
		said: `did not take the query (${plain(`${code}: ${error?.info ?? ""}`, 160)})`,
		lasting: false,
	});
}

function addressOf(site: string, title: string): string {
	const name = encodeURIComponent(title.replaceAll(" ", "_"));
	return `${site}/wiki/${name.replace(/%(?:2F|3A|2C|40|24|3B)/g, decodeURIComponent)}`;
}
