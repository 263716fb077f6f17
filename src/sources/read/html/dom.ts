/** The part of an HTML tree from which text is rendered. The lightweight tree of local pages (`tree.ts`) has no more. */
export interface HtmlNode {
	readonly nodeType: number;
	readonly textContent: string | null;
	readonly childNodes: Iterable<HtmlNode>;
}

export interface HtmlElement extends HtmlNode {
	readonly tagName: string;
	readonly parentElement: HtmlElement | null;
	getAttribute(name: string): string | null;
}

/** The part of the DOM that the web readers use. TypeScript's own DOM types would add a browser's globals to every file. */
export interface DomNode extends HtmlNode {
	readonly childNodes: Iterable<DomNode>;
}

export interface DomElement extends DomNode, HtmlElement {
	readonly className: string;
	readonly parentElement: DomElement | null;
	readonly children: Iterable<DomElement>;
	innerHTML: string;
	removeAttribute(name: string): void;
	closest(selector: string): DomElement | null;
	contains(other: DomElement): boolean;
	querySelector(selector: string): DomElement | null;
	querySelectorAll(selector: string): Iterable<DomElement>;
	replaceWith(...nodes: DomNode[]): void;
	remove(): void;
}

export interface DomDocument {
	readonly documentElement: DomElement | null;
	readonly body: DomElement | null;
	createElement(name: string): DomElement;
	querySelector(selector: string): DomElement | null;
	querySelectorAll(selector: string): Iterable<DomElement>;
}

export const elementNode = 1;
export const textNode = 3;

export function isElement(node: HtmlNode): node is HtmlElement {
	return node.nodeType === elementNode;
}

/** An element's name in lower case, whichever tree it is from. */
export function elementName(element: HtmlElement): string {
	return element.tagName.toLowerCase();
}

/** The nearest element with this name, from the given one upwards. */
export function closestElement(element: HtmlElement | null, name: string): HtmlElement | undefined {
	for (let at = element; at; at = at.parentElement) if (elementName(at) === name) return at;
	return undefined;
}

/** Yields the descendants with one of these names, in document order. It does not descend into elements named `closed`. */
export function* descendants(element: HtmlElement, names: string, closed = ""): Generator<HtmlElement> {
	for (const child of element.childNodes) {
		if (!isElement(child)) continue;
		const name = elementName(child);
		if (names.split(" ").includes(name)) yield child;
		if (name !== closed) yield* descendants(child, names, closed);
	}
}
