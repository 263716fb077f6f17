import { bylineOf } from "../../evidence/byline.ts";
import type { QuotedBlock } from "../../evidence/report.ts";
import { type BlockPart, blockPartsOf, cutMark, type TextRun, tableWidth } from "./block-layout.ts";
import type { ReportView } from "./input.ts";
import { boldMarked, escapeCell, escapeInLine, fenceCode, indentItem } from "./markdown-text.ts";

/**
 * A block as Markdown: its title, headings and byline, then the passage as a quote in which the answering parts are bold.
 * `markers`: ` [3]`.
 */
export function blockMarkdown(view: ReportView, { path, ...block }: QuotedBlock, markers: string): string {
	const source = view.source(block.sourceId);
	const title = escapeInLine(source?.title ?? "") || escapeInLine(source?.label ?? "");
	const headings = path.filter((heading) => heading !== source?.title).map((heading) => ` › ${escapeInLine(heading)}`);
	const parts = blockPartsOf({ path, ...block }).map(partMarkdown);
	const quoted = parts
		.join("\n\n")
		.split("\n")
		.map((line) => (line === "" ? ">" : `> ${line}`));
	const byline = source ? escapeInLine(bylineOf(source)) : "";
	const bylineText = byline === "" ? "" : ` — ${byline}`;
	return `*${title}*${headings.join("")}${markers}${bylineText}\n\n${quoted.join("\n")}`;
}

function partMarkdown(part: BlockPart): string {
	switch (part.kind) {
		case "cut":
			return cutMark;
		case "prose":
			return boldMarked(part.runs);
		case "term":
			return part.runs.some(({ marked }) => marked) ? boldMarked(part.runs) : `*${escapeInLine(textOf(part.runs))}*`;
		case "code":
			return fenceCode(textOf(part.runs));
		case "list":
			return listMarkdown(part);
		case "table":
			return tableMarkdown(part);
	}
}

function listMarkdown({ start, items }: BlockPart & { kind: "list" }): string {
	const isLoose = items.some(({ code }) => code.length > 0);
	return items
		.map(({ runs, code }, at) => {
			const mark = start === undefined ? "- " : `${start + at}. `;
			return `${mark}${indentItem([boldMarked(runs), ...code.map((one) => fenceCode(textOf(one)))].join("\n\n"), mark)}`;
		})
		.join(isLoose ? "\n\n" : "\n");
}

function tableMarkdown(table: BlockPart & { kind: "table" }): string {
	const width = tableWidth(table);
	const cells = (row: readonly string[]) => Array.from({ length: width }, (_, at) => row[at] ?? "");
	const lines = [
		cells(table.header.map(boldMarked)),
		cells([]).map(() => "---"),
		...table.rows.map((row) => cells(row?.map(boldMarked) ?? [cutMark])),
	];
	return lines.map((row) => `| ${row.map(escapeCell).join(" | ")} |`).join("\n");
}

function textOf(runs: readonly TextRun[]): string {
	return runs.map(({ text }) => text).join("");
}
