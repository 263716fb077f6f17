import { oneLine } from "../../base/text.ts";
import type { Table } from "../../evidence/source.ts";
import { type DomElement, type DomNode, elementNode, textNode } from "./dom.ts";
import { DraftText, type Heading } from "./draft.ts";
import { writeGrid } from "./grid.ts";
import { captionOf, cellsOf, gridOf, holdsData, isLayout, rowsOf } from "./html-table.ts";

const blocks = new Set(
	(
		"address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li " +
		"main nav ol p pre section summary table tbody td tfoot th thead tr ul caption center colgroup"
	).split(" "),
);
const silent = new Set(
	"script style noscript template svg math head title iframe canvas object audio video select button textarea".split(
		" ",
	),
);
/** Deeper than this no page nests in earnest, and a hostile one would overflow the stack. */
const depthMax = 500;

/** The text of a tree of HTML: paragraphs set apart by blank lines, list items after `- `, table cells by ` | `. */
export function renderHtml(root: DomElement): { text: string; headings: Heading[]; tables: Table[] } {
	const out = new DraftText();
	let line = "";
	let gap = "\n\n";
	let prefix = "";

	const flush = () => {
		const text = line.replace(/[ \t\n\r\f\u00a0]+/g, " ").trim();
		line = "";
		if (text === "") return;
		out.block(prefix + text, gap);
		prefix = "";
		gap = "\n\n";
	};

	const walk = (node: DomNode, depth: number, inList: boolean): void => {
		if (node.nodeType === textNode) {
			line += node.textContent ?? "";
			return;
		}
		if (node.nodeType !== elementNode || depth > depthMax) return;
		const element = node as DomElement;
		const name = element.tagName.toLowerCase();
		if (silent.has(name)) return;
		if (name === "br") {
			const had = line.trim() !== "";
			flush();
			if (had) gap = "\n";
			return;
		}
		if (name === "pre") {
			flush();
			const code = (element.textContent ?? "").replace(/^\n+|\s+$/g, "");
			if (code.trim() !== "") out.block(code, "\n\n");
			prefix = "";
			return;
		}
		if (name === "table") {
			flush();
			table(element, depth);
			return;
		}
		const level = /^h([1-6])$/.exec(name)?.[1];
		if (level !== undefined) {
			flush();
			const text = (element.textContent ?? "")
				.replace(/\s+/g, " ")
				.replace(/[¶#]\s*$/, "")
				.trim();
			if (text !== "") out.heading(out.block(text), Number(level), text);
			prefix = "";
			return;
		}
		if (!blocks.has(name)) {
			for (const child of element.childNodes) walk(child, depth + 1, inList);
			return;
		}
		flush();
		if (name === "li") {
			prefix = "- ";
			if (inList) gap = "\n";
		}
		if (name === "dd" || (name === "dt" && inList)) gap = "\n";
		let first = true;
		for (const child of element.childNodes) {
			const listItem = child.nodeType === elementNode && /^(?:li|dt)$/i.test((child as DomElement).tagName);
			walk(child, depth + 1, listItem ? !first : inList);
			if (listItem) first = false;
		}
		flush();
		prefix = "";
		gap = "\n\n";
	};

	const table = (element: DomElement, depth: number): void => {
		const rows = rowsOf(element);
		const own = oneLine(element.querySelector("caption")?.textContent ?? "");
		const caption = captionOf(element, own, out);
		if (own !== "") out.block(own);
		if (isLayout(element, rows)) {
			for (const row of rows)
				for (const cell of cellsOf(row))
					for (const child of [...cell.childNodes, null]) child ? walk(child, depth + 1, false) : flush();
			return;
		}
		const grid = gridOf(element, rows, cellText);
		writeGrid(out, { ...grid, caption, ...(holdsData(grid) ? {} : { prose: true }) });
	};

	walk(root, 0, false);
	flush();
	return { text: out.text, headings: out.headings, tables: out.tables };
}

/** A cell on one line: its blocks set apart by a space. */
function cellText(cell: DomElement): string {
	let text = "";
	const walk = (node: DomNode, depth: number): void => {
		if (node.nodeType === textNode) text += node.textContent ?? "";
		if (node.nodeType !== elementNode || depth > depthMax) return;
		const name = (node as DomElement).tagName.toLowerCase();
		if (silent.has(name)) return;
		if (blocks.has(name) || name === "br") text += " ";
		for (const child of node.childNodes) walk(child, depth + 1);
		if (blocks.has(name)) text += " ";
	};
	for (const child of cell.childNodes) walk(child, 0);
	return oneLine(text);
}
