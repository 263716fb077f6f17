import { UsageError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import type { WebOptions } from "../evidence/event.ts";
import { addressesIn } from "../evidence/question-addresses.ts";
import { expandServiceNames } from "../sources/search/service-names.ts";
import { readServer, type WebConfig } from "./config/web.ts";

/** The user's choices for the web. What is absent comes from the environment. */
export interface WebAsked {
	/** Names of search services; one entry may hold several, with commas between. */
	search?: string[] | undefined;
	searxng?: string | undefined;
	/** Pages to read first. */
	urls?: string[] | undefined;
	/** Only results of these domains. */
	sites?: string[] | undefined;
	/** `2031`, `2031-04` or `2031-04-05`. */
	since?: string | undefined;
	browser?: "auto" | "never" | undefined;
	steel?: boolean | undefined;
	/** With folders in the run: allows their words in queries. */
	allow?: boolean | undefined;
	/** The invented web of the demo. */
	world?: boolean | undefined;
}

/** The web options of a run; undefined where it does not use the web. `folders`: how many it searches. Throws `UsageError`. */
export function webOptionsOf(
	asked: WebAsked,
	question: string,
	folders: number,
	config: WebConfig,
): WebOptions | undefined {
	const search = servicesAsked(asked, config, folders);
	const named = (asked.urls ?? []).map((url) => readAddress(url));
	const isWeb = search.length > 0 || named.length > 0 || folders === 0;
	// With folders alone nothing leaves this machine, whatever the question mentions.
	const urls = isWeb ? [...new Set([...named, ...addressesAsked(question)])] : [];
	if (search.length === 0 && urls.length === 0) {
		assertNothingAsked(asked, folders);
		return undefined;
	}
	if (urls.length > limits.namedPages)
		throw new UsageError("URLS_MANY", `${urls.length} addresses are named to be read first`, {
			hint: `name at most ${limits.namedPages}; the rest may be found by --search`,
		});
	assertAllowed(asked, search, folders);
	const searxng = search.includes("searxng") ? searxngOf(asked, config) : undefined;
	return {
		search,
		...(searxng === undefined ? {} : { searxng }),
		urls,
		sites: [...new Set((asked.sites ?? []).map(readSite))].toSorted(),
		...(asked.since === undefined ? {} : { since: readSince(asked.since) }),
		browser: asked.browser ?? "auto",
		steel: asked.steel ?? false,
		...(asked.world ? { world: true } : {}),
	};
}

/**
 * The search services to use. With folders, those of the environment count only with `allow`: they were chosen before anything
 * private was in the run.
 */
export function servicesAsked(asked: WebAsked, config: WebConfig, folders = 0): string[] {
	const typed = asked.search?.join(",");
	const said =
		typed ?? ((folders === 0 || asked.allow) && asked.searxng === undefined ? config.search() : undefined) ?? "";
	const names = said
		.split(",")
		.map((name) => name.trim())
		.filter((name) => name !== "");
	const own = asked.searxng === undefined ? [] : ["searxng"];
	return expandServiceNames([...new Set([...names, ...own])]);
}

function searxngOf(asked: WebAsked, config: WebConfig): string {
	const address = asked.searxng === undefined ? config.searxng() : readServer(asked.searxng, "--searxng");
	if (address !== undefined) return address;
	throw new UsageError("SEARXNG_MISSING", "where your SearXNG listens is not known", {
		hint: "say it: --searxng http://HOST:PORT, or set ASSAY_SEARXNG_URL",
	});
}

/** Words of private documents must not be sent in queries without their owner's consent. */
function assertAllowed({ allow, world }: WebAsked, search: readonly string[], folders: number): void {
	if (folders === 0 || search.length === 0 || allow || world) return;
	const names = search.join(", ");
	throw new UsageError("WEB_NOT_ALLOWED", `words of your documents could stand in queries that are sent to ${names}`, {
		hint: "if that may be, add --allow-web: each query that goes out is shown; if not, leave out --search",
	});
}

/** Throws where an option needs the web, so that no option is silently ignored. */
function assertNothingAsked(asked: WebAsked, folders: number): void {
	const options: [string, boolean][] = [
		["--site", (asked.sites ?? []).length > 0],
		["--since", asked.since !== undefined],
		["--steel", asked.steel === true],
		["--allow-web", asked.allow === true],
	];
	const one = options.find(([, isAsked]) => isAsked);
	if (one)
		throw new UsageError("SEARCH_MISSING", `${one[0]} is for the web, and no search service is named`, {
			hint: `name some: --search duckduckgo,wikipedia${folders === 0 ? "" : " --allow-web"}`,
		});
	if (folders === 0)
		throw new UsageError("SOURCE_MISSING", "nothing to look in was named", {
			hint: "the web: --search duckduckgo,wikipedia; your documents: --corpus FOLDER; a page: --url ADDRESS",
		});
}

/** An address as an error may show it: what stands before an `@` may be a password, and is hidden. */
function shownAddress(text: string): string {
	const shown = text.trim().replace(/^([a-z]+:\/\/)?[^/]*@/i, "$1…@");
	return `"${shown.length > addressShown ? `${shown.slice(0, addressShown).toWellFormed()}…` : shown}"`;
}
const addressShown = 80;

/** Throws `URL_INVALID`. */
function readAddress(text: string): string {
	const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password !== "")
		throw new UsageError(
			"URL_INVALID",
			`${shownAddress(text)} is not the address of a page (without a password in it)`,
			{
				hint: "give it whole: --url https://HOST/PATH",
			},
		);
	url.hash = "";
	return url.href;
}

/** The valid addresses in a question. */
function addressesAsked(question: string): string[] {
	return addressesIn(question).flatMap((text) => {
		try {
			return [readAddress(text)];
		} catch {
			return [];
		}
	});
}

/** `https://www.Example.org/x` and `*.example.org` are `example.org`. Throws `SITE_INVALID`. */
function readSite(text: string): string {
	const bare = text
		.trim()
		.toLowerCase()
		.replace(/^\w+:\/\//, "")
		.replace(/^\*?\./, "")
		.replace(/[/:?#].*$/s, "")
		.replace(/^www\./, "");
	const host = URL.canParse(`http://${bare}`) ? new URL(`http://${bare}`).hostname : "";
	if (/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(host) && /[a-z]/.test(host)) return host;
	throw new UsageError("SITE_INVALID", `--site cannot be "${text}"`, { hint: "give a domain: --site example.org" });
}

/** The first day of a year, month or day. Throws `SINCE_INVALID`. */
function readSince(text: string): string {
	const [, year, month = "01", day = "01"] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(text.trim()) ?? [];
	const date = year === undefined ? undefined : new Date(`${year}-${month}-${day}T00:00:00Z`);
	const iso = date && !Number.isNaN(date.getTime()) ? date.toISOString().slice(0, 10) : "";
	if (iso !== "" && iso === `${year}-${month}-${day}`) return iso;
	throw new UsageError("SINCE_INVALID", `--since cannot be "${text}"`, {
		hint: "give a year, a month or a day: --since 2024, --since 2024-05, --since 2024-05-17",
	});
}
