import { reportChanges } from "./changes.ts";
import { shownDisputes } from "./disputes.ts";
import { evidenceMapOf } from "./evidence-map.ts";
import { lineHtml } from "./html-text.ts";
import type { ReportView } from "./input.ts";
import { insertTable } from "./prose.ts";

/** The id of a section of the report, by its place. */
export function sectionId(at: number): string {
	return `part-${at + 1}`;
}

/** Fewer entries need no list of contents. */
const entriesMin = 4;

/** The contents of the report, each with a link to it. Empty for a short report. */
export function contentsHtml(view: ReportView): string {
	const { sections, gaps, bottomLine = [], table } = view.report;
	const parts: [id: string, title: string][] = [
		...(bottomLine.length > 0 ? [["short-answer", "Short answer"] as [string, string]] : []),
		...(reportChanges(view.state) ? [["changes", "What changed"] as [string, string]] : []),
		...insertTable(
			sections.map(({ heading }, at): [string, string] => [sectionId(at), heading]),
			table,
			(): [string, string] => ["table", "Table"],
		).filter(([, title]) => title !== ""),
	];
	if (shownDisputes(view).shown.length > 0) parts.push(["disputes", "Where sources disagree"]);
	if (gaps.length > 0) parts.push(["gaps", "What was not found"]);
	if (evidenceMapOf(view.state).facts.length > 0) parts.push(["evidence", "The evidence"]);
	parts.push(["sources", "Sources"], ["making", "How this was made"]);
	if (parts.length < entriesMin) return "";
	const items = parts.map(([id, title]) => `<li><a href="#${id}">${lineHtml(title)}</a></li>`);
	return `<nav class="toc" aria-label="Contents"><p>Contents</p><ol>${items.join("")}</ol></nav>`;
}
