import { oneLine } from "../../../base/text.ts";
import { stopWords, wordsIn } from "../../../text/words.ts";
import { TextBuilder } from "../parsed-document.ts";
import { readText } from "../plain-text.ts";
import { writeGrid } from "../tables/grid.ts";
import { descendants, elementName, type HtmlElement, type HtmlNode, isElement, textNode } from "./dom.ts";
import {
	captionElementText,
	cellElements,
	findCaption,
	holdsData,
	isLayoutTable,
	parseHtmlGrid,
	rowElements,
} from "./table.ts";

const blockElements = new Set(
	(
		"address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li " +
		"main nav ol p pre section summary table tbody td tfoot th thead tr ul caption center colgroup"
	).split(" "),
);
const unrenderedElements = new Set(
	"script style noscript template svg math head title iframe canvas object audio video select button textarea".split(
		" ",
	),
);
/**
 * From this share of its letters in links on, a line is a list of links (link density: Kohlschütter and others 2010). In manuals hardly a
 * line lies between a half and this.
 */
const linkedShareMin = 0.8;
/** Maximum depth that is rendered. No genuine page nests deeper, and a hostile one would overflow the stack. */
const depthMax = 500;

/**
 * Renders an HTML tree as text: paragraphs separated by blank lines, list items after `- `, a definition under its term, each entry
 * separated by a blank line, table cells separated by ` | `.
 */
