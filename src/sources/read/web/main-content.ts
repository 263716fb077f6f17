import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";

import type { DomDocument, DomElement } from "../html/dom.ts";
import { markForms, sectionMarks } from "../html/html.ts";
import { renderHtml } from "../html/text.ts";
import type { ParsedDocument } from "../parsed-document.ts";

const boilerplateSelector =
	"script,style,noscript,template,nav,header,footer,aside,form,iframe,svg,canvas,button,select,dialog," +
	"[role=navigation],[role=banner],[role=contentinfo],[role=search],[aria-hidden=true],[hidden]," +
	".navheader,.navfooter,.sphinxsidebar,.related,.breadcrumbs,.skip-link,.headerlink,.anchorjs-link";

/** Class and id names of boilerplate on the web, beyond the elements that HTML has for it. */
const boilerplateNames =
	/(?:^|[-_\s])(?:cookies?|consent|gdpr|newsletters?|sign-?up|shar(?:e|ing)|social|related|recommended|recommendations|recirc(?:ulation)?|read-?next|more-stories|most-(?:read|popular)|trending|comments?|disqus|respond|sidebar|promos?|promotion|ads?|adverts?|advertisement|advertising|sponsor(?:ed)?|breadcrumbs?|pagination|pager|popup|modal|toast|outbrain|taboola)(?:$|[-_\s])/i;
const vendorSelectors =
	"#onetrust-consent-sdk,#CybotCookiebotDialog,.qc-cmp2-container,#didomi-host,.fc-consent-root,#usercentrics-root,.cc-window,[id^=sp_message_container],[role=dialog],[role=alertdialog],#disqus_thread,#comments,.comments-area";
/** An element with a larger share of the page's text is content, whatever its name. */
const boilerplateShareMax = 0.4;

export function parseDocument(source: string): DomDocument {
	return parseHTML(withOmittedTags(source)).document;
}

/** Removes banners, subscription boxes, related pages and comments, which are not the page's own words. */
export function removeBoilerplate(document: DomDocument): void {
	const body = document.body ?? document.documentElement;
	if (!body) return;
	const whole = textLength(body);
	const candidates = [...body.querySelectorAll("[class],[id]")].filter((element) =>
		boilerplateNames.test(`${element.getAttribute("id") ?? ""} ${element.getAttribute("class") ?? ""}`),
	);
	for (const element of [...body.querySelectorAll(vendorSelectors), ...candidates]) {
		if (/^(?:html|body|main|article|h[1-6]|p|li|td|tr|a|span|em|strong|code|pre)$/i.test(element.tagName)) continue;
		if (element !== body && textLength(element) <= whole * boilerplateShareMax) element.remove();
	}
}

function textLength(element: DomElement): number {
	return (element.textContent ?? "").replace(/\s+/g, " ").length;
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
	if (!body) return { text: "", marks: [], headings: [], tables: [], formed: [] };
	const whole = renderHtml(body);
	const extracted = search ? await findMainContent(String(document), document) : markedContent(document);
	const chosen = extracted && suffices(extracted.text, whole.text) ? extracted : { ...whole, root: body };
	// What is left of a web page's links is its own words.
	const formed = chosen.formed.filter(({ form }) => form !== "links");
	return { ...chosen, marks: markForms(sectionMarks(chosen.headings, pageTitle), formed) };
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
