import { limits } from "../../../base/limits.ts";
import type { Link } from "../../../evidence/source.ts";
import type { DomElement } from "../html/dom.ts";
import { absoluteUrl, collapseSpace } from "./meta.ts";

const textMax = 200;

/** The content's links in order, each address once, without links to the page itself. */
export function contentLinks(content: DomElement, base: string, pageAddresses: readonly string[]): Link[] {
	const links = new Map<string, Link>();
	const ownAddresses = new Set(pageAddresses.flatMap((address) => absoluteUrl(address, base) ?? []));
	for (const anchor of content.querySelectorAll("a[href]")) {
		const url = absoluteUrl(anchor.getAttribute("href") ?? "", base);
		const image = anchor.querySelector("img[alt]")?.getAttribute("alt");
		const text = collapseSpace(anchor.textContent) ?? collapseSpace(image);
		if (url === undefined || text === undefined || ownAddresses.has(url) || links.has(url)) continue;
		links.set(url, { url, text: text.slice(0, textMax) });
		if (links.size >= limits.pageLinks) break;
	}
	return [...links.values()];
}
