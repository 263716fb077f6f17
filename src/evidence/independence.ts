import { folded, jaccard, trigrams } from "../base/text.ts";
import { attributedIn, nameKey, sameName, sourcesNamedIn } from "./attribution.ts";
import { isPoorPlace } from "./authority.ts";
import type { Claim } from "./claim.ts";
import { copiesIn } from "./copies.ts";
import { domainOf, isPlatform } from "./hosts.ts";
import { isWeb, type Source } from "./source.ts";
import { isCopy, namedIn, withoutQuotations } from "./syndication.ts";

/** Of a source its address and its publisher are enough to tell it from another; what else is known joins more of them. */
export type Known = Pick<Source, "url" | "origin"> & Partial<Source>;

/** Two quotes this alike were copied from each other, or from a third. */
const copied = 0.85;
/** So were two that have a run of so many words in common, what they quote aside: nobody words a sentence twice. */
const runOfWords = 12;

/** How many origins a set of claims has; see `originsOf`. */
export function independentOrigins(claims: readonly Claim[], sources: ReadonlyMap<string, Known>): number {
	return originsOf(claims, sources).length;
}

/**
 * The claims of each origin. Claims are joined when their sources speak for the same publisher or are the same
 * text, or when their quotes are near-verbatim copies: eight sites that carry one press release count once. Pages of the web are
 * joined, too, when their texts were made from one another, and when they name one origin, or one of them is what another names.
 * Poor places are no origin beside others, and one by themselves.
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

/** What counts of several claims of one thing: those of poor places only where there are no others. */
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
	if (sameNamed(a, left, b, right)) return true;
	// The documents of a folder have more in common than pages of the web: only most of a text makes them copies.
	if (!isWeb(left) || !isWeb(right)) return folded(workOf(left)) === folded(workOf(right)) || areCopies(left, right);
	if (samePublisher(left, right)) return true;
	if (left.sketch === undefined || right.sketch === undefined) return false;
	return isCopy(
		left.sketch,
		right.sketch,
		[...sources.values()].flatMap(({ sketch }) => sketch ?? []),
	);
}

function areCopies({ sketch: a = "" }: Known, { sketch: b = "" }: Known): boolean {
	const sources = [
		{ id: "a", sketch: a },
		{ id: "b", sketch: b },
	];
	return copiesIn(sources).size > 0;
}

/** Who speaks in a file: the publisher that it names; else, for pages of a saved site or manual, the folder that they lie in. */
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

/** One publisher's pages, or a page that gives one of the other's as its own address. */
function samePublisher(a: Known, b: Known): boolean {
	const [left, right] = [publishersOf(a), publishersOf(b)];
	return left.some((one) => right.includes(one));
}

/** Under a host that carries the works of many, a publisher is an author. */
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

/** Both repeat what a third one said, or one repeats or draws on the other. */
function sameNamed(a: Claim, left: Known, b: Claim, right: Known): boolean {
	const [from, to] = [repeatedBy(a, left), repeatedBy(b, right)];
	if (meet(from, to)) return true;
	const [here, there] = [calledIn(left), calledIn(right)];
	return meet([...from, ...drawnOn(a)], there) || meet([...to, ...drawnOn(b)], here);
}

function meet(some: readonly string[], others: readonly string[]): boolean {
	return some.some((one) => others.some((other) => sameName(one, other)));
}

/** Whom a claim, or its whole page, says that it has it from. */
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

/** Who holds a claim, by name: `founders` and `critics` may be anybody. */
function holderOf({ holder = "" }: Claim): string[] {
	const name = holder.split(",")[0]?.trim() ?? "";
	const words = name.split(/\s+/u).filter((word) => !/^(?:of|for|and|the|de|von)$/iu.test(word));
	return words.every((word) => /^\p{Lu}|^\d/u.test(word)) && name !== "" ? [name] : [];
}

/** Whose data, study or words a claim names: it draws on them where they are a source that was read. */
function drawnOn({ quote, text }: Claim): string[] {
	return [...sourcesNamedIn(quote), ...sourcesNamedIn(text)];
}

/** The one that all these claims have it from, as it is written; undefined where they name none, or are of one page and its own. */
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

/** A name as one of the texts writes it; else as it is compared. */
function writtenAs(name: string, texts: readonly string[]): string {
	const form = new RegExp(RegExp.escape(name).replaceAll("\\x20", "\\s+"), "iu");
	return texts.flatMap((text) => form.exec(text)?.[0] ?? []).at(0) ?? name;
}

/** What a page and its publisher are called: also the name that a title ends with, `Why it failed | Harbour Office`. */
function calledIn(source: Known): string[] {
	const last = source.title
		?.split(/\s(?:[|–—•·-]|l)\s/u)
		.slice(1)
		.at(-1);
	return [...namesOf(source), ...(last === undefined ? [] : [nameKey(last)])].filter((name) => name !== "");
}

/** What the publisher of a page is called, its host's name among it. */
export function namesOf({ url, site, origin, author }: Known): string[] {
	const host = URL.canParse(url) ? new URL(url).hostname : "";
	const label = isPlatform(host) ? "" : (domainOf(host).split(".")[0] ?? "");
	const written = [site, author, URL.canParse(origin) ? undefined : origin].flatMap((one) =>
		one === undefined ? [] : nameKey(one),
	);
	return [...written, nameKey(label.replaceAll("-", " "))].filter((one) => one !== "");
}
