import { UsageError } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import type { WebOptions } from "../../evidence/event.ts";
import { addressesIn } from "../../evidence/question-addresses.ts";
import { expandServiceNames } from "../../sources/search/service-names.ts";
import { parseServerUrl, type WebConfig } from "../config/web-config.ts";
import { uselessOption } from "./parse.ts";
import type { Options } from "./schema.ts";

/**
 * The web options that are stored with a run; undefined where it does not use the web. `options.corpus` counts the folders that it
 * searches. `world`: it uses the invented web of the demo. Throws `UsageError`.
 */
export function webOptionsOf(
	options: Options,
	question: string,
	config: WebConfig,
	world = false,
): WebOptions | undefined {
	const search = chosenServices(options, config);
	const typedUrls = options.url.map((url) => parsePageUrl(url));
	const usesWeb = search.length > 0 || typedUrls.length > 0 || options.corpus.length + options.mcp.length === 0;
	// With folders alone nothing leaves this machine, whatever the question mentions.
	const urls = usesWeb ? [...new Set([...typedUrls, ...urlsInQuestion(question)])] : [];
	if (search.length === 0 && urls.length === 0) {
		assertNoWebOptions(options);
		return undefined;
	}
	if (urls.length > limits.namedPages)
		throw new UsageError("URLS_MANY", `${urls.length} addresses are named to be read first`, {
			hint: `name at most ${limits.namedPages}; the rest may be found by --search`,
		});
	if (!world) assertAllowed(options, search);
	const searxng = search.includes("searxng") ? searxngOf(options, config) : undefined;
	return {
		search,
		...(searxng === undefined ? {} : { searxng }),
		urls,
		sites: [...new Set(options.site.map(parseDomain))].toSorted(),
		...(options.since === undefined ? {} : { since: parseSince(options.since) }),
		browser: options.browser ? "auto" : "never",
		steel: options.steel,
		...(world ? { world } : {}),
	};
}

/**
 * The search services to use. With folders, those of the environment count only with `allowWeb`: they were chosen before anything
 * private was in the run.
 */
export function chosenServices(options: Options, config: WebConfig): string[] {
	const { corpus, allowWeb, searxng } = options;
	const mayUseConfigured = (corpus.length === 0 || allowWeb) && searxng === undefined;
	const lists = options.search ?? (mayUseConfigured ? config.search() : undefined) ?? [];
	const names = lists.flatMap((list) => list.split(",").map((name) => name.trim())).filter((name) => name !== "");
	return expandServiceNames([...new Set([...names, ...(searxng === undefined ? [] : ["searxng"])])]);
}

function searxngOf(options: Options, config: WebConfig): string {
	const address = options.searxng === undefined ? config.searxng() : parseServerUrl(options.searxng, "--searxng");
	if (address !== undefined) return address;
	throw new UsageError("SEARXNG_MISSING", "where your SearXNG listens is not known", {
		hint: "say it: --searxng http://HOST:PORT, or set ASSAY_SEARXNG_URL",
	});
}

/** Words of private documents must not be sent in queries without their owner's consent. */
function assertAllowed({ corpus, allowWeb }: Options, search: readonly string[]): void {
	if (corpus.length === 0 || search.length === 0 || allowWeb) return;
	const names = search.join(", ");
	throw new UsageError("WEB_NOT_ALLOWED", `words of your documents could stand in queries that are sent to ${names}`, {
		hint: "if that may be, add --allow-web: each query that goes out is shown; if not, leave out --search",
	});
}

/** Throws where an option needs the web, so that no option is silently ignored. */
function assertNoWebOptions(options: Options): void {
	const useless = uselessOption(options, "web");
	if (useless && !(useless === "--allow-web" && options.mcp.length > 0))
		throw new UsageError("SEARCH_MISSING", `${useless} is for the web, and no search service is named`, {
			hint: `name some: --search duckduckgo,wikipedia${options.corpus.length === 0 ? "" : " --allow-web"}`,
		});
	if (options.corpus.length + options.mcp.length === 0)
		throw new UsageError("SOURCE_MISSING", "nothing to look in was named", {
			hint: "the web: --search duckduckgo,wikipedia; your documents: --corpus FOLDER; a page: --url ADDRESS; to choose once: assay init",
		});
}

/** An address as an error may show it: what stands before an `@` may be a password, and is hidden. */
function displayAddress(text: string): string {
	const shown = text.trim().replace(/^([a-z]+:\/\/)?[^/]*@/i, "$1…@");
	return `"${shown.length > addressLengthMax ? `${shown.slice(0, addressLengthMax).toWellFormed()}…` : shown}"`;
}
const addressLengthMax = 80;

/** Throws `URL_INVALID`. */
function parsePageUrl(text: string): string {
	const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password !== "")
		throw new UsageError(
			"URL_INVALID",
			`${displayAddress(text)} is not the address of a page (without a password in it)`,
			{
				hint: "give it whole: --url https://HOST/PATH",
			},
		);
	url.hash = "";
	return url.href;
}

/** The valid addresses in a question. */
function urlsInQuestion(question: string): string[] {
	return addressesIn(question).flatMap((text) => {
		try {
			return [parsePageUrl(text)];
		} catch {
			return [];
		}
	});
}

/** `https://www.Example.org/x` and `*.example.org` are `example.org`. Throws `SITE_INVALID`. */
function parseDomain(text: string): string {
	const domain = text
		.trim()
		.toLowerCase()
		.replace(/^\w+:\/\//, "")
		.replace(/^\*?\./, "")
		.replace(/[/:?#].*$/s, "")
		.replace(/^www\./, "");
	const host = URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : "";
	if (/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(host) && /[a-z]/.test(host)) return host;
	throw new UsageError("SITE_INVALID", `--site cannot be "${text}"`, { hint: "give a domain: --site example.org" });
}

/** The first day of a year, month or day. Throws `SINCE_INVALID`. */
function parseSince(text: string): string {
	const [, year, month = "01", day = "01"] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(text.trim()) ?? [];
	const date = year === undefined ? undefined : new Date(`${year}-${month}-${day}T00:00:00Z`);
	const iso = date && !Number.isNaN(date.getTime()) ? date.toISOString().slice(0, 10) : "";
	if (iso !== "" && iso === `${year}-${month}-${day}`) return iso;
	throw new UsageError("SINCE_INVALID", `--since cannot be "${text}"`, {
		hint: "give a year, a month or a day: --since 2024, --since 2024-05, --since 2024-05-17",
	});
}
