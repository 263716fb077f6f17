import { oneLine } from "../../base/text.ts";
import { below } from "./dom.ts";
import { type Draft, type Heading, isoDate } from "./draft.ts";
import { mainPart } from "./html-main.ts";
import { renderHtml } from "./html-text.ts";
import { type TreeElement, treeOf } from "./tree.ts";

/**
 * Reads an HTML page of a folder without its boilerplate. One pass each for the tree, the boilerplate and the text reads a manual
 * of a thousand pages in seconds. Runs in a child process, because a page can be made to hang a parser.
 */
export function readHtml(source: string): Draft {
	const root = treeOf(source);
	const pageTitle = oneLine(first(root, "title")?.textContent ?? "") || undefined;
	const meta = metaOf(root);
	const stated = statedDate(root, meta);
	const main = mainPart(root);
	const { text, headings, tables } = renderHtml(withoutTitle(main, pageTitle));
	return {
		kind: "html",
		title: pageTitle ?? headings[0]?.text,
		date: stated,
		origin:
			meta(["og:site_name", "dc.publisher", "citation_publisher", "application-name"]) ??
			meta(["author", "dc.creator", "citation_author", "article:author"]),
		text,
		marks: sectionMarks(headings, pageTitle),
		headings,
		tables,
	};
}

/** Marks where each section of a text begins. */
export function sectionMarks(headings: readonly Heading[], pageTitle: string | undefined): Draft["marks"] {
	const marks: Draft["marks"] = headings
		.map(({ start, level, text }) => ({ start, locator: { kind: "section" as const, section: text }, level }))
		.filter((mark, index, all) => mark.start !== all[index + 1]?.start);
	const title = pageTitle ?? headings[0]?.text;
	if (marks[0]?.start !== 0) marks.unshift({ start: 0, locator: { kind: "section", section: title ?? "beginning" } });
	return marks;
}

/** Removes a first heading that only repeats the page's title, because the title is shown above the text anyway. */
function withoutTitle(main: TreeElement, title: string | undefined): TreeElement {
	const heading = first(main, "h1 h2");
	if (heading?.parentElement && title !== undefined && oneLine(heading.textContent) === title)
		heading.parentElement.childNodes = heading.parentElement.childNodes.filter((child) => child !== heading);
	return main;
}

function first(root: TreeElement, names: string): TreeElement | undefined {
	return (below(root, names) as Generator<TreeElement>).next().value;
}

type Meta = (names: readonly string[]) => string | undefined;

/** Looks up the content of `meta` elements: the first one in the page that has one of the names. */
function metaOf(root: TreeElement): Meta {
	const stated = [...below(root, "meta")].map((meta) => ({
		name: (meta.getAttribute("name") ?? meta.getAttribute("property") ?? "").toLowerCase(),
		content: oneLine(meta.getAttribute("content") ?? ""),
	}));
	return (names) => stated.find(({ name, content }) => names.includes(name) && content !== "")?.content;
}

const dateNames = [
	"article:published_time",
	"date",
	"dc.date",
	"dcterms.date",
	"dcterms.created",
	"citation_publication_date",
	"pubdate",
];

function statedDate(root: TreeElement, meta: Meta): string | undefined {
	const linked = /"datePublished"\s*:\s*"([^"]+)"/.exec(first(root, "script")?.textContent ?? "")?.[1];
	const article = first(root, "article");
	const times = [...below(article ?? root, "time")];
	const time = times.find((one) => article !== undefined || one.getAttribute("pubdate") !== null);
	return isoDate(meta(dateNames)) ?? isoDate(linked) ?? isoDate(time?.getAttribute("datetime") ?? undefined);
}
