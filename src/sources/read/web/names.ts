import { textOf, typesOf } from "./json-ld.ts";
import { collapse, inFrame, metaOf, type Stated } from "./meta.ts";

const authorsMax = 5;
const nameMax = 120;
/** Maximum number of words of a name. */
const nameWords = 12;
const separators = /\s+[|–—·•»-]\s+|:\s+/;

/**
 * The title without the site's name. A title in metadata counts only if it is shown to people too, so that a page cannot claim
 * another title.
 */
export function titleOf(stated: Stated, site: string | undefined): string | undefined {
	const { own, pageTitle, firstHeading } = stated;
	const named = [
		metaOf(stated, ["citation_title"]),
		textOf(own?.headline),
		metaOf(stated, ["og:title", "dc.title", "dcterms.title", "twitter:title"]),
	].find((title) => title !== undefined && [pageTitle, firstHeading].some((shown) => alike(title, shown)));
	const whole = named ?? pageTitle ?? firstHeading ?? textOf(own?.headline) ?? metaOf(stated, ["og:title"]);
	if (whole === undefined) return undefined;
	// In `Rates | Statistics | The Office` the page's own heading shows which part is the title.
	if (firstHeading !== undefined && firstHeading.length > 8 && firstHeading !== whole)
		if (whole.startsWith(firstHeading) || whole.endsWith(firstHeading)) return firstHeading;
	if (site === undefined) return whole;
	const [first, last] = [whole.split(separators)[0] ?? "", whole.split(separators).at(-1) ?? ""];
	if (last !== whole && key(last) === key(site)) return trimmed(whole.slice(0, -last.length));
	const rest = trimmed(whole.slice(first.length));
	return first !== whole && key(first) === key(site) && /^[^\p{L}]*[\p{Lu}\p{Lo}]/u.test(rest) ? rest : whole;
}

function trimmed(title: string): string {
	return title.replace(/^[\s|–—·•»:-]+|[\s|–—·•»:-]+$/g, "");
}

/** Whether at least half of a title's words are among the shown ones. */
function alike(title: string, shown = ""): boolean {
	const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	const there = new Set(shown.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
	return words.length > 0 && words.filter((word) => there.has(word)).length >= words.length / 2;
}

function key(name: string): string {
	return name
		.toLowerCase()
		.normalize("NFKD")
		.replace(/^the\s/, "")
		.replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The name of the site or publication. */
export function siteOf(stated: Stated, url: string): string | undefined {
	const { own, nodes } = stated;
	const website = nodes.find((node) => typesOf(node).includes("WebSite"));
	const named = [
		metaOf(stated, ["citation_journal_title", "og:site_name"]),
		textOf(website?.name),
		textOf(own?.publisher),
		metaOf(stated, ["application-name", "dc.publisher", "dcterms.publisher", "citation_publisher"]),
	];
	return named.map(nameIn).find((name) => name !== undefined) ?? siteInTitle(stated, url);
}

/** The part of the page's title that is its host's name: `Minutes – Lunsay Council` on `lunsay-council.test`. */
function siteInTitle({ pageTitle }: Stated, url: string): string | undefined {
	const parts = pageTitle?.split(separators) ?? [];
	const labels = new URL(url).hostname.split(".").slice(0, -1).map(key);
	return parts.length < 2
		? undefined
		: [parts.at(-1), parts[0]].find((part) => part !== undefined && key(part).length > 3 && labels.includes(key(part)));
}

/** Who publishes the page. */
export function publisherOf(stated: Stated): string | undefined {
	return [
		metaOf(stated, ["og:site_name"]),
		textOf(stated.own?.publisher),
		metaOf(stated, ["citation_publisher", "dc.publisher", "dcterms.publisher", "citation_journal_title"]),
	]
		.map(nameIn)
		.find((name) => name !== undefined);
}

const notPeople = /^(?:admin(?:istrator)?|editor|staff|webmaster|user|guest|author|unknown|root|n\/?a|by)$/i;

/** The page's authors, in order; undefined when none is named, or only by an address. */
export function authorOf(stated: Stated): string | undefined {
	const { document, metas, own } = stated;
	const linked = [own?.author ?? own?.creator].flat().map(textOf);
	const lists: (string | undefined)[][] = [
		(metas.get("citation_author") ?? []).map(firstNameFirst),
		linked,
		metas.get("author") ??
			metas.get("article:author") ??
			metas.get("parsely-author") ??
			metas.get("dc.creator") ??
			metas.get("dcterms.creator") ??
			[],
		[
			...document.querySelectorAll(
				"[itemprop=author] [itemprop=name], [itemprop=author], [rel=author], .byline .author, .author-name, .byline",
			),
		]
			.filter((element) => !inFrame(element))
			.slice(0, 1)
			.map((element) => collapse(element.textContent)),
	];
	for (const list of lists) {
		const names = [...new Set(list.flatMap((name) => personOf(name) ?? []))];
		if (names.length > authorsMax)
			return `${names.slice(0, authorsMax).join(", ")} and ${names.length - authorsMax} more`;
		if (names.length > 0) return names.join(", ");
	}
	return undefined;
}

/** Turns `Tash, Mirela` into `Mirela Tash`. */
function firstNameFirst(name: string): string {
	const [, last, first] = /^([^,]{2,40}),\s*([^,]{1,40})$/.exec(name) ?? [];
	return last === undefined || first === undefined ? name : `${first} ${last}`;
}

function personOf(stated: string | undefined): string | undefined {
	const name = stated
		?.replace(/^\s*(?:(?:written|posted|reported|story)\s+)?by:?\s+/i, "")
		.replace(/\s*(?:[|•·–—]|,?\s(?:published|updated|posted|on)\b).*$/i, "")
		.trim();
	if (name === undefined || name === "" || name.length > nameMax || notPeople.test(name)) return undefined;
	if (name.split(" ").length > nameWords || !/\p{L}{2}/u.test(name)) return undefined;
	return /https?:|www\.|@|[<>{}[\]:]|\d{3}/.test(name) ? undefined : name;
}

/** The name, if it can be that of a person or institution; a sentence, an instruction or an address cannot. */
function nameIn(stated: string | undefined): string | undefined {
	const name = stated?.normalize("NFKC");
	if (name === undefined || name.length > nameMax || name.split(" ").length > nameWords) return undefined;
	return /^[\p{L}\p{N}][\p{L}\p{N}\p{M} .,'’"“”&!+()/|–-]*$/u.test(name) ? name : undefined;
}
