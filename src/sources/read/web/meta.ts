import type { DomDocument, DomElement } from "../html/dom.ts";
import { type JsonLdNode, jsonLdNodes, pageNode } from "./json-ld.ts";

/** What a page states about itself, collected once. */
export interface StatedMetadata {
	document: DomDocument;
	/** Contents of `<meta>` by lower-case name, property or `http-equiv`, in order. */
	metas: Map<string, string[]>;
	nodes: JsonLdNode[];
	/** The JSON-LD node of the page itself. */
	own: JsonLdNode | undefined;
	pageTitle: string | undefined;
	firstHeading: string | undefined;
}

export function collectMetadata(document: DomDocument, addresses: readonly string[]): StatedMetadata {
	const metas = new Map<string, string[]>();
	for (const meta of document.querySelectorAll("meta")) {
		const name = (
			meta.getAttribute("property") ??
			meta.getAttribute("name") ??
			meta.getAttribute("http-equiv") ??
			""
		).toLowerCase();
		const content = collapseSpace(meta.getAttribute("content"));
		if (name === "" || content === undefined) continue;
		const before = metas.get(name);
		if (before) before.push(content);
		else metas.set(name, [content]);
	}
	const pageTitle = collapseSpace(document.querySelector("title")?.textContent);
	const firstHeading = collapseSpace(document.querySelector("main h1, article h1, h1")?.textContent);
	const nodes = jsonLdNodes(document);
	const titles = [metas.get("og:title")?.[0], pageTitle, firstHeading].filter((title) => title !== undefined);
	return { document, metas, nodes, own: pageNode(nodes, addresses, titles), pageTitle, firstHeading };
}

/** The first content of the first of these names that has any. */
export function metaContent({ metas }: Pick<StatedMetadata, "metas">, names: readonly string[]): string | undefined {
	for (const name of names) if (metas.get(name)?.[0] !== undefined) return metas.get(name)?.[0];
	return undefined;
}

/** The address that the page declares as canonical. */
export function canonicalAddress({ document, metas }: StatedMetadata, base: string): string | undefined {
	const stated = document.querySelector('link[rel~="canonical"]')?.getAttribute("href") ?? metas.get("og:url")?.[0];
	const url = stated === undefined || stated === null ? undefined : absoluteUrl(stated, base);
	// A home page declared as canonical for another page is a mistake of the site.
	return url === undefined || (new URL(url).pathname === "/" && new URL(base).pathname !== "/") ? undefined : url;
}

/** Resolves an http(s) address without credentials and drops its fragment; undefined for any other. */
export function absoluteUrl(stated: string, base: string): string | undefined {
	if (!URL.canParse(stated.trim(), base)) return undefined;
	const url = new URL(stated.trim(), base);
	url.hash = "";
	return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url.href : undefined;
}

/** The base address of the page's relative links. */
export function baseAddress(document: DomDocument, url: string): string {
	const stated = document.querySelector("base[href]")?.getAttribute("href");
	return (stated === undefined || stated === null ? undefined : absoluteUrl(stated, url)) ?? url;
}

export function collapseSpace(text: string | null | undefined): string | undefined {
	const words = text?.replace(/\s+/g, " ").trim();
	return words === "" ? undefined : words;
}

/** Whether an element is part of the page's boilerplate. */
export function isInBoilerplate(element: DomElement): boolean {
	return element.closest("aside,footer,nav,.comments,.comment,#comments,.related,.sidebar") !== null;
}
