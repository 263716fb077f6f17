import { isOn, siteOf } from "./canonical.ts";
import { dateOf } from "./dates.ts";
import type { SearchQuery } from "./service.ts";
import { cut } from "./texts.ts";

/** Most services refuse longer queries. The rest of a query is dropped. Characters. */
const queryMost = 400;

const operator = /(?<!\S)(-?site|after|before):\s?([^\s"]+)(?!\S)/gi;

/**
 * Parses a query and its operators, together with the settings that hold for all queries. `site:` narrows the sites that the user
 * allows and never widens them. Of two dates the narrower one counts. Text in quotes is never an operator.
 */
export function parseQuery(
	query: string,
	{ limit, sites = [], since }: { limit: number; sites?: readonly string[] | undefined; since?: string | undefined },
): SearchQuery {
	const named: string[] = [];
	const without: string[] = [];
	let from = since;
	let until: string | undefined;
	const text = outsideQuotes(query, (part) =>
		part
			.replace(operator, (whole, name: string, value: string) => {
				const kind = name.toLowerCase();
				if (kind.endsWith("site")) {
					if (!/\p{L}/u.test(siteOf(value).host)) return whole;
					(kind.startsWith("-") ? without : named).push(spelled(value));
					return " ";
				}
				const date = dateOf(value);
				if (date === undefined) return whole;
				if (kind === "after") from = later(from, firstDay(date));
				else until = earlier(until, dayBefore(firstDay(date)));
				return " ";
			})
			.replace(/(?<!\S)OR(?!\S)(?=\s*$)|^(\s*)OR(?!\S)/g, " "),
	);
	const allowed = sites.map(spelled);
	const narrowed = allowed.length === 0 ? named : named.filter((one) => isOn(`https://${one}`, allowed));
	return {
		text: cut(text.replace(/\s+/g, " ").trim(), queryMost),
		limit,
		sites: narrowed.length > 0 ? narrowed : allowed,
		...(without.length > 0 && { without }),
		...(from !== undefined && { since: from }),
		...(until !== undefined && { until }),
	};
}

/** The query with the operators that most engines know. */
export function withOperators({ text, sites, without = [] }: SearchQuery): string {
	const only = sites.map((site) => `site:${site}`).join(" OR ");
	return [text, sites.length > 1 ? `(${only})` : only, ...without.map((site) => `-site:${site}`)]
		.filter(Boolean)
		.join(" ");
}

/** The query for services that require every word: of `a OR b` it keeps the first. */
export function withoutChoices(text: string): string {
	return text.replace(/\sOR\s+(?:"[^"]*"|\S+)/g, "");
}

/** The words of a query. A quoted phrase is one term. Characters that a query language could interpret are dropped. */
export function termsOf(text: string): string[] {
	return [...withoutChoices(text).matchAll(/"([^"]+)"|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_.-]*/gu)]
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

function spelled(site: string): string {
	const { host, path } = siteOf(site);
	return host + path;
}

const firstDay = (date: string) => (date.length === 4 ? `${date}-01-01` : date.length === 7 ? `${date}-01` : date);

const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
const later = (a: string | undefined, b: string) => (a !== undefined && a > b ? a : b);
const earlier = (a: string | undefined, b: string) => (a !== undefined && a < b ? a : b);
