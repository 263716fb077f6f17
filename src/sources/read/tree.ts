import { Parser } from "htmlparser2";

import { elementNode, type HtmlElement, type HtmlNode, textNode } from "./dom.ts";

/** Deeper elements than this add their text to the one above: no page nests so deep in earnest, and walks stay within the stack. */
const depthMax = 400;
/** What shows no text of the page. Of scripts, JSON-LD is kept: it holds dates. */
const unshown = new Set(
	"style noscript template svg math iframe canvas object audio video select button textarea".split(" "),
);

/** Where a long word may be broken: nothing of it is read, and words are no longer found by their letters. */
const breakHints = /[\u00ad\u200b\u2060\ufeff]/g;

export class TreeText implements HtmlNode {
	readonly nodeType = textNode;
	readonly childNodes: readonly HtmlNode[] = [];
	textContent: string;

	constructor(text: string) {
		this.textContent = text;
	}
}

/** An element of the light tree: names in small letters, attributes as written. */
export class TreeElement implements HtmlElement {
	readonly nodeType = elementNode;
	readonly tagName: string;
	readonly attributes: Record<string, string>;
	readonly parentElement: TreeElement | null;
	childNodes: (TreeElement | TreeText)[] = [];

	constructor(tagName: string, attributes: Record<string, string>, parent: TreeElement | null) {
		this.tagName = tagName;
		this.attributes = attributes;
		this.parentElement = parent;
	}

	get textContent(): string {
		let text = "";
		for (const child of this.childNodes) text += child.textContent;
		return text;
	}

	getAttribute(name: string): string | null {
		return Object.hasOwn(this.attributes, name) ? (this.attributes[name] ?? null) : null;
	}
}

/**
 * The tree of an HTML page, in one pass over it (htmlparser2, the parser that the DOM of web pages is made with too, without the
 * DOM): some 20 MB a second. Tags that HTML lets an author leave out are supplied by the parser's rules of what closes what.
 */
export function treeOf(source: string): TreeElement {
	const root = new TreeElement("html", {}, null);
	let open = root;
	let depth = 0;
	/** How many elements are open inside one that is not shown. */
	let hidden = 0;
	const parser = new Parser({
		onopentag(name, attributes) {
			depth++;
			if (hidden > 0 || unshown.has(name) || (name === "script" && !/json/i.test(attributes.type ?? ""))) hidden++;
			else if (depth <= depthMax) {
				const element = new TreeElement(name, attributes, open);
				open.childNodes.push(element);
				open = element;
			}
		},
		ontext(text) {
			if (hidden > 0) return;
			const shown = text.replace(breakHints, "");
			const last = open.childNodes.at(-1);
			if (last instanceof TreeText) last.textContent += shown;
			else open.childNodes.push(new TreeText(shown));
		},
		onclosetag() {
			depth--;
			if (hidden > 0) hidden--;
			else if (depth < depthMax && open.parentElement) open = open.parentElement;
		},
	});
	parser.end(source);
	return root;
}
