import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";

import type { DomDocument, DomElement } from "../dom.ts";
import type { Draft } from "../draft.ts";
import { sectionMarks } from "../html.ts";
import { renderHtml } from "../html-text.ts";

const boilerplate =
	"script,style,noscript,template,nav,header,footer,aside,form,iframe,svg,canvas,button,select,dialog," +
	"[role=navigation],[role=banner],[role=contentinfo],[role=search],[aria-hidden=true],[hidden]," +
	".navheader,.navfooter,.sphinxsidebar,.related,.breadcrumbs,.skip-link,.headerlink,.anchorjs-link";

export function parseDocument(source: string): DomDocument {
	return parseHTML(wholePage(source)).document;
}

export type Content = ReturnType<typeof renderHtml> & Pick<Draft, "marks"> & { root?: DomElement | undefined };

/**
 * Extracts a web page's content, with its marks by heading, and removes boilerplate from the document. `suffices` says whether the
 * extracted text is enough of the whole. `search` is false when the page is too large to be searched for its main content.
 */
export async function contentOf(
	document: DomDocument,
	pageTitle: string | undefined,
	{ suffices, search }: { suffices: (extracted: string, whole: string) => boolean; search: boolean },
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
	return { ...chosen, marks: sectionMarks(chosen.headings, pageTitle) };
}

/** Adds tags that HTML lets an author omit but the parser needs. */
function wholePage(source: string): string {
	if (/<body[\s>]/i.test(source)) return source;
	const bare = source.replace(/<!doctype[^>]*>|<\/?(?:html|head)(?:\s[^>]*)?>/gi, "");
	return `<!DOCTYPE html><html><head></head><body>${bare}</body></html>`;
}

async function mainContent(html: string, document: DomDocument): Promise<Omit<Content, "marks"> | undefined> {
	try {
		const page = parseHTML(html).document;
		// The page is already here; nothing is fetched for it.
		const found = await Defuddle(page, "", { useAsync: false, removeLowScoring: false });
		const root = document.createElement("div");
		root.innerHTML = found.content;
		return { ...renderHtml(root), root };
	} catch {
		return undefined;
	}
}

/** The part that the page marks as its main content. */
function namedContent(document: DomDocument): Omit<Content, "marks"> | undefined {
	const root = document.querySelector("main,[role=main],article");
	return root ? { ...renderHtml(root), root } : undefined;
}
