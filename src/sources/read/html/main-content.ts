import { TreeElement } from "./tree.ts";

/**
 * Names that authors give to boilerplate, matched as whole words of `class`, `id` and `role`. After Readability's list of unlikely
 * candidates (github.com/mozilla/readability).
 */
const boilerplateNames =
	/^(?:nav\w*|\w+nav|menu\w*|\w*menu|breadcrumbs?|\w*footer|masthead|banner|pager|pagination|search|contentinfo|cookies?|skip|skiplinks?)$/;
/** Names that are used for content as often. Such an element is boilerplate if most of its text links to other pages. */
const ambiguousNames = /^(?:related|share|social|header|links?|prev|next|tags?|\w*sidebar)$/;
/** Names of lists of the page's sections or of the pages below it, which only repeat their titles. */
const outlineNames = /^(?:toc|tableofcontents|contents)$/;
const boilerplateElements = new Set(["nav", "header", "footer", "aside", "form", "dialog"]);
/** An element with at least this share of its text in links to other pages is a list of links. */
const linkShareMin = 0.5;
/**
 * An element with a larger share of a page's text is content, whatever its class or id. The part marked as main must hold this share.
 */
const contentShare = 0.5;

/** Elements that can be boilerplate: containers, not inline elements. */
const containers = new Set([...boilerplateElements, ..."div section ul ol dl table p center td".split(" ")]);

interface TextCounts {
	/** Characters of text, and how many of them are in links to other pages. */
	text: number;
	linked: number;
	/** Characters in links within the page itself. */
	inner: number;
}

/** Removes boilerplate from the tree, by HTML element, by name and by link density, and returns the main content. */
export function extractMainContent(root: TreeElement): TreeElement {
	const sizes = new Map<TreeElement, TextCounts>();
	const whole = measure(root, sizes).text;
	const sizeOf = (element: TreeElement) => sizes.get(element) ?? noText;
	let remaining =
		whole -
		removeElements(
			root,
			false,
			(element, inMain) => isBoilerplateElement(element, inMain, sizeOf(element), whole),
			sizeOf,
		);
	const outlines = new Set(findOutlines(root, sizeOf));
	const outlined = [...outlines].reduce((sum, element) => sum + sizeOf(element).text, 0);
	// If the outline is most of the remaining text, it is the content.
	if (outlined <= contentShare * remaining)
		remaining -= removeElements(root, false, (element) => outlines.has(element), sizeOf);
	const mains = [...sizes.keys()].filter(isMain);
	const articles = mains.length > 0 ? [] : [...sizes.keys()].filter(({ tagName }) => tagName === "article");
	const marked = articles.length === 1 ? articles : mains;
	return marked.find((one) => sizeOf(one).text >= contentShare * remaining) ?? root;
}

const noText: TextCounts = { text: 0, linked: 0, inner: 0 };

function isMain(element: TreeElement): boolean {
	return element.tagName === "main" || element.attributes.role === "main";
}

/** Whether an element is navigation by HTML's own element or role. */
function isNavigation({ tagName, attributes }: TreeElement): boolean {
	return tagName === "nav" || attributes.role === "navigation";
}

function measure(element: TreeElement, sizes: Map<TreeElement, TextCounts>): TextCounts {
	const size: TextCounts = { text: 0, linked: 0, inner: 0 };
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
function removeElements(
	element: TreeElement,
	inMain: boolean,
	isRemoved: (element: TreeElement, inMain: boolean) => boolean,
	sizeOf: (element: TreeElement) => TextCounts,
): number {
	const inside = inMain || isMain(element) || element.tagName === "article";
	let removed = 0;
	element.childNodes = element.childNodes.filter((child) => {
		if (!(child instanceof TreeElement)) return true;
		const isGone = isRemoved(child, inside);
		removed += isGone ? sizeOf(child).text : removeElements(child, inside, isRemoved, sizeOf);
		return !isGone;
	});
	return removed;
}

function isBoilerplateElement(
	element: TreeElement,
	inMain: boolean,
	{ text, linked, inner }: TextCounts,
	whole: number,
): boolean {
	const { tagName, attributes } = element;
	if (isHidden(attributes)) return true;
	if (tagName === "a") return isPermalink(element);
	if (text === 0 || !containers.has(tagName)) return false;
	// A menu is often longer than a short page's content.
	if (isNavigation(element) && linked + inner >= linkShareMin * text && text < whole) return true;
	if (text > contentShare * whole) return false;
	if (tagName === "nav") return true;
	if (boilerplateElements.has(tagName)) return !inMain;
	const isLinks = linked >= linkShareMin * text;
	return hasNameLike(
		element,
		(name) => ((isLinks || !inMain) && boilerplateNames.test(name)) || (isLinks && ambiguousNames.test(name)),
	);
}

/** Yields the outermost lists of a page's sections or of the pages below it. */
function* findOutlines(root: TreeElement, sizeOf: (element: TreeElement) => TextCounts): Generator<TreeElement> {
	for (const child of root.childNodes) {
		if (!(child instanceof TreeElement)) continue;
		const { text, linked, inner } = sizeOf(child);
		const isLinks = text > 0 && linked + inner >= linkShareMin * text && containers.has(child.tagName);
		if (isLinks && hasNameLike(child, (name) => outlineNames.test(name))) yield child;
		else yield* findOutlines(child, sizeOf);
	}
}

function hasNameLike({ attributes }: TreeElement, matches: (name: string) => boolean): boolean {
	const names = [attributes.class, attributes.id, attributes.role].filter(Boolean).join(" ");
	return (
		names !== "" &&
		names
			.toLowerCase()
			.split(/[^a-z]+/)
			.some(matches)
	);
}

function isHidden({ hidden, style, "aria-hidden": ariaHidden }: Record<string, string>): boolean {
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
