import { Parser } from "htmlparser2";

import { elementNode, type HtmlElement, type HtmlNode, textNode } from "./dom.ts";

/**
 * Maximum depth. Deeper elements add their text to an ancestor, so that walks stay within the stack; no genuine page nests so deep.
 */
const depthMax = 400;
/** Elements that show no text of the page. JSON-LD scripts are kept, because they hold dates. */
const skippedElements = new Set(
	"style noscript template svg math iframe canvas object audio video select button textarea".split(" "),
);

/** Invisible characters that allow a line break within a word. They are removed, because they keep words from being found. */
const breakHints = /[\u00ad\u200b\u2060\ufeff]/g;

export class TreeText implements HtmlNode {
	readonly nodeType = textNode;
	readonly childNodes: readonly HtmlNode[] = [];
	textContent: string;

	constructor(text: string) {
		this.textContent = text;
	}
}

/** An element of the lightweight tree. Names are in lower case, attributes as written. */
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
 * Parses an HTML page into a tree in one pass, some 20 MB a second (htmlparser2, which also parses web pages, but without their
 * DOM). Omitted tags are supplied by the parser's rules of which element closes which.
 */
export function parseHtmlTree(source: string): TreeElement {
	const root = new TreeElement("html", {}, null);
	let open = root;
	let depth = 0;
	/** Number of open elements from a skipped one down. */
	let skippedDepth = 0;
	const parser = new Parser({
		onopentag(name, attributes) {
			depth++;
			if (skippedDepth > 0 || skippedElements.has(name) || (name === "script" && !/json/i.test(attributes.type ?? "")))
				skippedDepth++;
			else if (depth <= depthMax) {
				const element = new TreeElement(name, attributes, open);
				open.childNodes.push(element);
				open = element;
			}
		},
		ontext(text) {
			if (skippedDepth > 0) return;
			const shown = text.replace(breakHints, "");
			const last = open.childNodes.at(-1);
			if (last instanceof TreeText) last.textContent += shown;
			else open.childNodes.push(new TreeText(shown));
		},
		onclosetag() {
			depth--;
			if (skippedDepth > 0) skippedDepth--;
			else if (depth < depthMax && open.parentElement) open = open.parentElement;
		},
	});
	parser.end(source);
	return root;
}
