import { oneLine } from "../../../base/text.ts";
import { locate } from "../../../evidence/source.ts";
import { type Heading, type ParsedDocument, type TextBuilder, toIsoDate } from "../parsed-document.ts";
import { descendants } from "./dom.ts";
import { extractMainContent } from "./main-content.ts";
import { renderHtml } from "./text.ts";
import { parseHtmlTree, type TreeElement } from "./tree.ts";

/**
 * Reads an HTML page of a folder without its boilerplate. One pass each for the tree, the boilerplate and the text reads a manual
 * of a thousand pages in seconds. Runs in a child process, because a page can be made to hang a parser.
 */
export function readHtml(source: string): ParsedDocument {
	const root = parseHtmlTree(source);
	const pageTitle = oneLine(firstElement(root, "title")?.textContent ?? "") || undefined;
	const meta = metaLookup(root);
	const published = publicationDate(root, meta);
	const main = extractMainContent(root);
	const { text, headings, tables, formed } = renderHtml(removeRepeatedTitle(main, pageTitle));
	return {
		kind: "html",
		title: pageTitle ?? headings[0]?.text,
		date: published,
		origin:
			meta(["og:site_name", "dc.publisher", "citation_publisher", "application-name"]) ??
			meta(["author", "dc.creator", "citation_author", "article:author"]),
		text,
		marks: markForms(sectionMarks(headings, pageTitle), formed),
		headings,
		tables,
	};
}

/** Marks where lines of links, code and terms begin and end. No heading stands within them. */
export function markForms(sections: ParsedDocument["marks"], formed: TextBuilder["formed"]): ParsedDocument["marks"] {
	const own = formed.flatMap(({ form, start, end }): ParsedDocument["marks"] => {
		const locator = locate({ marks: sections }, start);
		return [
			{ start, locator, ...(form === "links" ? { links: true } : { form }) },
			{ start: end, locator },
		];
	});
	const starts = new Set(own.map(({ start }) => start));
	return [...sections.filter(({ start }) => !starts.has(start)), ...own].toSorted((a, b) => a.start - b.start);
}

/** Marks where each section of a text begins. */
export function sectionMarks(headings: readonly Heading[], pageTitle: string | undefined): ParsedDocument["marks"] {
	const marks: ParsedDocument["marks"] = headings
		.map(({ start, level, text }) => ({ start, locator: { kind: "section" as const, section: text }, level }))
		.filter((mark, index, all) => mark.start !== all[index + 1]?.start);
	const title = pageTitle ?? headings[0]?.text;
	if (marks[0]?.start !== 0) marks.unshift({ start: 0, locator: { kind: "section", section: title ?? "beginning" } });
	return marks;
}

/** Removes a first heading that only repeats the page's title, because the title is shown above the text anyway. */
function removeRepeatedTitle(main: TreeElement, title: string | undefined): TreeElement {
	const heading = firstElement(main, "h1 h2");
	if (heading?.parentElement && title !== undefined && oneLine(heading.textContent) === title)
		heading.parentElement.childNodes = heading.parentElement.childNodes.filter((child) => child !== heading);
	return main;
}

function firstElement(root: TreeElement, names: string): TreeElement | undefined {
	return (descendants(root, names) as Generator<TreeElement>).next().value;
}

type MetaLookup = (names: readonly string[]) => string | undefined;

/** Looks up the content of `meta` elements: the first one in the page that has one of the names. */
function metaLookup(root: TreeElement): MetaLookup {
	const entries = [...descendants(root, "meta")].map((meta) => ({
		name: (meta.getAttribute("name") ?? meta.getAttribute("property") ?? "").toLowerCase(),
		content: oneLine(meta.getAttribute("content") ?? ""),
	}));
	return (names) => entries.find(({ name, content }) => names.includes(name) && content !== "")?.content;
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

function publicationDate(root: TreeElement, meta: MetaLookup): string | undefined {
	const jsonLdDate = /"datePublished"\s*:\s*"([^"]+)"/.exec(firstElement(root, "script")?.textContent ?? "")?.[1];
	const article = firstElement(root, "article");
	const times = [...descendants(article ?? root, "time")];
	const time = times.find((one) => article !== undefined || one.getAttribute("pubdate") !== null);
	return toIsoDate(meta(dateNames)) ?? toIsoDate(jsonLdDate) ?? toIsoDate(time?.getAttribute("datetime") ?? undefined);
}
