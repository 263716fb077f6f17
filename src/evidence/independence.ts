import { comparisonForm, escapeRegExp, jaccard, trigrams } from "../base/text.ts";
import { attributionsIn, isSameName, nameKey, sourcesNamedIn } from "./attribution.ts";
import { isLowCredibility } from "./authority.ts";
import type { Claim } from "./claim.ts";
import { findCopies } from "./copies.ts";
import { domainOf, isPlatform } from "./hosts.ts";
import { isWeb, type Source } from "./source.ts";
import { isCopy, originsInSketch, withoutQuotations } from "./text-sketch.ts";

/** A source with at least its address and publisher, which identify it. Other fields help to find common origins. */
export type IdentifiedSource = Pick<Source, "url" | "origin"> & Partial<Source>;

/** Two quotes at least this similar are copies of each other, or of a third text. */
const copiedSimilarity = 0.85;
/** Two quotes that share a run of so many words, apart from quotations in them, are copies too. */
const sharedRunLength = 12;

/** The number of independent origins of claims; see `groupByOrigin`. */
export function countOrigins(
	claims: readonly Claim[],
	sources: ReadonlyMap<string, IdentifiedSource>,
	countPages = false,
): number {
	return groupByOrigin(claims, sources, countPages).length;
}

/**
 * Groups claims by origin. Claims have one origin if their sources are of the same publisher or have the same text, or if their
 * quotes are near-verbatim copies: eight sites with one press release count once. Web pages also have one origin if one text was made
 * from the other, if they name the same origin, or if one of them is the origin that the other names. Low-credibility sources are no
 * origin beside others; by themselves they are one origin together. `countPages`: each page is an origin of its own (the run has no
 * part `independence`).
 */
export function groupByOrigin(
	claims: readonly Claim[],
	sources: ReadonlyMap<string, IdentifiedSource>,
	countPages = false,
): Claim[][] {
	const counted = withoutLowCredibility(claims, sources);
	if (counted.length > 0 && counted.every((claim) => isLowCredibilityClaim(claim, sources))) return [[...counted]];
	if (countPages) return [...Map.groupBy(counted, ({ sourceId }) => sourceId).values()];
	const parent = counted.map((_claim, index) => index);
	const root = (index: number): number => {
		const up = parent[index] ?? index;
		return up === index ? index : root(up);
	};
	const grams = counted.map((claim) => trigrams(claim.quote));
	for (let i = 0; i < counted.length; i++) {
		for (let j = 0; j < i; j++) {
			if (root(i) === root(j)) continue;
			if (
				isSameOrigin(counted[i], counted[j], sources) ||
				jaccard(grams[i] ?? empty, grams[j] ?? empty) >= copiedSimilarity
			)
				parent[root(i)] = root(j);
		}
	}
	return [...Map.groupBy(counted, (_claim, index) => root(index)).values()];
}

/** The claims that count as origins: those of low-credibility sources only if there are no others. */
function withoutLowCredibility(
	claims: readonly Claim[],
	sources: ReadonlyMap<string, IdentifiedSource>,
): readonly Claim[] {
	const credible = claims.filter((claim) => !isLowCredibilityClaim(claim, sources));
	return credible.length > 0 ? credible : claims;
}

function isLowCredibilityClaim({ sourceId }: Claim, sources: ReadonlyMap<string, IdentifiedSource>): boolean {
	const source = sources.get(sourceId);
	return source !== undefined && isLowCredibility(source);
}

const empty: ReadonlySet<string> = new Set();

function isSameOrigin(
	a: Claim | undefined,
	b: Claim | undefined,
	sources: ReadonlyMap<string, IdentifiedSource>,
): boolean {
	if (!a || !b) return false;
	if (a.sourceId === b.sourceId) return true;
	const [left, right] = [sources.get(a.sourceId), sources.get(b.sourceId)];
	if (!left || !right) return false;
	if (left.hash !== undefined && left.hash === right.hash) return true;
	if (hasSharedRun(a.quote, b.quote)) return true;
	if (isSameNamedOrigin(a, left, b, right)) return true;
	// Documents of a folder have more text in common than web pages, so only sharing most of a text makes them copies.
	if (!isWeb(left) || !isWeb(right))
		return comparisonForm(filePublisher(left)) === comparisonForm(filePublisher(right)) || areCopies(left, right);
	if (isSamePublisher(left, right)) return true;
	if (left.sketch === undefined || right.sketch === undefined) return false;
	return isCopy(
		left.sketch,
		right.sketch,
		[...sources.values()].flatMap(({ sketch }) => sketch ?? []),
	);
}

function areCopies({ sketch: a = "" }: IdentifiedSource, { sketch: b = "" }: IdentifiedSource): boolean {
	const sources = [
		{ id: "a", sketch: a },
		{ id: "b", sketch: b },
	];
	return findCopies(sources).size > 0;
}

/** The publisher that a file names; else, for pages of a saved site or manual, their folder. */
function filePublisher({ url, origin, kind }: IdentifiedSource): string {
	return kind === "html" && origin === url ? new URL(".", url).href : origin;
}

function hasSharedRun(a: string, b: string): boolean {
	const runs = (quote: string) => {
		const words = comparisonForm(withoutQuotations(quote)).match(/[\p{L}\p{N}]+/gu) ?? [];
		return new Set(
			words.slice(sharedRunLength - 1).map((_word, at) => words.slice(at, at + sharedRunLength).join(" ")),
		);
	};
	const [left, right] = [runs(a), runs(b)];
	return [...left].some((run) => right.has(run));
}

