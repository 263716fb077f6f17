import type { CslDate, CslItem } from "./csl.ts";

const entryTypes: Record<CslItem["type"], string> = {
	"article-journal": "article",
	"article-newspaper": "article",
	document: "misc",
	webpage: "online",
};

/** Sources as BibTeX entries, UTF-8. Titles and names stand in double braces, so that no style changes their capitals or order. */
export function renderBibtex(items: readonly CslItem[]): string {
	return items.map(entryText).join("\n");
}

function entryText(item: CslItem): string {
	const fields: [string, string | undefined][] = [
		["title", braced(item.title)],
		["author", item.author?.map(({ literal }) => braced(literal)).join(" and ")],
		[item.type.startsWith("article") ? "journal" : "organization", escaped(item["container-title"])],
		["year", item.issued && String(item.issued["date-parts"][0][0])],
		["date", isoOf(item.issued)],
		["doi", item.DOI && addressText(item.DOI)],
		["url", item.URL && addressText(item.URL)],
		["urldate", isoOf(item.accessed)],
		["langid", escaped(item.language)],
		["note", escaped(item.note)],
	];
	const lines = fields.flatMap(([name, text]) => (text === undefined ? [] : [`  ${name} = {${text}},`]));
	return [`@${entryTypes[item.type]}{${item.id},`, ...lines, "}", ""].join("\n");
}

const marks: Record<string, string> = {
	"\\": "\\textbackslash{}",
	"~": "\\textasciitilde{}",
	"^": "\\textasciicircum{}",
};

/** Text that LaTeX prints as it is. */
function escaped(text: string | undefined): string | undefined {
	return text?.replace(/[\\~^]|[{}$&#_%]/g, (mark) => marks[mark] ?? `\\${mark}`);
}

function braced(text: string): string {
	return `{${escaped(text)}}`;
}

/** An address as it is; what could end the field is percent-encoded. */
function addressText(url: string): string {
	return url.replace(/[{}\\\s]/g, encodeURIComponent);
}

function isoOf(date: CslDate | undefined): string | undefined {
	return date?.["date-parts"][0].map((part, at) => String(part).padStart(at === 0 ? 4 : 2, "0")).join("-");
}