export function renderHtml(root: HtmlElement): Pick<TextBuilder, "text" | "headings" | "tables" | "formed"> {
	const out = new TextBuilder();
	let line = "";
	let gap = "\n\n";
	let prefix = "";
	/** Letters and digits of the line, those in links to elsewhere, and those in links to the line itself. */
	let [letters, linked, own] = [0, 0, 0];
	let [linkDepth, ownDepth] = [0, 0];
	let isTerm = false;
	/** Names of the places that the line can be reached at. */
	let places = new Set<string>();

	const flush = () => {
		const text = line.replace(/[ \t\n\r\f\u00a0]+/g, " ").trim();
		const isLinks = linked > 0 && linked >= linkedShareMin * letters;
		line = "";
		// The heading of an entry links to itself.
		const isEntry = own > 0 && own >= letters / 2;
		[letters, linked, own] = [0, 0, 0];
		if (text === "") return;
		places = new Set();
		const start = out.addBlock(prefix + text, gap);
		if (isLinks) out.addForm("links", start);
		else if (isTerm || isEntry) out.addForm("term", start);
		prefix = "";
		gap = "\n\n";
	};

	/** `inList`: the node continues a list, or is a term right below another term. */
	const walk = (node: HtmlNode, depth: number, inList: boolean): void => {
		if (node.nodeType === textNode) {
			const text = node.textContent ?? "";
			const count = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
			letters += count;
			if (linkDepth > 0) linked += count;
			if (ownDepth > 0) own += count;
			line += text;
			return;
		}
		if (!isElement(node) || depth > depthMax) return;
		const element = node;
		const name = elementName(element);
		if (unrenderedElements.has(name)) return;
		for (const place of [element.getAttribute("id"), element.getAttribute("name")]) if (place) places.add(place);
		if (name === "br") {
			const hadText = line.trim() !== "";
			flush();
			if (hadText) gap = "\n";
			return;
		}
		if (name === "pre") {
			flush();
			const text = (element.textContent ?? "").replace(/^(?:[ \t]*\n)+|\s+$/g, "").replaceAll("\t", "    ");
			if (isProse(text)) out.addBlock(plainProse(text));
			else if (text.trim() !== "") out.addForm("code", out.addBlock(text));
			prefix = "";
			return;
		}
		if (name === "table") {
			flush();
			writeTable(element, depth);
			return;
		}
		const level = /^h([1-6])$/.exec(name)?.[1];
		if (level !== undefined) {
			flush();
			const text = (element.textContent ?? "")
				.replace(/\s+/g, " ")
				.replace(/[¶#]\s*$/, "")
				.trim();
			if (text !== "") out.addHeading(out.addBlock(text), Number(level), text);
			prefix = "";
			return;
		}
		if (!blockElements.has(name)) {
			if (name === "sup" && isExponent(line, element)) line += "^";
			const address = name === "a" ? element.getAttribute("href") : null;
			const isOwn = address?.startsWith("#") === true && places.has(decodedFragment(address));
			const isLink = address !== null && !isOwn;
			if (isLink) linkDepth++;
			if (isOwn) ownDepth++;
			for (const child of element.childNodes) walk(child, depth + 1, inList);
			if (isLink) linkDepth--;
			if (isOwn) ownDepth--;
			return;
		}
		flush();
		if (name === "li") {
			prefix = "- ";
			if (inList) gap = "\n";
		}
		if (name === "dd" || (name === "dt" && inList)) gap = "\n";
		isTerm = name === "dt";
		let before: string | undefined;
		for (const child of element.childNodes) {
			const kind = isElement(child) ? /^(?:li|dt|dd)$/.exec(elementName(child))?.[0] : undefined;
			const follows = kind === "li" ? before !== undefined : kind === "dt" ? before === "dt" : inList;
			walk(child, depth + 1, follows);
			before = kind ?? before;
		}
		flush();
		isTerm = false;
		prefix = "";
		gap = "\n\n";
	};

	const writeTable = (element: HtmlElement, depth: number): void => {
		const rows = rowElements(element);
		const captionText = captionElementText(element);
		const caption = findCaption(element, captionText, out);
		if (captionText !== "") out.addBlock(captionText);
		if (isLayoutTable(element, rows)) {
			for (const row of rows)
				for (const cell of cellElements(row))
					for (const child of [...cell.childNodes, null]) child ? walk(child, depth + 1, false) : flush();
			return;
		}
		const grid = parseHtmlGrid(element, rows, cellText);
		writeGrid(out, { ...grid, caption, ...(holdsData(grid) ? {} : { prose: true }) });
	};

	walk(root, 0, false);
	flush();
	return { text: out.text, headings: out.headings, tables: out.tables, formed: out.formed };
}

/** The place that the address `#place` leads to. */
function decodedFragment(address: string): string {
	try {
		return decodeURIComponent(address.slice(1));
	} catch {
		return address.slice(1);
	}
}

/** Whether a superscript is an exponent: `2<sup>31</sup>` is not 231. A note mark follows a word or is a link. */
function isExponent(before: string, element: HtmlElement): boolean {
	return (
		/^\s*(?:[-+−–]?\d{1,3}|n)\s*$/i.test(element.textContent ?? "") &&
		/(?:\d|\)|(?<!\p{L})\p{L}{1,2})$/u.test(before) &&
		descendants(element, "a").next().done === true
	);
}

/** A cell's text on one line, with its blocks separated by spaces. */
function cellText(cell: HtmlElement): string {
	let text = "";
	const walk = (node: HtmlNode, depth: number): void => {
		if (node.nodeType === textNode) text += node.textContent ?? "";
		if (!isElement(node) || depth > depthMax) return;
		const name = elementName(node);
		if (unrenderedElements.has(name)) return;
		if (blockElements.has(name) || name === "br") text += " ";
		if (name === "sup" && isExponent(text, node)) text += "^";
		for (const child of node.childNodes) walk(child, depth + 1);
		if (blockElements.has(name)) text += " ";
	};
	for (const child of cell.childNodes) walk(child, 0);
	return oneLine(text);
}

/** Of the words of preformatted prose at least this share are function words, and of its characters at most this share are signs of code. */
const [functionWordsMin, codeSignsMax] = [0.3, 0.03];
/** Fewer words do not tell, and of fewer than the second number only one line, or lines that end as a sentence does. */
const [proseWordsMin, linesWordsMin] = [8, 20];

/** Whether preformatted text is prose, as in manual pages and standards, and no code. */
function isProse(text: string): boolean {
	const words = wordsIn(text);
	const functionWords = words.filter(({ lower }) => stopWords.has(lower)).length;
	const signs = text.match(/[=_{}#$%\\;<>|+*@^~&]/g)?.length ?? 0;
	return (
		words.length >= proseWordsMin &&
		(words.length >= linesWordsMin || !text.includes("\n") || /[\p{L}\p{N})][.:!?]$/u.test(text)) &&
		functionWords >= functionWordsMin * words.length &&
		signs <= codeSignsMax * text.replace(/\s/g, "").length
	);
}

/** Preformatted prose as plain text, without its indents, the spaces that fill its lines and the hyphens that break its words. */
function plainProse(text: string): string {
	const words = new Set(wordsIn(text).map(({ lower }) => lower));
	const unbroken = text.replace(/(\p{L}+)-\n\s*(\p{Ll}+)/gu, (_, head: string, tail: string) =>
		words.has(`${head}${tail}`.toLowerCase()) ? head + tail : `${head}-${tail}`,
	);
	// A justified line has gaps of up to three spaces, columns stand further apart.
	const evened = unbroken.replace(/(?<=\S) {2,3}(?=\S)/g, " ");
	return readText(evened)
		.text.split("\n")
		.map((line) => line.trim())
		.join("\n");
}