/** Whether two pages have one publisher, or one gives an address of the other's publisher as its canonical address. */
function isSamePublisher(a: IdentifiedSource, b: IdentifiedSource): boolean {
	const [left, right] = [publishersOf(a), publishersOf(b)];
	return left.some((one) => right.includes(one));
}

/** Keys of a page's publishers. On a platform with works of many authors, the author is the publisher. */
function publishersOf({ url, canonical, origin, author }: IdentifiedSource): string[] {
	const places = [url, ...(canonical === undefined ? [] : [canonical])].filter((one) => URL.canParse(one));
	const keys = places.map((place) => {
		const { host, hostname } = new URL(place);
		if (!isPlatform(hostname)) return domainOf(host);
		return author === undefined ? place : `${domainOf(host)} ${comparisonForm(author)}`;
	});
	const own = places.some((place) => isPlatform(new URL(place).hostname)) || URL.canParse(origin);
	return own ? keys : [...keys, `"${nameKey(origin)}`];
}

/** Whether both claims repeat the same third party, or one repeats or uses the source of the other. */
function isSameNamedOrigin(a: Claim, left: IdentifiedSource, b: Claim, right: IdentifiedSource): boolean {
	const [leftOrigins, rightOrigins] = [originNames(a, left), originNames(b, right)];
	if (hasCommonName(leftOrigins, rightOrigins)) return true;
	const [leftNames, rightNames] = [sourceNames(left), sourceNames(right)];
	return (
		hasCommonName([...leftOrigins, ...usedSourceNames(a)], rightNames) ||
		hasCommonName([...rightOrigins, ...usedSourceNames(b)], leftNames)
	);
}

function hasCommonName(some: readonly string[], others: readonly string[]): boolean {
	return some.some((one) => others.some((other) => isSameName(one, other)));
}

/** The names that a claim or its whole page gives as its origin, without the page's own names. */
function originNames(claim: Claim, source: IdentifiedSource): string[] {
	const names = [
		...holderOf(claim).map(nameKey),
		...attributionsIn(claim.quote),
		...attributionsIn(claim.text),
		...originsInSketch(source.sketch ?? ""),
		...(source.speaker?.retells ?? []).map(nameKey),
	];
	const own = sourceNames(source);
	return names.filter((name) => !own.some((mine) => isSameName(mine, name)));
}

/** The holder of a claim, if it is a proper name: `founders` and `critics` may be anybody. */
function holderOf({ holder = "" }: Claim): string[] {
	const name = holder.split(",")[0]?.trim() ?? "";
	const words = name.split(/\s+/u).filter((word) => !/^(?:of|for|and|the|de|von)$/iu.test(word));
	return words.every((word) => /^\p{Lu}|^\d/u.test(word)) && name !== "" ? [name] : [];
}

/** The names whose data or study a claim uses. They matter only if a source that was read has one of these names. */
function usedSourceNames({ quote, text }: Claim): string[] {
	return [...sourcesNamedIn(quote), ...sourcesNamedIn(text)];
}

/** The origin that all these claims share, as a text writes it; undefined if there is none, or if all are one page's own claims. */
export function commonOrigin(
	claims: readonly Claim[],
	sources: ReadonlyMap<string, IdentifiedSource>,
): string | undefined {
	const named = claims.map((claim) => {
		const source = sources.get(claim.sourceId);
		const own = source ? sourceNames(source) : [];
		return { own, all: [...own, ...(source ? originNames(claim, source) : []), ...usedSourceNames(claim)] };
	});
	const isOfOnePage = new Set(claims.map(({ sourceId }) => sourceId)).size === 1;
	const texts = claims.flatMap(({ text, quote, sourceId }) => [text, quote, sources.get(sourceId)?.title ?? ""]);
	const candidates = [
		...claims.flatMap(holderOf),
		...(isOfOnePage ? [] : named.flatMap(({ own }) => own.map((name) => nameAsWritten(name, texts)))),
	];
	return candidates.find(
		(one) =>
			named.every(({ all }) => hasCommonName([nameKey(one)], all)) &&
			named.some(({ own }) => !hasCommonName([nameKey(one)], own)),
	);
}

/** A name as one of the texts writes it; else its key. */
function nameAsWritten(name: string, texts: readonly string[]): string {
	const form = new RegExp(escapeRegExp(name).replaceAll(" ", "\\s+"), "iu");
	return texts.flatMap((text) => form.exec(text)?.[0] ?? []).at(0) ?? name;
}

/** The names of a page's publisher, also the one at the end of its title: `Why it failed | Harbour Office`. Keys of `nameKey`. */
function sourceNames(source: IdentifiedSource): string[] {
	const last = source.title
		?.split(/\s(?:[|–—•·-]|l)\s/u)
		.slice(1)
		.at(-1);
	return [...publisherNames(source), ...(last === undefined ? [] : [nameKey(last)])].filter((name) => name !== "");
}

/** The names of a page's publisher, including its host name. Keys of `nameKey`. */
export function publisherNames({ url, site, origin, author }: IdentifiedSource): string[] {
	const host = URL.canParse(url) ? new URL(url).hostname : "";
	const label = isPlatform(host) ? "" : (domainOf(host).split(".")[0] ?? "");
	const written = [site, author, URL.canParse(origin) ? undefined : origin].flatMap((one) =>
		one === undefined ? [] : nameKey(one),
	);
	return [...written, nameKey(label.replaceAll("-", " "))].filter((one) => one !== "");
}
