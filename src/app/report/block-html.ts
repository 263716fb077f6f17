import { bylineOf } from "../../evidence/byline.ts";
import type { QuotedBlock } from "../../evidence/report.ts";
import { cutMark, layoutOf, type Part, type Run, widthOf } from "./block-layout.ts";
import { breakable, citable, codedHtml, escaped, escapedLines } from "./html-text.ts";
import type { View } from "./input.ts";
import { visible } from "./markdown-text.ts";

/**
 * A block as HTML: its title, headings and byline, then the passage as a quote in which the answering parts are marked. `markers`:
 * the source's number.
 */
export function blockHtml(view: View, { path, ...block }: QuotedBlock, markers: string): string {
	const source = view.source(block.sourceId);
	const headings = path.filter((heading) => heading !== source?.title).map((heading) => ` › ${escaped(heading)}`);
	const cite = citable(source?.url ?? "") ? ` cite="${escaped(source?.url ?? "")}"` : "";
	const title = `<cite>${escaped(source?.title || source?.label || "")}</cite>`;
	const byline = source ? bylineOf(source) : "";
	const said = byline === "" ? "" : `<span class="by"> — ${escaped(byline)}</span>`;
	const parts = layoutOf({ path, ...block }).map(partHtml);
	return (
		`<figure class="block"><figcaption>${title}${breakable(headings.join(""))}${markers}${said}</figcaption>` +
		`<blockquote${cite}>${parts.join("")}</blockquote></figure>`
	);
}

const cut = `<span class="ed">${cutMark}</span>`;

function partHtml(part: Part): string {
	switch (part.kind) {
		case "cut":
			return `<p>${cut}</p>`;
		case "prose":
			return `<p>${runsHtml(part.runs)}</p>`;
		case "term":
			return `<p class="term">${runsHtml(part.runs)}</p>`;
		case "code":
			return codeHtml(part.runs);
		case "list": {
			const items = part.items.map(({ runs, code }) => `<li>${runsHtml(runs)}${code.map(codeHtml).join("")}</li>`);
			return part.start === undefined
				? `<ul>${items.join("")}</ul>`
				: `<ol start="${part.start}">${items.join("")}</ol>`;
		}
		case "table":
			return tableHtml(part);
	}
}

function tableHtml(table: Part & { kind: "table" }): string {
	const width = widthOf(table);
	const named = (at: number) => escaped((table.header[at] ?? []).map(({ text }) => text).join(""));
	const cells = (row: readonly Run[][]) =>
		Array.from({ length: width }, (_, at) => `<td data-l="${named(at)}">${runsHtml(row[at] ?? [])}</td>`).join("");
	const head = Array.from({ length: width }, (_, at) => `<th scope="col">${runsHtml(table.header[at] ?? [])}</th>`);
	const body = table.rows.map((row) => `<tr>${row ? cells(row) : `<td colspan="${width}">${cut}</td>`}</tr>`);
	const header = table.header.length === 0 ? "" : `<thead><tr>${head.join("")}</tr></thead>`;
	return `<div class="wide"><table>${header}<tbody>${body.join("")}</tbody></table></div>`;
}

function codeHtml(runs: readonly Run[]): string {
	return `<pre><code>${runs.map((run) => marked(run, escapedLines(visible(run.text)))).join("")}</code></pre>`;
}

/** Runs of text. A browser folds their white space. */
function runsHtml(runs: readonly Run[]): string {
	return runs.map((run) => marked(run, codedHtml(visible(run.text)))).join("");
}

function marked({ marked: isMarked }: Run, html: string): string {
	return isMarked ? `<mark>${html}</mark>` : html;
}
