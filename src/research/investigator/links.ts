import { limits } from "../../base/limits.ts";
import { shortLine } from "../../base/text.ts";
import type { Link, Page, PooledHit } from "../../evidence/source.ts";
import { ToolRefusal, type Workspace } from "./workspace.ts";

/** The most characters of a link's text that are shown. */
const linkTextMost = 80;

/**
 * The links of a page that are nearest to the sub-question, in page order, each with a name from code such as `r3.1`. Empty where
 * links are not followed.
 */
export function linksText({ assignment, reading }: Workspace, id: string, { links = [] }: Page): string {
	if (!assignment.web?.links) return "";
	const questionWords = wordsOf(assignment.subQuestion.text);
	const rows = links
		.map((link, at) => ({ link, at, shared: [...wordsOf(link.text)].filter((word) => questionWords.has(word)).length }))
		.filter(({ link }) => link.text.trim() !== "" && !reading.has(link.url) && URL.canParse(link.url))
		.toSorted((a, b) => b.shared - a.shared || a.at - b.at)
		.slice(0, limits.linksShown)
		.toSorted((a, b) => a.at - b.at)
		.map(({ link, at }) => `${id}.${at + 1}: ${linkText(link)} (${new URL(link.url).hostname})`);
	return rows.length === 0 ? "" : ["Links of this page, to be read by their names:", ...rows].join("\n");
}

/** The result that a link's name stands for; undefined when it is no such name. Throws a `ToolRefusal` for an unknown link. */
export function linkNamed(workspace: Workspace, name: string): PooledHit | undefined {
	const [, id, number] = /^(r\d+)\.(\d+)$/.exec(name) ?? [];
	if (id === undefined || !workspace.assignment.web?.links) return undefined;
	const url = workspace.found.get(id)?.hit.url;
	const page = url === undefined ? undefined : workspace.pages.get(url)?.page;
	if (!page) throw new ToolRefusal(`${id} was not read, so its links are not known.`);
	const link = page.links?.[Number(number) - 1];
	if (!link || !URL.canParse(link.url)) throw new ToolRefusal(`${id} has no link ${name}.`);
	const { hostname, pathname } = new URL(link.url);
	return {
		url: link.url,
		title: linkText(link),
		label: `${hostname}${pathname === "/" ? "" : pathname}`,
		kind: "html",
		...{ snippet: "", start: 0, end: 0, locator: { kind: "line", line: 1 }, score: 0, passages: [] },
	};
}

function linkText({ text }: Link): string {
	return shortLine(text, linkTextMost);
}

function wordsOf(text: string): Set<string> {
	return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu));
}
