import type { Claim } from "../../evidence/claim.ts";
import type { Cell, EvidenceTable, Gap } from "../../evidence/report.ts";
import { isWeb, type Source } from "../../evidence/source.ts";
import { formatQuotation } from "../../text/quotations.ts";
import { carriedWords, restWords, type Side, shownDisputes } from "./disputes.ts";
import { type ReportInput, type View, viewOf } from "./input.ts";
import { answerBlock, bottomLineBlock, markers, sectionBlock } from "./markdown-prose.ts";
import { cell, inline, linkTo, sentence } from "./markdown-text.ts";
import { quoteHref } from "./page-address.ts";
import { placeBeside, placesOf } from "./places.ts";
import { noValue, withTable } from "./prose.ts";
import { spendingTable } from "./spending-words.ts";
import {
	asSentence,
	authorship,
	captureWords,
	isByRules,
	lookedFor,
	makingOf,
	partialNote,
	runLine,
	speakerWords,
	unsearched,
} from "./words.ts";

/** `report.md`. Undefined when the run has no report. All but the last line depends only on the evidence. */
export function renderMarkdown(input: ReportInput): string | undefined {
	const view = viewOf(input);
	if (!view) return undefined;
	const { report, state } = view;
	const partial = partialNote(view);
	const authors = `*${inline(authorship(state, "bold"))}*`;
	// A note on marks, or on a model's unusable draft, stands first. Otherwise nothing separates the answer from its reasons.
	const isFirst = isByRules(state) || report.sections.some(({ blocks = [] }) => blocks.length > 0);
	const blocks = [
		`# ${inline(report.question)}`,
		answerBlock(view),
		bottomLineBlock(view),
		partial && `**${inline(partial)}**`,
		...(isFirst ? [authors] : []),
		...withTable(
			report.sections.map((section) => sectionBlock(view, section)),
			report.table,
			(table) => tableBlock(view, table),
		),
		disputesBlock(view),
		gapsBlock(report.gaps),
		...(isFirst ? [] : [authors]),
		sourcesBlock(view, input),
		[
			"## How this was made",
			makingOf(view, input)
				.map(({ name, text }) => `- **${name}:** ${inline(text)}`)
				.join("\n"),
			...spendingBlock(input),
		].join("\n\n"),
		"---",
		inline(runLine(input.run, state.elapsedMs)),
	];
	return `${blocks.filter((block) => block !== undefined && block !== "").join("\n\n")}\n`;
}

function spendingBlock({ models }: ReportInput): string[] {
	const table = models && spendingTable(models.spending);
	if (!table) return [];
	const bold = (cell: string) => (cell === "" ? "" : `**${cell}**`);
	const lines = [
		table.columns,
		table.columns.map((_name, at) => (at < table.words ? "---" : "---:")),
		...table.rows.map((row) => row.map(inline)),
		table.sum.map(inline).map(bold),
	];
	return [lines.map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n")];
}

function tableBlock(view: View, { columns, rows, caption }: EvidenceTable): string {
	const words = (one: Cell) => {
		if ("missing" in one) return one.missing === "" ? noValue : `*not found*: ${inline(one.missing)}`;
		return `${sentence(one.text)}${markers(view, one.claimIds)}`;
	};
	const lines = [
		["", ...columns.map(inline)],
		["---", ...columns.map(() => "---")],
		...rows.map((row) => [`**${inline(row.label)}**`, ...row.cells.map(words)]),
	];
	const table = lines.map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");
	return caption === undefined ? table : `*Table: ${inline(asSentence(caption))}*\n\n${table}`;
}

function disputesBlock(view: View): string {
	const { shown, more } = shownDisputes(view);
	const items = shown.map((one) => {
		const rows = [...one.sides.map((each) => side(view, each)), restWords(one)].filter((row) => row !== "");
		const title = `- **${inline(one.title)}**${one.note === "" ? "" : ` — ${one.note}`}`;
		return [title, ...rows.map((row) => `  - ${row}`)].join("\n");
	});
	return items.length === 0 ? "" : ["## Where sources disagree", items.join("\n"), more].filter(Boolean).join("\n\n");
}

function side(view: View, one: Side): string {
	const { claim } = one;
	const source = view.source(claim.sourceId);
	const where = source ? ` — ${placeLine(source, claim)}${carriedWords(one)}` : "";
	const value = one.value === undefined ? "" : `**${inline(one.value)}**: `;
	return `${value}${sentence(formatQuotation(claim.quote))}${markers(view, [claim.id])}${where}`;
}

function placeLine(source: Source, claim: Claim): string {
	return [source.title, placeBeside(claim, source), source.date]
		.filter((part) => part !== undefined)
		.map(inline)
		.join(", ");
}

function gapsBlock(gaps: readonly Gap[]): string {
	if (gaps.length === 0) return "";
	const items = gaps.map((gap) => {
		const { queries, pages, more } = lookedFor(gap);
		const looked = [
			queries.length > 0 ? `Searched for: ${queries.map((query) => `“${inline(query)}”`).join(", ")}.` : "",
			queries.length + pages.length === 0 ? unsearched(gap) : "",
			pages.length > 0 ? `Looked in: ${pages.map(inline).join("; ")}${more > 0 ? `; and ${more} more` : ""}.` : "",
		];
		return `- ${[inline(asSentence(gap.text)), ...looked.filter((part) => part !== "")].join(" ")}`;
	});
	return ["## What was not found", items.join("\n")].join("\n\n");
}

function sourcesBlock(view: View, { pageText }: ReportInput): string {
	const items = view.report.sourceIds.map((id, index) => {
		const source = view.source(id);
		if (!source) return `${index + 1}. (unknown source)`;
		const { places, more } = placesOf(view, source, pageText(id));
		const linked = places
			.map(({ text, claim, original }) => {
				const link = linkTo(quoteHref(claim), text);
				return original === undefined ? link : `${link} (${linkTo(original, "original")})`;
			})
			.join(", ");
		const parts = [
			...[source.label, speakerWords(source), source.date, view.copyNote(id)]
				.filter((part) => part !== undefined && part !== "")
				.map((part) => inline(part ?? "")),
			source.capture ? `read${captureWords(source)}` : "",
			linked + (more > 0 ? `, and ${more} more` : ""),
		];
		const title = isWeb(source) ? linkTo(source.url, source.title) : inline(source.title);
		return `${index + 1}. ${title} — ${parts.filter((part) => part !== "").join(" · ")}`;
	});
	return ["## Sources", items.join("\n")].join("\n\n");
}
