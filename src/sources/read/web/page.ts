import { limits } from "../../../base/limits.ts";
import { oneLine } from "../../../base/text.ts";
import type { Link } from "../../../evidence/source.ts";
import type { DomDocument, DomElement } from "../dom.ts";
import type { Draft } from "../draft.ts";
import { contentOf, parseDocument } from "./content.ts";
import { datesOf } from "./dates.ts";
import { removeFrame } from "./frame.ts";
import { removeHidden } from "./hidden.ts";
import { languageOf, languageStated } from "./language.ts";
import { linksOf } from "./links.ts";
import { baseOf, canonicalOf, metaOf, statedBy } from "./meta.ts";
import { authorOf, publisherOf, siteOf, titleOf } from "./names.ts";
import { type Signs, signsOf } from "./signs.ts";

/** A parsed web page, with its metadata and with the signs by which a blocked page is recognized. */
export interface WebDraft extends Draft {
	author?: string | undefined;
	site?: string | undefined;
	modified?: string | undefined;
	language?: string | undefined;
	/** The address that the page declares as canonical; on another host when the page is a copy. */
	canonical?: string | undefined;
	links?: Link[] | undefined;
	/** HTML only. */
	signs?: Signs | undefined;
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
	{ url, asked, today, rendered }: { url: string; asked: string; today: string; rendered: boolean },
): Promise<WebDraft> {
	const document = parseDocument(source);
	removeHidden(document);
	const base = baseOf(document, url);
	const own = [url, asked];
	const stated = statedBy(document, own);
	const language =
		document.documentElement?.getAttribute("lang") ??
		metaOf(stated, ["content-language", "og:locale", "dc.language", "citation_language"]);
	const signs = signsOf(stated, base);
	const [author, site, origin, canonical] = [
		authorOf(stated),
		siteOf(stated, url),
		publisherOf(stated),
		canonicalOf(stated, url),
	];
	const title = titleOf(stated, site);
	const dated = (text: string) => datesOf(stated, text, today);
	const whole = signs.lines.join("\n");
	const early = dated(whole);
	if (!rendered && signs.visible < limits.pageTextMin) unwrapNoscript(document);
	removeFrame(document);
	const said = definitionsIn(document);
	const { root, ...content } = await contentOf(document, title, {
		suffices: (extracted, all) => keepsProse(extracted, all) && keepsEach(said, extracted, all),
		search: isSearchable(document),
	});
	return {
		kind: "html",
		...content,
		title: title ?? content.headings[0]?.text,
		date: early.published,
		modified: early.modified,
		author,
		site,
		origin: origin ?? site,
		canonical,
		language: languageStated(language, content.text) ?? languageOf(content.text),
		links: root ? linksOf(root, base, own) : [],
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
	const kept = new Set(releasesIn(extracted));
	return (
		extracted !== "" &&
		prose(extracted) >= keptShareMin * prose(whole) &&
		releasesIn(whole).every((release) => kept.has(release))
	);
}

/** The short texts of definition lists. They are no prose, so the search for the main content mistakes the list for boilerplate. */
function definitionsIn(document: DomDocument): string[] {
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
function releasesIn(text: string): string[] {
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
