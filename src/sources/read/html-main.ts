import { TreeElement } from "./tree.ts";

/**
 * Names that authors give to boilerplate, matched as whole words of `class`, `id` and `role`. After Readability's list of unlikely
 * candidates (github.com/mozilla/readability).
 */
const framed =
	/^(?:nav\w*|\w+nav|menu\w*|\w*menu|breadcrumbs?|\w*footer|masthead|banner|pager|pagination|search|contentinfo|cookies?|skip|skiplinks?)$/;
/** Names that are used for content as often. Such an element is boilerplate if most of its text links to other pages. */
const framedIfLinks = /^(?:related|share|social|header|links?|prev|next|tags?|\w*sidebar)$/;
/** Names of lists of the page's sections or of the pages below it, which only repeat their titles. */
const outline = /^(?:toc|tableofcontents|contents)$/;
const framing = new Set(["nav", "header", "footer", "aside", "form", "dialog"]);
/** An element with at least this share of its text in links to other pages is a list of links. */
const linkedMin = 0.5;
/** An element with a larger share of a page's text is content, whatever its name. The part marked as main must hold this share. */
const shareMax = 0.5;

/** Elements that can be boilerplate: containers, not inline elements. */
const holders = new Set([...framing, ..."div section ul ol dl table p center td".split(" ")]);

interface Size {
	/** Characters of text, and how many of them are in links to other pages. */
	text: number;
	linked: number;
	/** Characters in links within the page itself. */
	inner: number;
}

/** Removes boilerplate from the tree, by HTML element, by name and by link density, and returns the main content. */
export function mainPart(root: TreeElement): TreeElement {
	const sizes = new Map<TreeElement, Size>();
	const whole = measure(root, sizes).text;
	const sizeOf = (element: TreeElement) => sizes.get(element) ?? nothing;
	let left = whole - prune(root, false, (element, inMain) => isFrame(element, inMain, sizeOf(element), whole), sizeOf);
	const outlines = new Set(outlinesIn(root, sizeOf));
	const outlined = [...outlines].reduce((sum, element) => sum + sizeOf(element).text, 0);
	// If the outline is most of the remaining text, it is the content.
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

/** Removes the matching elements below an element and returns how many characters they held. */
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

/** Yields the outermost lists of a page's sections or of the pages below it. */
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

/** Whether a link has no words and leads to a fragment, as permalinks beside headings do. */
function isPermalink(element: TreeElement): boolean {
	return element.attributes.href?.includes("#") === true && !/[\p{L}\p{N}]/u.test(element.textContent);
}
