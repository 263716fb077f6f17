import { limits } from "../../../base/limits.ts";
import { oneLine } from "../../../base/text.ts";
import type { Link } from "../../../evidence/source.ts";
import type { DomDocument, DomElement } from "../html/dom.ts";
import type { ParsedDocument } from "../parsed-document.ts";
import { findDates } from "./dates.ts";
import { removeHidden } from "./hidden.ts";
import { extractContent, parseDocument, removeBoilerplate } from "./main-content.ts";
import { absoluteUrl, baseAddress, canonicalAddress, collapseSpace, collectMetadata, metaContent } from "./meta.ts";
import { detectPageLanguage, resolveLanguage } from "./page-language.ts";
import { findAuthors, findPublisher, findSiteName, findTitle } from "./page-names.ts";
import { collectSigns, type PageSigns } from "./signs.ts";

/** A parsed web page, with its metadata and with the signs by which a blocked page is recognized. */
export interface ParsedWebPage extends ParsedDocument {
	author?: string | undefined;
	site?: string | undefined;
	modified?: string | undefined;
	language?: string | undefined;
	/** The address that the page declares as canonical; on another host when the page is a copy. */
	canonical?: string | undefined;
	links?: Link[] | undefined;
	/** HTML only. */
	signs?: PageSigns | undefined;
}

/** Minimum share of the prose outside boilerplate that the extraction must keep; below it, part of the page was lost. */
const keptShareMin = 0.9;
/** Minimum length of a line of prose; lines of menus and lists of links are shorter. Characters. */
const proseMin = 60;

/**
 * Reads an HTML page of the web as a person sees it. `url` is where it was fetched, `requestedUrl` the address that was requested,
 * `today` the ISO day of reading; `rendered` says that its scripts have run. Runs in a child process.
 */
export async function readWebHtml(
	source: string,
	{
		url,
		requestedUrl: requested,
		today,
		rendered,
	}: { url: string; requestedUrl: string; today: string; rendered: boolean },
): Promise<ParsedWebPage> {
	const document = parseDocument(source);
	removeHidden(document);
	const base = baseAddress(document, url);
	const addresses = [url, requested];
	const metadata = collectMetadata(document, addresses);
	const language =
		document.documentElement?.getAttribute("lang") ??
		metaContent(metadata, ["content-language", "og:locale", "dc.language", "citation_language"]);
	const signs = collectSigns(metadata, base);
	const [author, site, origin, canonical] = [
		findAuthors(metadata),
		findSiteName(metadata, url),
		findPublisher(metadata),
		canonicalAddress(metadata, url),
	];
	const title = findTitle(metadata, site);
	const datesIn = (text: string) => findDates(metadata, text, today);
	const whole = signs.lines.join("\n");
	const dates = datesIn(whole);
	if (!rendered && signs.visible < limits.pageTextMin) unwrapNoscript(document);
	removeBoilerplate(document);
	const definitions = shortDefinitions(document);
	const { root, ...content } = await extractContent(document, title, {
		suffices: (extracted, all) => keepsProse(extracted, all) && keepsEach(definitions, extracted, all),
		search: isSearchable(document),
	});
	return {
		kind: "html",
		...content,
		title: title ?? content.headings[0]?.text,
		date: dates.published,
		modified: dates.modified,
		author,
		site,
		origin: origin ?? site,
		canonical,
		language: resolveLanguage(language, content.text) ?? detectPageLanguage(content.text),
		links: root ? contentLinks(root, base, addresses) : [],
		signs,
	};
}

/**
 * Replaces `noscript` elements with their content, because no script has run. A short one, which only asks to enable scripts,
 * stays.
 */
function unwrapNoscript(document: DomDocument): void {
	for (const element of [...document.querySelectorAll("body noscript")]) {
		if ((element.textContent ?? "").trim().length < limits.pageTextMin) continue;
		const holder = document.createElement("div");
		holder.innerHTML = element.innerHTML;
		element.replaceWith(holder);
	}
}

function keepsProse(extracted: string, whole: string): boolean {
	const prose = (text: string) =>
		text.split("\n").reduce((sum, line) => sum + (line.length >= proseMin ? line.length : 0), 0);
	const kept = new Set(releaseLines(extracted));
	return (
		extracted !== "" &&
		prose(extracted) >= keptShareMin * prose(whole) &&
		releaseLines(whole).every((release) => kept.has(release))
	);
}

/** The short texts of definition lists. They are no prose, so the search for the main content mistakes the list for boilerplate. */
function shortDefinitions(document: DomDocument): string[] {
	return [...document.querySelectorAll("dl dd")]
		.map((element) => oneLine(element.textContent ?? ""))
		.filter((text) => text !== "" && text.length < proseMin);
}

function keepsEach(texts: readonly string[], extracted: string, whole: string): boolean {
	const [kept, all] = [oneLine(extracted), oneLine(whole)];
	return texts.every((text) => kept.includes(text) || !all.includes(text));
}

/**
 * Short lines with a version, each with the short line below it, whose date the search for the main content mistakes for a byline.
 */
function releaseLines(text: string): string[] {
	const lines = text.split(/\n+/);
	return lines.flatMap((line, at) =>
		line.length < proseMin && /(?:^|\s)v?\d+(?:\.\d+)+\b/i.test(line) && (lines[at + 1] ?? "").length < proseMin
			? [`${line}\n${lines[at + 1]}`]
			: [],
	);
}

/**
 * Whether a page is small enough to be searched for its main content. The search compares elements with their neighbours, so its
 * time grows with the square of their number.
 */
function isSearchable(document: DomDocument): boolean {
	const elements = [...document.querySelectorAll("body *")];
	if (elements.length > limits.searchedElements) return false;
	let deepest = 0;
	const depths = new Map<DomElement, number>();
	for (const element of elements) {
		const depth = 1 + (element.parentElement ? (depths.get(element.parentElement) ?? 0) : 0);
		depths.set(element, depth);
		deepest = Math.max(deepest, depth);
	}
	return deepest <= limits.searchedDepth;
}

/** A link's text is cut to this many characters. */
const linkTextMax = 200;

/** The content's links in order, each address once, without links to the page itself. */
function contentLinks(content: DomElement, base: string, pageAddresses: readonly string[]): Link[] {
	const links = new Map<string, Link>();
	const ownAddresses = new Set(pageAddresses.flatMap((address) => absoluteUrl(address, base) ?? []));
	for (const anchor of content.querySelectorAll("a[href]")) {
		const url = absoluteUrl(anchor.getAttribute("href") ?? "", base);
		const image = anchor.querySelector("img[alt]")?.getAttribute("alt");
		const text = collapseSpace(anchor.textContent) ?? collapseSpace(image);
		if (url === undefined || text === undefined || ownAddresses.has(url) || links.has(url)) continue;
		links.set(url, { url, text: text.slice(0, linkTextMax) });
		if (links.size >= limits.pageLinks) break;
	}
	return [...links.values()];
}
