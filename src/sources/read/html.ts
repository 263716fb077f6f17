import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";

import type { DomDocument, DomElement } from "./dom.ts";
import { type Draft, isoDate } from "./draft.ts";
import { renderHtml } from "./html-text.ts";

/** Below this share of the body's words, the extraction has thrown away the document; the body is taken instead. */
const keptShareMin = 0.5;
const keepsMost = (extracted: string, whole: string) => words(extracted) >= keptShareMin * words(whole);
const boilerplate =
	"script,style,noscript,template,nav,header,footer,aside,form,iframe,svg,canvas,button,select,dialog," +
	"[role=navigation],[role=banner],[role=contentinfo],[role=search],[aria-hidden=true],[hidden]," +
	".navheader,.navfooter,.sphinxsidebar,.related,.breadcrumbs,.skip-link,.headerlink,.anchorjs-link";

/** An HTML page as a person reads it, without what frames it. Runs in a child process: a page can be made to hang a parser. */
export async function readHtml(source: string): Promise<Draft> {
	const document = parseDocument(source);
	const pageTitle = collapse(document.querySelector("title")?.textContent);
	const stated = statedDate(document);
	const publisher = metaContent(document, ["og:site_name", "dc.publisher", "citation_publisher", "application-name"]);
	const author = metaContent(document, ["author", "dc.creator", "citation_author", "article:author"]);
	const { root: _root, ...content } = await contentOf(document, pageTitle);
	return {
		kind: "html",
		title: pageTitle ?? content.headings[0]?.text,
		date: stated,
		origin: publisher ?? author,
		...content,
	};
}

export function parseDocument(source: string): DomDocument {
	return parseHTML(wholePage(source)).document;
}

type Rendered = ReturnType<typeof renderHtml>;
export type Content = Rendered & Pick<Draft, "marks"> & { root?: DomElement | undefined };

/**
 * The content of a page, without what frames it, and its places by heading. Takes the frame out of the document. `suffices`: whether
 * what was extracted is enough of the whole; `search`: false where the page is too large to be searched for its main part.
 */
export async function contentOf(
	document: DomDocument,
	pageTitle: string | undefined,
	{
		suffices = keepsMost,
		search = true,
	}: { suffices?: (extracted: string, whole: string) => boolean; search?: boolean } = {},
): Promise<Content> {
	for (const element of document.querySelectorAll(boilerplate)) {
		if (
			element.closest("article,main") === null ||
			/^(?:script|style|noscript|template|nav|svg|form|iframe)$/i.test(element.tagName)
		)
			element.remove();
		else if (/\bheaderlink\b|\banchorjs-link\b/.test(element.className)) element.remove();
	}
	const body = document.body ?? document.documentElement;
	if (!body) return { text: "", marks: [], headings: [], tables: [] };
	const whole = renderHtml(body);
	const extracted = search ? await mainContent(String(document), document) : namedContent(document);
	const chosen = extracted && suffices(extracted.text, whole.text) ? extracted : { ...whole, root: body };
	const title = pageTitle ?? chosen.headings[0]?.text;
	const marks = chosen.headings
		.map((heading) => ({ start: heading.start, locator: { kind: "section" as const, section: heading.text } }))
		.filter((mark, index, all) => mark.start !== all[index + 1]?.start);
	if (marks[0]?.start !== 0) marks.unshift({ start: 0, locator: { kind: "section", section: title ?? "beginning" } });
	return { ...chosen, marks };
}

/** The parser wants the tags that HTML lets an author leave out. */
function wholePage(source: string): string {
	if (/<body[\s>]/i.test(source)) return source;
	const bare = source.replace(/<!doctype[^>]*>|<\/?(?:html|head)(?:\s[^>]*)?>/gi, "");
	return `<!DOCTYPE html><html><head></head><body>${bare}</body></html>`;
}

async function mainContent(html: string, document: DomDocument): Promise<Omit<Content, "marks"> | undefined> {
	try {
		const page = parseHTML(html).document;
		// The page is at hand and nothing is fetched for it.
		const found = await Defuddle(page, "", { useAsync: false, removeLowScoring: false });
		const root = document.createElement("div");
		root.innerHTML = found.content;
		return { ...renderHtml(root), root };
	} catch {
		return undefined;
	}
}

/** The part that the page itself calls its main one. */
function namedContent(document: DomDocument): Omit<Content, "marks"> | undefined {
	const root = document.querySelector("main,[role=main],article");
	return root ? { ...renderHtml(root), root } : undefined;
}

function words(text: string): number {
	return text.split(/\s+/).length;
}

function collapse(text: string | null | undefined): string | undefined {
	const words = text?.replace(/\s+/g, " ").trim();
	return words === "" ? undefined : words;
}

function metaContent(document: DomDocument, names: string[]): string | undefined {
	for (const meta of document.querySelectorAll("meta")) {
		const name = (meta.getAttribute("name") ?? meta.getAttribute("property") ?? "").toLowerCase();
		const content = collapse(meta.getAttribute("content"));
		if (names.includes(name) && content !== undefined) return content;
	}
	return undefined;
}

function statedDate(document: DomDocument): string | undefined {
	const names = [
		"article:published_time",
		"date",
		"dc.date",
		"dcterms.date",
		"dcterms.created",
		"citation_publication_date",
		"pubdate",
	];
	const linked = /"datePublished"\s*:\s*"([^"]+)"/.exec(
		document.querySelector('script[type="application/ld+json"]')?.textContent ?? "",
	)?.[1];
	const time = document.querySelector("article time[datetime], time[pubdate]")?.getAttribute("datetime") ?? undefined;
	return isoDate(metaContent(document, names)) ?? isoDate(linked) ?? isoDate(time);
}
