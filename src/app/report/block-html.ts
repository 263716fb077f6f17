import { bylineOf } from "../../evidence/byline.ts";
import type { QuotedBlock } from "../../evidence/report.ts";
import { type BlockPart, blockPartsOf, cutMark, type TextRun, tableWidth } from "./block-layout.ts";
import { escapeHtml, escapeHtmlLines, isLinkable, textHtml, withBreaks } from "./html-text.ts";
import type { ReportView } from "./input.ts";
import { withoutHidden } from "./markdown-text.ts";

/**
 * A block as HTML: its title, headings and byline, then the passage as a quote in which the answering parts are marked. `markers`:
 * the source's number.
 */
export function blockHtml(view: ReportView, { path, ...block }: QuotedBlock, markers: string): string {
	const source = view.source(block.sourceId);
	const headings = path.filter((heading) => heading !== source?.title).map((heading) => ` › ${escapeHtml(heading)}`);
	const address = source ? view.addressOf(source) : "";
	const cite = isLinkable(address) ? ` cite="${escapeHtml(address)}"` : "";
	const title = `<cite>${escapeHtml(source?.title || source?.label || "")}</cite>`;
	const byline = source ? bylineOf(source) : "";
	const bylineHtml = byline === "" ? "" : `<span class="by"> — ${escapeHtml(byline)}</span>`;
	const parts = blockPartsOf({ path, ...block }).map(partHtml);
	return (
		`<figure class="block"><figcaption>${title}${withBreaks(headings.join(""))}${markers}${bylineHtml}</figcaption>` +
		`<blockquote${cite}>${parts.join("")}</blockquote></figure>`
	);
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
	const head = Array.from({ length: width }, (_, at) => `<th scope="col">${runsHtml(table.header[at] ?? [])}</th>`);
	const body = table.rows.map((row) => `<tr>${row ? cells(row) : `<td colspan="${width}">${cut}</td>`}</tr>`);
	const header = table.header.length === 0 ? "" : `<thead><tr>${head.join("")}</tr></thead>`;
	return `<div class="wide"><table>${header}<tbody>${body.join("")}</tbody></table></div>`;
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
