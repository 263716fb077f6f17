import { bylineOf } from "../../evidence/byline.ts";
import type { QuotedBlock } from "../../evidence/report.ts";
import { type BlockPart, blockPartsOf, cutMark, type TextRun, tableWidth } from "./block-layout.ts";
import { escapeHtml, escapeHtmlLines, isLinkable, textHtml, withBreaks } from "./html-text.ts";
import type { ReportView } from "./input.ts";
import { withoutHidden } from "./markdown-text.ts";

/**
 * A block as HTML: its title, headings and byline, then the passage as a quote in which the answering parts are marked. What stands under
 * an earlier heading than the first of these is folded. `markers`: the source's number.
 */
export function blockHtml(view: ReportView, { path, ...block }: QuotedBlock, markers: string): string {
	const source = view.source(block.sourceId);
	const { before, shown } = splitAtHeading(blockPartsOf({ path, ...block }));
	const headings = path.filter((heading) => heading !== source?.title);
	// It is the heading of what is folded.
	const folded = before.length > 0 ? headings.pop() : undefined;
	const beforeHtml =
		before.length === 0
			? ""
			: `<details class="before"><summary>Before it${folded === undefined ? "" : `: ${escapeHtml(folded)}`}</summary>${before.map(partHtml).join("")}</details>`;
	const address = source ? view.addressOf(source) : "";
	const cite = isLinkable(address) ? ` cite="${escapeHtml(address)}"` : "";
	const title = `<cite>${escapeHtml(source?.title || source?.label || "")}</cite>`;
	const byline = source ? bylineOf(source) : "";
	const bylineHtml = byline === "" ? "" : `<span class="by"> — ${escapeHtml(byline)}</span>`;
	return (
		`<figure class="block"><figcaption>${title}${withBreaks(headings.map((heading) => ` › ${escapeHtml(heading)}`).join(""))}${markers}${bylineHtml}</figcaption>` +
		`<blockquote${cite}>${beforeHtml}${shown.map(partHtml).join("")}</blockquote></figure>`
	);
}

/** The parts before the last heading that stands above the first mark, and the others. */
function splitAtHeading(parts: readonly BlockPart[]): { before: readonly BlockPart[]; shown: readonly BlockPart[] } {
	const marked = parts.findIndex((part) => runsOf(part).some((run) => run.marked));
	const at = Math.max(
		0,
		parts.slice(0, marked + 1).findLastIndex(({ kind }) => kind === "term"),
	);
	return { before: parts.slice(0, at), shown: parts.slice(at) };
}

function runsOf(part: BlockPart): TextRun[] {
	switch (part.kind) {
		case "cut":
			return [];
		case "list":
			return part.items.flatMap(({ runs, code }) => [...runs, ...code.flat()]);
		case "table":
			return [part.header, ...part.rows].flatMap((row) => row?.flat() ?? []);
		default:
			return part.runs;
	}
}

const cut = `<span class="ed">${cutMark}</span>`;

function partHtml(part: BlockPart): string {
	switch (part.kind) {
		case "cut":
			return `<p>${cut}</p>`;
		case "prose":
			return `<p>${runsHtml(part.runs)}</p>`;
		case "term":
			return `<p class="term">${runsHtml(part.runs)}</p>`;
		case "code":
			return codeRunsHtml(part.runs);
		case "list": {
			const items = part.items.map(({ runs, code }) => `<li>${runsHtml(runs)}${code.map(codeRunsHtml).join("")}</li>`);
			return part.start === undefined
				? `<ul>${items.join("")}</ul>`
				: `<ol start="${part.start}">${items.join("")}</ol>`;
		}
		case "table":
			return tableHtml(part);
	}
}

function tableHtml(table: BlockPart & { kind: "table" }): string {
	const width = tableWidth(table);
	const columnName = (at: number) => escapeHtml((table.header[at] ?? []).map(({ text }) => text).join(""));
	const cells = (row: readonly TextRun[][]) =>
		Array.from({ length: width }, (_, at) => `<td data-l="${columnName(at)}">${runsHtml(row[at] ?? [])}</td>`).join("");
	if (isNamed(table)) {
		const rows = [table.header, ...table.rows].map(
			(row) =>
				`<tr>${row ? `<th scope="row">${runsHtml(row[0] ?? [])}</th><td>${runsHtml(row[1] ?? [])}</td>` : `<td colspan="2">${cut}</td>`}</tr>`,
		);
		return `<div class="wide"><table class="pairs"><tbody>${rows.join("")}</tbody></table></div>`;
	}
	const head = Array.from({ length: width }, (_, at) => `<th scope="col">${runsHtml(table.header[at] ?? [])}</th>`);
	const body = table.rows.map((row) => `<tr>${row ? cells(row) : `<td colspan="${width}">${cut}</td>`}</tr>`);
	const header = table.header.length === 0 ? "" : `<thead><tr>${head.join("")}</tr></thead>`;
	return `<div class="wide"><table>${header}<tbody>${body.join("")}</tbody></table></div>`;
}

/** Whether a table has no header, but a name in front of each value: `Syntax: | LimitRequestBody bytes`. */
function isNamed(table: BlockPart & { kind: "table" }): boolean {
	const rows = [table.header, ...table.rows].flatMap((row) => (row ? [row] : []));
	const isName = (runs: readonly TextRun[] = []) => /\S:\s*$/.test(runs.map(({ text }) => text).join(""));
	return tableWidth(table) === 2 && rows.length > 1 && rows.every(([name]) => isName(name));
}

function codeRunsHtml(runs: readonly TextRun[]): string {
	return `<pre><code>${runs.map((run) => markedHtml(run, escapeHtmlLines(withoutHidden(run.text)))).join("")}</code></pre>`;
}

/** Runs of text. A browser folds their white space. */
function runsHtml(runs: readonly TextRun[]): string {
	return runs.map((run) => markedHtml(run, textHtml(withoutHidden(run.text)))).join("");
}

function markedHtml({ marked: isMarked }: TextRun, html: string): string {
	return isMarked ? `<mark>${html}</mark>` : html;
}
