import { limits } from "../../../base/limits.ts";
import type { Link } from "../../../evidence/source.ts";
import type { DomElement } from "../dom.ts";
import { absolute, collapse } from "./meta.ts";

const textMax = 200;

/** The content's links in order, each address once, without links to the page itself. */
export function linksOf(content: DomElement, base: string, own: readonly string[]): Link[] {
	const found = new Map<string, Link>();
	const before = new Set(own.flatMap((address) => absolute(address, base) ?? []));
	for (const anchor of content.querySelectorAll("a[href]")) {
		const url = absolute(anchor.getAttribute("href") ?? "", base);
		const image = anchor.querySelector("img[alt]")?.getAttribute("alt");
		const text = collapse(anchor.textContent) ?? collapse(image);
		if (url === undefined || text === undefined || before.has(url) || found.has(url)) continue;
		found.set(url, { url, text: text.slice(0, textMax) });
		if (found.size >= limits.pageLinks) break;
	}
	return [...found.values()];
}
