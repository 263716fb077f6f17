import { reciprocalRankScore } from "../../base/rank-fusion.ts";
import type { Hit, PageKind } from "../../evidence/source.ts";
import { canonicalUrl, fetchableUrl, siteHostOf } from "./canonical-url.ts";
import { plainLine, snippetLengthMax, titleLengthMax, truncateText } from "./result-text.ts";
import type { SearchResult } from "./service.ts";

const labelLengthMax = 70;

interface RankedResult {
	service: string;
	/** From 0. */
	rank: number;
	result: SearchResult;
	/** The address to request. */
	url: string;
}

/** Merges the services' results into one list, best first. Each page is there once, whatever address each service gave it. */
export function mergeSearchResults(lists: readonly { service: string; results: readonly SearchResult[] }[]): Hit[] {
	const groups: { keys: Set<string>; places: RankedResult[] }[] = [];
	for (const { service, results } of lists)
		for (const [rank, result] of results.entries()) {
			const url = fetchableUrl(result.url);
			if (url === undefined) continue;
			const keys = [url, ...(result.sameAs ?? [])].flatMap((one) => canonicalUrl(one) ?? []);
			const matching = groups.filter((group) => keys.some((key) => group.keys.has(key)));
			const [first = { keys: new Set<string>(), places: [] }, ...others] = matching;
			if (matching.length === 0) groups.push(first);
			// One result can show that two groups are the same page.
			for (const other of others) {
				for (const key of other.keys) first.keys.add(key);
				first.places.push(...other.places);
				groups.splice(groups.indexOf(other), 1);
			}
			for (const key of keys) first.keys.add(key);
			first.places.push({ service, rank, result, url });
		}
	return groups
		.map(({ places }) => hitOf(places.toSorted((a, b) => a.rank - b.rank)))
		.toSorted((a, b) => b.score - a.score || (a.url < b.url ? -1 : 1));
}

function hitOf(places: readonly RankedResult[]): Hit {
	const services = [...new Set(places.map(({ service }) => service))];
	const byService = services.map((service) => places.find((place) => place.service === service)?.rank ?? 0);
	const url = bestUrl(places);
	const title = plainLine(
		bestText(
			places,
			({ title }) => title,
			(a, b) => completeness(b) - completeness(a),
		),
		titleLengthMax,
	);
	const kind = kindOf(url);
	return {
		url,
		title: title === "" ? labelOf(url) : title,
		label: labelOf(url),
		kind,
		...dateField(
			bestText(
				places,
				({ date }) => date,
				(a, b) => b.length - a.length,
			),
		),
		snippet: plainLine(
			bestText(
				places,
				({ snippet }) => snippet,
				(a, b) => b.length - a.length,
			),
			snippetLengthMax,
		),
		// The snippet is the service's text, so it has no place in the page.
		start: 0,
		end: 0,
		locator: startLocator(kind, title),
		score: reciprocalRankScore(byService),
		services,
		...(places.some(({ result }) => result.peerReviewed) && { authority: "peer-reviewed" as const }),
	};
}

/** The best ranked address of the page itself, not of its mobile or AMP copy; with `https` if one service gave that. */
function bestUrl(places: readonly RankedResult[]): string {
	const isItself = ({ url }: RankedResult) => isOriginalForm(url);
	const chosen = places.find(isItself) ?? places[0];
	if (!chosen) return "";
	const secure = places.find(({ url }) => url === chosen.url.replace(/^http:/, "https:"));
	return (secure ?? chosen).url;
}

function isOriginalForm(address: string): boolean {
	const { hostname, pathname, searchParams } = new URL(address);
	const isCopy = /(?:^|\.)(?:m|mobile|amp)\./.test(hostname) && siteHostOf(hostname) !== hostname;
	return !isCopy && !/\/amp\/?$|\.amp(?:\.html?)?$/i.test(pathname) && !searchParams.has("amp");
}

/** The first text by an order. Ties go to the better ranked result. */
function bestText(
	places: readonly RankedResult[],
	of: (result: SearchResult) => string | undefined,
	order: (a: string, b: string) => number,
): string | undefined {
	return places.flatMap(({ result }) => of(result) || []).toSorted(order)[0];
}

/** A title that was cut off ranks below a whole one. */
function completeness(title: string): number {
	return /(?:…|\.\.\.)$/.test(title) ? 0 : 1;
}

function dateField(date: string | undefined): { date?: string } {
	return date === undefined ? {} : { date };
}

function kindOf(address: string): PageKind {
	const end = /\.(pdf|csv|tsv|json|txt|md)$/i.exec(new URL(address).pathname)?.[1]?.toLowerCase();
	const kinds: Record<string, PageKind> = {
		pdf: "pdf",
		csv: "csv",
		tsv: "csv",
		json: "json",
		txt: "text",
		md: "markdown",
	};
	return (end && kinds[end]) || "html";
}

function startLocator(kind: PageKind, title: string): Hit["locator"] {
	if (kind === "pdf") return { kind: "page", page: 1 };
	return kind === "html" ? { kind: "section", section: title || "beginning" } : { kind: "line", line: 1 };
}

/** The address in short, for people: `example.org/reports/2031`. */
function labelOf(address: string): string {
	const { hostname, pathname } = new URL(address);
	let path = pathname.replace(/\/$/, "");
	try {
		path = decodeURIComponent(path);
	} catch {
		// A path that cannot be decoded is shown as it is.
	}
	const label = plainLine(hostname.replace(/^www\./, "") + path, labelLengthMax * 4);
	return label.length > labelLengthMax ? `${truncateText(label, labelLengthMax - 1)}…` : label;
}
