import { comparisonForm } from "../base/text.ts";
import type { Claim, Conflict } from "./claim.ts";
import { domainOf, hostOf, isPlatform } from "./hosts.ts";
import { isWeb, type Source } from "./source.ts";

type Edition = Pick<Source, "id" | "url" | "title"> & Partial<Pick<Source, "date">>;

/** A title with fewer words, not counting years and versions, does not identify a series: `News`. */
const minSeriesWords = 2;
/** `2021`, `v3`, `version 3`, `3.2`, `16`. */
const numberPattern = /\b((?:v|version|release|edition)\.?\s*)?(\d+(?:\.\d+)*)\b/giu;
const yearPattern = /^(?:19|20)\d{2}$/u;

/**
 * The older of two editions of a page. Editions have one publisher, and either titles that differ only in a year or a version, or one
 * title and two dates. Undefined for other pages. A bare number is a version if it is also a part of the page's address: `/docs/16/`.
 */
export function olderEdition<T extends Edition>(a: T, b: T): T | undefined {
	const publisher = publisherOf(a);
	if (publisher === undefined || publisher !== publisherOf(b)) return undefined;
	const [left, right] = [parseTitle(a), parseTitle(b)];
	if (left.series !== right.series || left.series.split(" ").length < minSeriesWords) return undefined;
	const differing = left.numbers.flatMap((mine, at) => {
		const theirs = right.numbers[at];
		return theirs && theirs.text !== mine.text ? [{ mine, theirs }] : [];
	});
	const [first, ...more] = differing;
	if (first) {
		const areVersions = more.length === 0 && first.mine.isVersion && first.theirs.isVersion;
		if (!areVersions) return undefined;
		return first.mine.text.localeCompare(first.theirs.text, "en", { numeric: true }) < 0 ? a : b;
	}
	if (a.date === undefined || b.date === undefined || a.date === b.date) return undefined;
	return a.date < b.date ? a : b;
}

/** Ids of claims that a newer edition of their page contradicts. */
export function claimsSupersededByEdition(
	conflicts: readonly Conflict[],
	claims: readonly Claim[],
	sources: readonly Edition[],
): Set<string> {
	const byId = new Map(claims.map((claim) => [claim.id, claim]));
	const pages = new Map(sources.map((source) => [source.id, source]));
	return new Set(
		conflicts.flatMap(({ a, b }) => {
			const [one, other] = [a, b].map((id) => pages.get(byId.get(id)?.sourceId ?? ""));
			const older = one && other && olderEdition(one, other);
			return older ? [older === one ? a : b] : [];
		}),
	);
}

/** The conflicts, with class `date` for those between two editions of a page: each edition was true in its time. */
export function markEditionConflicts(
	conflicts: readonly Conflict[],
	claims: readonly Claim[],
	sources: readonly Edition[],
): Conflict[] {
	return conflicts.map(({ settleable, ...one }): Conflict => {
		if (claimsSupersededByEdition([one], claims, sources).size > 0) return { ...one, class: "date" };
		return settleable === undefined ? one : { ...one, settleable };
	});
}

/** The publisher's domain; undefined for platforms with many authors and for documents in folders. */
function publisherOf({ url }: Edition): string | undefined {
	if (!isWeb({ url }) || !URL.canParse(url)) return undefined;
	const host = hostOf(url);
	return isPlatform(host) ? undefined : domainOf(host);
}

function parseTitle({ title, url }: Edition): { series: string; numbers: { text: string; isVersion: boolean }[] } {
	const parts = new Set(new URL(url).pathname.split("/"));
	const found = [...title.matchAll(numberPattern)].map(([, word, number = ""]) => ({
		text: number,
		isVersion: word !== undefined || yearPattern.test(number) || number.includes(".") || parts.has(number),
	}));
	const words = comparisonForm(title.replace(numberPattern, " ")).match(/\p{L}+/gu) ?? [];
	return { series: words.join(" "), numbers: found };
}
