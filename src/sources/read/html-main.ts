import { TreeElement } from "./tree.ts";

/**
 * What a page's authors call the things around its content: the idea of Readability's list of unlikely candidates
 * (github.com/mozilla/readability), read as whole words of `class`, `id` and `role`.
 */
const framed =
	/^(?:nav\w*|\w+nav|menu\w*|\w*menu|breadcrumbs?|\w*footer|masthead|banner|pager|pagination|search|contentinfo|cookies?|skip|skiplinks?)$/;
/** Names of things that belong to a page's content as often: they frame it where most of their text leads away from the page. */
const framedIfLinks = /^(?:related|share|social|header|links?|prev|next|tags?|\w*sidebar)$/;
/** A list of the page's own sections, or of the pages below it: it says nothing that they do not. */
const outline = /^(?:toc|tableofcontents|contents)$/;
const framing = new Set(["nav", "header", "footer", "aside", "form", "dialog"]);
/** Of an element's text, what leads away from the page. */
const linkedMin = 0.5;
/** What holds more of a page's text than this is its content, whatever it is called; the same of the part it calls its main one. */
const shareMax = 0.5;

/** What can be a frame: an element that holds others, and none that stands in a line. */
const holders = new Set([...framing, ..."div section ul ol dl table p center td".split(" ")]);

interface Size {
	/** Characters of text, and of those the text of links to other pages. */
	text: number;
	linked: number;
	/** The text of links to places of the page itself. */
	inner: number;
}

/** The part of a page that is its content, taken out of what frames it: by HTML's own elements, by name, and by density of links. Changes the tree. */
export function mainPart(root: TreeElement): TreeElement {
	const sizes = new Map<TreeElement, Size>();
	const whole = measure(root, sizes).text;
	const sizeOf = (element: TreeElement) => sizes.get(element) ?? nothing;
	let left = whole - prune(root, false, (element, inMain) => isFrame(element, inMain, sizeOf(element), whole), sizeOf);
	const outlines = new Set(outlinesIn(root, sizeOf));
	const outlined = [...outlines].reduce((sum, element) => sum + sizeOf(element).text, 0);
	// Where its outline is most of what is left, it is the page.
	if (outlined <= shareMax * left) left -= prune(root, false, (element) => outlines.has(element), sizeOf);
	const mains = [...sizes.keys()].filter(isMain);
	const articles = mains.length > 0 ? [] : [...sizes.keys()].filter(({ tagName }) => tagName === "article");
	const named = articles.length === 1 ? articles : mains;
	return named.find((one) => sizeOf(one).text >= shareMax * left) ?? root;
}

const nothing: Size = { text: 0, linked: 0, inner: 0 };

function isMain(element: TreeElement): boolean {
	return element.tagName === "main" || element.attributes.role === "main";
}

function measure(element: TreeElement, sizes: Map<TreeElement, Size>): Size {
	const size: Size = { text: 0, linked: 0, inner: 0 };
	sizes.set(element, size);
	if (element.tagName === "script" || element.tagName === "head") return size;
	for (const child of element.childNodes) {
		if (!(child instanceof TreeElement)) {
			size.text += child.textContent.trim().length;
			continue;
		}
		const { text, linked, inner } = measure(child, sizes);
		size.text += text;
		size.linked += linked;
		size.inner += inner;
	}
	const { href } = element.attributes;
	if (element.tagName === "a" && href) size[href.startsWith("#") ? "inner" : "linked"] = size.text;
	return size;
}

/** Takes out what frames a page below an element; gives how much text that was. */
function prune(
	element: TreeElement,
	inMain: boolean,
	goes: (element: TreeElement, inMain: boolean) => boolean,
	sizeOf: (element: TreeElement) => Size,
): number {
	const inside = inMain || isMain(element) || element.tagName === "article";
	let removed = 0;
	element.childNodes = element.childNodes.filter((child) => {
		if (!(child instanceof TreeElement)) return true;
		const isGone = goes(child, inside);
		removed += isGone ? sizeOf(child).text : prune(child, inside, goes, sizeOf);
		return !isGone;
	});
	return removed;
}

function isFrame(element: TreeElement, inMain: boolean, { text, linked }: Size, whole: number): boolean {
	const { tagName, attributes } = element;
	if (tagName === "a") return isPermalink(element);
	if (isUnseen(attributes)) return true;
	if (text === 0 || text > shareMax * whole || !holders.has(tagName)) return false;
	if (tagName === "nav") return true;
	if (framing.has(tagName)) return !inMain;
	const isLinks = linked >= linkedMin * text;
	return isCalled(
		element,
		(name) => ((isLinks || !inMain) && framed.test(name)) || (isLinks && framedIfLinks.test(name)),
	);
}

/** The outermost lists of a page's sections or of the pages below it. */
function* outlinesIn(root: TreeElement, sizeOf: (element: TreeElement) => Size): Generator<TreeElement> {
	for (const child of root.childNodes) {
		if (!(child instanceof TreeElement)) continue;
		const { text, linked, inner } = sizeOf(child);
		const isLinks = text > 0 && linked + inner >= linkedMin * text && holders.has(child.tagName);
		if (isLinks && isCalled(child, (name) => outline.test(name))) yield child;
		else yield* outlinesIn(child, sizeOf);
	}
}

function isCalled({ attributes }: TreeElement, matches: (name: string) => boolean): boolean {
	const names = [attributes.class, attributes.id, attributes.role].filter(Boolean).join(" ");
	return (
		names !== "" &&
		names
			.toLowerCase()
			.split(/[^a-z]+/)
			.some(matches)
	);
}

function isUnseen({ hidden, style, "aria-hidden": ariaHidden }: Record<string, string>): boolean {
	return (
		hidden !== undefined ||
		ariaHidden === "true" ||
		(style !== undefined && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style))
	);
}

/** A link without a word to a place of the page, beside a heading or an entry. */
function isPermalink(element: TreeElement): boolean {
	return element.attributes.href?.includes("#") === true && !/[\p{L}\p{N}]/u.test(element.textContent);
}
