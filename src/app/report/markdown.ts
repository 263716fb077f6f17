import type { Claim } from "../../evidence/claim.ts";
import type { Cell, EvidenceTable, Gap } from "../../evidence/report.ts";
import { isWeb, type Source } from "../../evidence/source.ts";
import { formatQuotation } from "../../text/quotations.ts";
import { changesMarkdown } from "./changes-markdown.ts";
import { citedPlacesOf, placeBesideTitle } from "./cited-places.ts";
import { moreSidesNote, otherPagesNote, type SideQuote, shownDisputes } from "./disputes.ts";
import { type ReportInput, type ReportView, reportViewOf } from "./input.ts";
import { answerMarkdown, bottomLineMarkdown, markersMarkdown, sectionMarkdown } from "./markdown-prose.ts";
import { escapeCell, escapeMarkdown, escapeSentence, linkMarkdown } from "./markdown-text.ts";
import { insertTable } from "./prose.ts";
import { spendingTable } from "./spending-words.ts";
import {
	asSentence,
	authorship,
	captionOf,
	captureWords,
	isWrittenByRules,
	makingLines,
	partialNote,
	readingNote,
	requestsNote,
	runLine,
	speakerWords,
	splitLookedIn,
	unsearchedNote,
	userNote,
} from "./words.ts";

/** `report.md`. Undefined when the run has no report. All but the last line depends only on the evidence. */
export function renderMarkdown(input: ReportInput): string | undefined {
	const view = reportViewOf(input);
	if (!view) return undefined;
	const { report, state } = view;
	const partial = partialNote(view);
	const said = userNote(state);
	const requests = requestsNote(state);
	const note = readingNote(state);
	const authorNote = `*${escapeMarkdown(authorship(state, "bold"))}*`;
	// A note on marks, or on a model's unusable draft, stands first. Otherwise nothing separates the answer from its reasons.
	const isNoteFirst = isWrittenByRules(state) || report.sections.some(({ blocks = [] }) => blocks.length > 0);
	const blocks = [
		`# ${escapeMarkdown(report.question)}`,
		said && escapeMarkdown(said),
		requests && escapeMarkdown(requests),
		note && escapeMarkdown(note),
		answerMarkdown(view),
		bottomLineMarkdown(view),
		partial && `**${escapeMarkdown(partial)}**`,
		changesMarkdown(view),
		...(isNoteFirst ? [authorNote] : []),
		...insertTable(
			report.sections.map((section) => sectionMarkdown(view, section)),
			report.table,
			(table) => tableMarkdown(view, table),
		),
		disputesMarkdown(view),
		gapsMarkdown(report.gaps),
		...(isNoteFirst ? [] : [authorNote]),
		sourcesMarkdown(view, input),
		[
			"## How this was made",
			makingLines(view, input)
				.map(({ name, text }) => `- **${name}:** ${escapeMarkdown(text)}`)
				.join("\n"),
			...spendingMarkdown(input),
		].join("\n\n"),
		"---",
		escapeMarkdown(runLine(input.run, state.elapsedMs)),
	];
	return `${blocks.filter((block) => block !== undefined && block !== "").join("\n\n")}\n`;
}

function spendingMarkdown({ models }: ReportInput): string[] {
	const table = models && spendingTable(models.spending);
	if (!table) return [];
	const bold = (cell: string) => (cell === "" ? "" : `**${cell}**`);
	const lines = [
		table.columns,
		table.columns.map((_name, at) => (at < table.words ? "---" : "---:")),
		...table.rows.map((row) => row.map(escapeMarkdown)),
		table.sum.map(escapeMarkdown).map(bold),
	];
	return [lines.map((cells) => `| ${cells.map(escapeCell).join(" | ")} |`).join("\n")];
}

