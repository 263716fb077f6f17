import { bylineOf } from "../../evidence/byline.ts";
import type { QuotedBlock } from "../../evidence/report.ts";
import { cutMark, layoutOf, type Part, type Run, widthOf } from "./block-layout.ts";
import type { View } from "./input.ts";
import { below, cell, emphasised, fenced, within } from "./markdown-text.ts";

/**
 * A block as Markdown: its title, headings and byline, then the passage as a quote in which the answering parts are bold.
 * `markers`: ` [3]`.
 */
export function blockMarkdown(view: View, { path, ...block }: QuotedBlock, markers: string): string {
	const source = view.source(block.sourceId);
	const title = within(source?.title ?? "") || within(source?.label ?? "");
	const headings = path.filter((heading) => heading !== source?.title).map((heading) => ` › ${within(heading)}`);
	const parts = layoutOf({ path, ...block }).map(partMarkdown);
	const quoted = parts
		.join("\n\n")
		.split("\n")
		.map((line) => (line === "" ? ">" : `> ${line}`));
	const byline = source ? within(bylineOf(source)) : "";
	const said = byline === "" ? "" : ` — ${byline}`;
	return `*${title}*${headings.join("")}${markers}${said}\n\n${quoted.join("\n")}`;
}

function partMarkdown(part: Part): string {
	switch (part.kind) {
		case "cut":
			return cutMark;
		case "prose":
			return emphasised(part.runs);
		case "term":
			return part.runs.some(({ marked }) => marked) ? emphasised(part.runs) : `*${within(textOf(part.runs))}*`;
		case "code":
			return fenced(textOf(part.runs));
		case "list":
			return listMarkdown(part);
		case "table":
			return tableMarkdown(part);
	}
}

function listMarkdown({ start, items }: Part & { kind: "list" }): string {
	const isLoose = items.some(({ code }) => code.length > 0);
	return items
		.map(({ runs, code }, at) => {
			const mark = start === undefined ? "- " : `${start + at}. `;
			return `${mark}${below([emphasised(runs), ...code.map((one) => fenced(textOf(one)))].join("\n\n"), mark)}`;
		})
		.join(isLoose ? "\n\n" : "\n");
}

function tableMarkdown(table: Part & { kind: "table" }): string {
	const width = widthOf(table);
	const cells = (row: readonly string[]) => Array.from({ length: width }, (_, at) => row[at] ?? "");
	const lines = [
		cells(table.header.map(emphasised)),
		cells([]).map(() => "---"),
		...table.rows.map((row) => cells(row?.map(emphasised) ?? [cutMark])),
	];
	return lines.map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");
}

function textOf(runs: readonly Run[]): string {
	return runs.map(({ text }) => text).join("");
}
