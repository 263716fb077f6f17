import { jsonLdText, nodeTypes } from "./json-ld.ts";
import { collapseSpace, isInBoilerplate, metaContent, type StatedMetadata } from "./meta.ts";

const authorsMax = 5;
const nameMax = 120;
/** Maximum number of words of a name. */
const nameWordsMax = 12;
const separators = /\s+[|–—·•»-]\s+|:\s+/;

/**
 * The title without the site's name. A title in metadata counts only if it is shown to people too, so that a page cannot claim
 * another title.
 */
export function findTitle(metadata: StatedMetadata, site: string | undefined): string | undefined {
	const { own, pageTitle, firstHeading } = metadata;
	const named = [
		metaContent(metadata, ["citation_title"]),
		jsonLdText(own?.headline),
		metaContent(metadata, ["og:title", "dc.title", "dcterms.title", "twitter:title"]),
	].find((title) => title !== undefined && [pageTitle, firstHeading].some((shown) => isShown(title, shown)));
	const whole = named ?? pageTitle ?? firstHeading ?? jsonLdText(own?.headline) ?? metaContent(metadata, ["og:title"]);
	if (whole === undefined) return undefined;
	// In `Rates | Statistics | The Office` the page's own heading shows which part is the title.
	if (firstHeading !== undefined && firstHeading.length > 8 && firstHeading !== whole)
		if (whole.startsWith(firstHeading) || whole.endsWith(firstHeading)) return firstHeading;
	if (site === undefined) return whole;
	const [first, last] = [whole.split(separators)[0] ?? "", whole.split(separators).at(-1) ?? ""];
	if (last !== whole && nameKey(last) === nameKey(site)) return trimSeparators(whole.slice(0, -last.length));
	const rest = trimSeparators(whole.slice(first.length));
	return first !== whole && nameKey(first) === nameKey(site) && /^[^\p{L}]*[\p{Lu}\p{Lo}]/u.test(rest) ? rest : whole;
}

function trimSeparators(title: string): string {
	return title.replace(/^[\s|–—·•»:-]+|[\s|–—·•»:-]+$/g, "");
}

/** Whether at least half of a title's words are among the shown ones. */
function isShown(title: string, shown = ""): boolean {
	const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	const shownWords = new Set(shown.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
	return words.length > 0 && words.filter((word) => shownWords.has(word)).length >= words.length / 2;
}

function nameKey(name: string): string {
	return name
		.toLowerCase()
		.normalize("NFKD")
		.replace(/^the\s/, "")
		.replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The name of the site or publication. */
export function findSiteName(metadata: StatedMetadata, url: string): string | undefined {
	const { own, nodes } = metadata;
	const website = nodes.find((node) => nodeTypes(node).includes("WebSite"));
	const named = [
		metaContent(metadata, ["citation_journal_title", "og:site_name"]),
		jsonLdText(website?.name),
		jsonLdText(own?.publisher),
		metaContent(metadata, ["application-name", "dc.publisher", "dcterms.publisher", "citation_publisher"]),
	];
	return named.map(validName).find((name) => name !== undefined) ?? siteNameInTitle(metadata, url);
}

/** The part of the page's title that is its host's name: `Minutes – Lunsay Council` on `lunsay-council.test`. */
function siteNameInTitle({ pageTitle }: StatedMetadata, url: string): string | undefined {
	const parts = pageTitle?.split(separators) ?? [];
	const labels = new URL(url).hostname.split(".").slice(0, -1).map(nameKey);
	return parts.length < 2
		? undefined
		: [parts.at(-1), parts[0]].find(
				(part) => part !== undefined && nameKey(part).length > 3 && labels.includes(nameKey(part)),
			);
}

/** Who publishes the page. */
export function findPublisher(metadata: StatedMetadata): string | undefined {
	return [
		metaContent(metadata, ["og:site_name"]),
		jsonLdText(metadata.own?.publisher),
		metaContent(metadata, ["citation_publisher", "dc.publisher", "dcterms.publisher", "citation_journal_title"]),
	]
		.map(validName)
		.find((name) => name !== undefined);
}

const notPeople = /^(?:admin(?:istrator)?|editor|staff|webmaster|user|guest|author|unknown|root|n\/?a|by)$/i;

/** The page's authors, in order; undefined when none is named, or only by an address. */
export function findAuthors(metadata: StatedMetadata): string | undefined {
	const { document, metas, own } = metadata;
	const linked = [own?.author ?? own?.creator].flat().map(jsonLdText);
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
			.filter((element) => !isInBoilerplate(element))
			.slice(0, 1)
			.map((element) => collapseSpace(element.textContent)),
	];
	for (const list of lists) {
		const names = [...new Set(list.flatMap((name) => personName(name) ?? []))];
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

function personName(text: string | undefined): string | undefined {
	const name = text
		?.replace(/^\s*(?:(?:written|posted|reported|story)\s+)?by:?\s+/i, "")
		.replace(/\s*(?:[|•·–—]|,?\s(?:published|updated|posted|on)\b).*$/i, "")
		.trim();
	if (name === undefined || name === "" || name.length > nameMax || notPeople.test(name)) return undefined;
	if (name.split(" ").length > nameWordsMax || !/\p{L}{2}/u.test(name)) return undefined;
	return /https?:|www\.|@|[<>{}[\]:]|\d{3}/.test(name) ? undefined : name;
}

/** The name, if it can be that of a person or institution; a sentence, an instruction or an address cannot. */
function validName(text: string | undefined): string | undefined {
	const name = text?.normalize("NFKC");
	if (name === undefined || name.length > nameMax || name.split(" ").length > nameWordsMax) return undefined;
	return /^[\p{L}\p{N}][\p{L}\p{N}\p{M} .,'’"“”&!+()/|–-]*$/u.test(name) ? name : undefined;
}
