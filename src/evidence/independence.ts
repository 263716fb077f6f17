import { folded, jaccard, trigrams } from "../base/text.ts";
import { attributedIn, nameKey, sameName, sourcesNamedIn } from "./attribution.ts";
import { isPoorPlace } from "./authority.ts";
import type { Claim } from "./claim.ts";
import { copiesIn } from "./copies.ts";
import { domainOf, isPlatform } from "./hosts.ts";
import { isWeb, type Source } from "./source.ts";
import { isCopy, namedIn, withoutQuotations } from "./syndication.ts";

/** A source with at least its address and publisher, which identify it. Other fields help to find common origins. */
export type Known = Pick<Source, "url" | "origin"> & Partial<Source>;

/** Two quotes at least this similar are copies of each other, or of a third text. */
const copied = 0.85;
/** Two quotes that share a run of so many words, apart from quotations in them, are copies too. */
const runOfWords = 12;

/** The number of independent origins of claims; see `groupByOrigin`. */
export function independentOrigins(claims: readonly Claim[], sources: ReadonlyMap<string, Known>): number {
	return originsOf(claims, sources).length;
}

/**
 * Groups claims by origin. Claims have one origin if their sources are of the same publisher or have the same text, or if their
 * quotes are near-verbatim copies: eight sites with one press release count once. Web pages also have one origin if one text was made
 * from the other, if they name the same origin, or if one of them is the origin that the other names. Low-credibility sources are no
 * origin beside others; by themselves they are one origin together.
 */
export function originsOf(claims: readonly Claim[], sources: ReadonlyMap<string, Known>): Claim[][] {
	const counted = withoutPoor(claims, sources);
	if (counted.length > 0 && counted.every((claim) => isPoor(claim, sources))) return [[...counted]];
	const parent = counted.map((_claim, index) => index);
	const root = (index: number): number => {
		const up = parent[index] ?? index;
		return up === index ? index : root(up);
	};
	const grams = counted.map((claim) => trigrams(claim.quote));
	for (let i = 0; i < counted.length; i++) {
		for (let j = 0; j < i; j++) {
			if (root(i) === root(j)) continue;
			if (sameOrigin(counted[i], counted[j], sources) || jaccard(grams[i] ?? empty, grams[j] ?? empty) >= copied)
				parent[root(i)] = root(j);
		}
	}
	return [...Map.groupBy(counted, (_claim, index) => root(index)).values()];
}

/** The claims that count as origins: those of low-credibility sources only if there are no others. */
function withoutPoor(claims: readonly Claim[], sources: ReadonlyMap<string, Known>): readonly Claim[] {
	const able = claims.filter((claim) => !isPoor(claim, sources));
	return able.length > 0 ? able : claims;
}

function isPoor({ sourceId }: Claim, sources: ReadonlyMap<string, Known>): boolean {
	const source = sources.get(sourceId);
	return source !== undefined && isPoorPlace(source);
}

const empty: ReadonlySet<string> = new Set();

function sameOrigin(a: Claim | undefined, b: Claim | undefined, sources: ReadonlyMap<string, Known>): boolean {
	if (!a || !b) return false;
	if (a.sourceId === b.sourceId) return true;
	const [left, right] = [sources.get(a.sourceId), sources.get(b.sourceId)];
	if (!left || !right) return false;
	if (left.hash !== undefined && left.hash === right.hash) return true;
	if (shareRun(a.quote, b.quote)) return true;
	if (sameNamed(a, left, b, right) || retellOneFigure(a, b)) return true;
	// Documents of a folder have more text in common than web pages, so only sharing most of a text makes them copies.
	if (!isWeb(left) || !isWeb(right)) return folded(workOf(left)) === folded(workOf(right)) || areCopies(left, right);
	if (samePublisher(left, right)) return true;
	if (left.sketch === undefined || right.sketch === undefined) return false;
	return isCopy(
		left.sketch,
		right.sketch,
		[...sources.values()].flatMap(({ sketch }) => sketch ?? []),
	);
}

/**
 * Whether two claims retell one figure. Two counts rarely give the same figure that is not round: shared rare values show copying (Dong,
 * Berti-Équille and Srivastava 2009). Both pages may know the figure first-hand, so at least one claim must name a holder.
 */
function retellOneFigure(a: Claim, b: Claim): boolean {
	if (a.holder === undefined && b.holder === undefined) return false;
	const figures = unroundIn(a);
	return unroundIn(b).some((one) => figures.includes(one));
}

/** Numbers of three digits or more that are not round: `1763`, `6.98`. */
function unroundIn({ values }: Claim): string[] {
	return values.flatMap(({ kind, normal }) => {
		const digits = normal.replace(/\D/gu, "").replace(/^0+|0+$/gu, "");
		return kind === "number" && digits.length >= figureDigits ? [normal] : [];
	});
}
const figureDigits = 3;

function areCopies({ sketch: a = "" }: Known, { sketch: b = "" }: Known): boolean {
	const sources = [
		{ id: "a", sketch: a },
		{ id: "b", sketch: b },
	];
	return copiesIn(sources).size > 0;
}

/** The publisher that a file names; else, for pages of a saved site or manual, their folder. */
function workOf({ url, origin, kind }: Known): string {
	return kind === "html" && origin === url ? new URL(".", url).href : origin;
}

