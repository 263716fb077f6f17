import { isOnSites, parseSite } from "./canonical-url.ts";
import { parseDate } from "./dates.ts";
import { truncateText } from "./result-text.ts";
import type { SearchQuery } from "./service.ts";

/** Most services refuse longer queries. The rest of a query is dropped. Characters. */
const queryLengthMax = 400;

const operatorPattern = /(?<!\S)(-?site|after|before):\s?([^\s"]+)(?!\S)/gi;

/**
 * Parses a query and its operators, together with the settings that hold for all queries. `site:` narrows the sites that the user
 * allows and never widens them. Of two dates the narrower one counts. Text in quotes is never an operator.
 */
export function parseQuery(
	query: string,
	{ limit, sites = [], since }: { limit: number; sites?: readonly string[] | undefined; since?: string | undefined },
): SearchQuery {
	const sitesInQuery: string[] = [];
	const excluded: string[] = [];
	let from = since;
	let until: string | undefined;
	const text = outsideQuotes(query, (part) =>
		part
			.replace(operatorPattern, (whole, name: string, value: string) => {
				const kind = name.toLowerCase();
				if (kind.endsWith("site")) {
					if (!/\p{L}/u.test(parseSite(value).host)) return whole;
					(kind.startsWith("-") ? excluded : sitesInQuery).push(normalizedSite(value));
					return " ";
				}
				const date = parseDate(value);
				if (date === undefined) return whole;
				if (kind === "after") from = later(from, firstDay(date));
				else until = earlier(until, dayBefore(firstDay(date)));
				return " ";
			})
			.replace(/(?<!\S)OR(?!\S)(?=\s*$)|^(\s*)OR(?!\S)/g, " "),
	);
	const allowed = sites.map(normalizedSite);
	const narrowed =
		allowed.length === 0 ? sitesInQuery : sitesInQuery.filter((one) => isOnSites(`https://${one}`, allowed));
	return {
		text: truncateText(text.replace(/\s+/g, " ").trim(), queryLengthMax),
		limit,
		sites: narrowed.length > 0 ? narrowed : allowed,
		...(excluded.length > 0 && { without: excluded }),
		...(from !== undefined && { since: from }),
		...(until !== undefined && { until }),
	};
}

/** The query with the operators that most engines know. */
export function queryWithOperators({ text, sites, without = [] }: SearchQuery): string {
	const only = sites.map((site) => `site:${site}`).join(" OR ");
	return [text, sites.length > 1 ? `(${only})` : only, ...without.map((site) => `-site:${site}`)]
		.filter(Boolean)
		.join(" ");
}

/**
 * A query's period in the spelling of a service that needs both its ends: `spell` gets ISO dates, and the defaults where one end
 * is open. Undefined without a period.
 */
export function spellPeriod<T>(
	{ since, until }: SearchQuery,
	spell: (since: string, until: string) => T,
	{ earliest = "1990-01-01", latest = new Date().toISOString().slice(0, 10) } = {},
): T | undefined {
	return since === undefined && until === undefined ? undefined : spell(since ?? earliest, until ?? latest);
}

/** Conditions joined by commas, as many services want them. Undefined when there is none. */
export function joinConditions(...conditions: (string | undefined)[]): string | undefined {
	return conditions.filter(Boolean).join(",") || undefined;
}

/** The query for services that require every word: of `a OR b` it keeps the first. */
export function withoutAlternatives(text: string): string {
	return text.replace(/\sOR\s+(?:"[^"]*"|\S+)/g, "");
}

/** The words of a query. A quoted phrase is one term. Characters that a query language could interpret are dropped. */
export function searchTermsOf(text: string): string[] {
	return [...withoutAlternatives(text).matchAll(/"([^"]+)"|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_.-]*/gu)]
		.map(([whole, phrase]) => (phrase ?? whole).replace(/[^\p{L}\p{N}\p{M}'’_.\s-]/gu, " ").trim())
		.map((term) => term.replace(/^[-.'’_]+|[-.'’_]+$/g, "").replace(/\s+/g, " "))
		.filter((term) => term !== "");
}

function outsideQuotes(text: string, change: (part: string) => string): string {
	return text
		.split(/("[^"]*")/)
		.map((part, at) => (at % 2 === 1 && !/^"\s*"$/.test(part) ? part : change(part)))
		.join("");
}

function normalizedSite(site: string): string {
	const { host, path } = parseSite(site);
	return host + path;
}

const firstDay = (date: string) => (date.length === 4 ? `${date}-01-01` : date.length === 7 ? `${date}-01` : date);

const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
const later = (a: string | undefined, b: string) => (a !== undefined && a > b ? a : b);
const earlier = (a: string | undefined, b: string) => (a !== undefined && a < b ? a : b);