function tableMarkdown(view: ReportView, shown: EvidenceTable): string {
	const { columns, rows } = shown;
	const caption = captionOf(shown);
	const cellMarkdown = (one: Cell) => {
		if ("missing" in one) return one.missing === "" ? "" : `*not found*: ${escapeMarkdown(one.missing)}`;
		return `${escapeSentence(one.text)}${markersMarkdown(view, one.claimIds)}`;
	};
	const lines = [
		["", ...columns.map(escapeMarkdown)],
		["---", ...columns.map(() => "---")],
		...rows.map((row) => [`**${escapeMarkdown(row.label)}**`, ...row.cells.map(cellMarkdown)]),
	];
	const table = lines.map((cells) => `| ${cells.map(escapeCell).join(" | ")} |`).join("\n");
	return caption === "" ? table : `*Table: ${escapeMarkdown(caption)}*\n\n${table}`;
}

function disputesMarkdown(view: ReportView): string {
	const { shown, more } = shownDisputes(view);
	const items = shown.map((one) => {
		const rows = [...one.sides.map((each) => sideMarkdown(view, each)), moreSidesNote(one)].filter((row) => row !== "");
		const title = `- **${escapeMarkdown(one.title)}**${one.note === "" ? "" : ` — ${one.note}`}`;
		return [title, ...rows.map((row) => `  - ${row}`)].join("\n");
	});
	return items.length === 0 ? "" : ["## Where sources disagree", items.join("\n"), more].filter(Boolean).join("\n\n");
}

function sideMarkdown(view: ReportView, one: SideQuote): string {
	const { claim } = one;
	const source = view.source(claim.sourceId);
	const where = source ? ` — ${placeLine(source, claim)}${otherPagesNote(one)}` : "";
	const value = one.value === undefined ? "" : `**${escapeMarkdown(one.value)}**: `;
	return `${value}${escapeSentence(formatQuotation(claim.quote))}${markersMarkdown(view, [claim.id])}${where}`;
}

function placeLine(source: Source, claim: Claim): string {
	return [source.title, placeBesideTitle(claim, source), source.date]
		.filter((part) => part !== undefined)
		.map(escapeMarkdown)
		.join(", ");
}

function gapsMarkdown(gaps: readonly Gap[]): string {
	if (gaps.length === 0) return "";
	const items = gaps.map((gap) => {
		const { queries, pages, more } = splitLookedIn(gap);
		const looked = [
			queries.length > 0 ? `Searched for: ${queries.map((query) => `“${escapeMarkdown(query)}”`).join(", ")}.` : "",
			queries.length + pages.length === 0 ? unsearchedNote(gap) : "",
			pages.length > 0
				? `Looked in: ${pages.map(escapeMarkdown).join("; ")}${more > 0 ? `; and ${more} more` : ""}.`
				: "",
		];
		return `- ${[escapeMarkdown(asSentence(gap.text)), ...looked.filter((part) => part !== "")].join(" ")}`;
	});
	return ["## What was not found", items.join("\n")].join("\n\n");
}

function sourcesMarkdown(view: ReportView, { pageText }: ReportInput): string {
	const items = view.report.sourceIds.map((id, index) => {
		const source = view.source(id);
		if (!source) return `${index + 1}. (unknown source)`;
		const { places, more } = citedPlacesOf(view, source, pageText(id));
		const linked = places
			.map(({ text, claim, original }) => {
				const href = view.quoteHref(claim);
				const link = href === undefined ? escapeMarkdown(text) : linkMarkdown(href, text);
				return original === undefined ? link : `${link} (${linkMarkdown(original, "original")})`;
			})
			.join(", ");
		const parts = [
			...[source.label, speakerWords(source), source.date, view.copyNote(id)]
				.filter((part) => part !== undefined && part !== "")
				.map((part) => escapeMarkdown(part ?? "")),
			source.capture ? `read${captureWords(source)}` : "",
			linked + (more > 0 ? `, and ${more} more` : ""),
		];
		const title = isWeb(source) ? linkMarkdown(source.url, source.title) : escapeMarkdown(source.title);
		return `${index + 1}. ${title} — ${parts.filter((part) => part !== "").join(" · ")}`;
	});
	return ["## Sources", items.join("\n")].join("\n\n");
}
