import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";

import type { DomDocument, DomElement } from "../html/dom.ts";
import { sectionMarks } from "../html/html.ts";
import { renderHtml } from "../html/text.ts";
import type { ParsedDocument } from "../parsed-document.ts";

const boilerplateSelector =
	"script,style,noscript,template,nav,header,footer,aside,form,iframe,svg,canvas,button,select,dialog," +
	"[role=navigation],[role=banner],[role=contentinfo],[role=search],[aria-hidden=true],[hidden]," +
	".navheader,.navfooter,.sphinxsidebar,.related,.breadcrumbs,.skip-link,.headerlink,.anchorjs-link";

export function parseDocument(source: string): DomDocument {
	return parseHTML(withOmittedTags(source)).document;
}

export type WebContent = ReturnType<typeof renderHtml> &
	Pick<ParsedDocument, "marks"> & { root?: DomElement | undefined };

/**
 * Extracts a web page's content, with its marks by heading, and removes boilerplate from the document. `suffices` says whether the
 * extracted text is enough of the whole. `search` is false when the page is too large to be searched for its main content.
 */
export async function extractContent(
	document: DomDocument,
	pageTitle: string | undefined,
	{ suffices, search }: { suffices: (extracted: string, whole: string) => boolean; search: boolean },
): Promise<WebContent> {
	for (const element of document.querySelectorAll(boilerplateSelector)) {
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
	const extracted = search ? await findMainContent(String(document), document) : markedContent(document);
	const chosen = extracted && suffices(extracted.text, whole.text) ? extracted : { ...whole, root: body };
	return { ...chosen, marks: sectionMarks(chosen.headings, pageTitle) };
}

/** Adds tags that HTML lets an author omit but the parser needs. */
function withOmittedTags(source: string): string {
	if (/<body[\s>]/i.test(source)) return source;
	const bare = source.replace(/<!doctype[^>]*>|<\/?(?:html|head)(?:\s[^>]*)?>/gi, "");
	return `<!DOCTYPE html><html><head></head><body>${bare}</body></html>`;
}

async function findMainContent(html: string, document: DomDocument): Promise<Omit<WebContent, "marks"> | undefined> {
	try {
		const page = parseHTML(html).document;
		// The page is already here; nothing is fetched for it.
		const extracted = await Defuddle(page, "", { useAsync: false, removeLowScoring: false });
		const root = document.createElement("div");
		root.innerHTML = extracted.content;
		return { ...renderHtml(root), root };
	} catch {
		return undefined;
	}
}

/** The part that the page marks as its main content. */
function markedContent(document: DomDocument): Omit<WebContent, "marks"> | undefined {
	const root = document.querySelector("main,[role=main],article");
	return root ? { ...renderHtml(root), root } : undefined;
}