function shareRun(a: string, b: string): boolean {
	const runs = (quote: string) => {
		const words = folded(withoutQuotations(quote)).match(/[\p{L}\p{N}]+/gu) ?? [];
		return new Set(words.slice(runOfWords - 1).map((_word, at) => words.slice(at, at + runOfWords).join(" ")));
	};
	const [left, right] = [runs(a), runs(b)];
	return [...left].some((run) => right.has(run));
}

/** Whether two pages have one publisher, or one gives an address of the other's publisher as its canonical address. */
function samePublisher(a: Known, b: Known): boolean {
	const [left, right] = [publishersOf(a), publishersOf(b)];
	return left.some((one) => right.includes(one));
}

/** Keys of a page's publishers. On a platform with works of many authors, the author is the publisher. */
function publishersOf({ url, canonical, origin, author }: Known): string[] {
	const places = [url, ...(canonical === undefined ? [] : [canonical])].filter((one) => URL.canParse(one));
	const keys = places.map((place) => {
		const { host, hostname } = new URL(place);
		if (!isPlatform(hostname)) return domainOf(host);
		return author === undefined ? place : `${domainOf(host)} ${folded(author)}`;
	});
	const own = places.some((place) => isPlatform(new URL(place).hostname)) || URL.canParse(origin);
	return own ? keys : [...keys, `"${nameKey(origin)}`];
}

/** Whether both claims repeat the same third party, or one repeats or uses the source of the other. */
function sameNamed(a: Claim, left: Known, b: Claim, right: Known): boolean {
	const [from, to] = [repeatedBy(a, left), repeatedBy(b, right)];
	if (meet(from, to)) return true;
	const [here, there] = [calledIn(left), calledIn(right)];
	return meet([...from, ...drawnOn(a)], there) || meet([...to, ...drawnOn(b)], here);
}

function meet(some: readonly string[], others: readonly string[]): boolean {
	return some.some((one) => others.some((other) => sameName(one, other)));
}

/** The names that a claim or its whole page gives as its origin, without the page's own names. */
function repeatedBy(claim: Claim, source: Known): string[] {
	const names = [
		...holderOf(claim).map(nameKey),
		...attributedIn(claim.quote),
		...attributedIn(claim.text),
		...namedIn(source.sketch ?? ""),
		...(source.speaker?.retells ?? []).map(nameKey),
	];
	const own = calledIn(source);
	return names.filter((name) => !own.some((mine) => sameName(mine, name)));
}

/** The holder of a claim, if it is a proper name: `founders` and `critics` may be anybody. */
function holderOf({ holder = "" }: Claim): string[] {
	const name = holder.split(",")[0]?.trim() ?? "";
	const words = name.split(/\s+/u).filter((word) => !/^(?:of|for|and|the|de|von)$/iu.test(word));
	return words.every((word) => /^\p{Lu}|^\d/u.test(word)) && name !== "" ? [name] : [];
}

/** The names whose data or study a claim uses. They matter only if a source that was read has one of these names. */
function drawnOn({ quote, text }: Claim): string[] {
	return [...sourcesNamedIn(quote), ...sourcesNamedIn(text)];
}

/** The origin that all these claims share, as a text writes it; undefined if there is none, or if all are one page's own claims. */
export function commonOrigin(claims: readonly Claim[], sources: ReadonlyMap<string, Known>): string | undefined {
	const named = claims.map((claim) => {
		const source = sources.get(claim.sourceId);
		const own = source ? calledIn(source) : [];
		return { own, all: [...own, ...(source ? repeatedBy(claim, source) : []), ...drawnOn(claim)] };
	});
	const isOfOnePage = new Set(claims.map(({ sourceId }) => sourceId)).size === 1;
	const texts = claims.flatMap(({ text, quote, sourceId }) => [text, quote, sources.get(sourceId)?.title ?? ""]);
	const candidates = [
		...claims.flatMap(holderOf),
		...(isOfOnePage ? [] : named.flatMap(({ own }) => own.map((name) => writtenAs(name, texts)))),
	];
	return candidates.find(
		(one) => named.every(({ all }) => meet([nameKey(one)], all)) && named.some(({ own }) => !meet([nameKey(one)], own)),
	);
}

/** A name as one of the texts writes it; else its key. */
function writtenAs(name: string, texts: readonly string[]): string {
	const form = new RegExp(RegExp.escape(name).replaceAll("\\x20", "\\s+"), "iu");
	return texts.flatMap((text) => form.exec(text)?.[0] ?? []).at(0) ?? name;
}

/** The names of a page's publisher, also the one at the end of its title: `Why it failed | Harbour Office`. Keys of `nameKey`. */
function calledIn(source: Known): string[] {
	const last = source.title
		?.split(/\s(?:[|–—•·-]|l)\s/u)
		.slice(1)
		.at(-1);
	return [...namesOf(source), ...(last === undefined ? [] : [nameKey(last)])].filter((name) => name !== "");
}

/** The names of a page's publisher, including its host name. Keys of `nameKey`. */
export function namesOf({ url, site, origin, author }: Known): string[] {
	const host = URL.canParse(url) ? new URL(url).hostname : "";
	const label = isPlatform(host) ? "" : (domainOf(host).split(".")[0] ?? "");
	const written = [site, author, URL.canParse(origin) ? undefined : origin].flatMap((one) =>
		one === undefined ? [] : nameKey(one),
	);
	return [...written, nameKey(label.replaceAll("-", " "))].filter((one) => one !== "");
}
