/** The part of a DOM that the readers use; the compiler's own DOM types would add a browser's globals to every file. */
export interface DomNode {
	readonly nodeType: number;
	readonly textContent: string | null;
	readonly childNodes: Iterable<DomNode>;
}

export interface DomElement extends DomNode {
	readonly tagName: string;
	readonly className: string;
	readonly parentElement: DomElement | null;
	readonly children: Iterable<DomElement>;
	innerHTML: string;
	getAttribute(name: string): string | null;
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
