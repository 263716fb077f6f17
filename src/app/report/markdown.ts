import type { Claim } from "../../evidence/claim.ts";
import { quote } from "../../evidence/quotation.ts";
import type { Cell, EvidenceTable, Gap, Section } from "../../evidence/report.ts";
import { isWeb, locatorText, type Source } from "../../evidence/source.ts";
import { blockMarkdown } from "./block-markdown.ts";
import { carriedWords, type Side, shownDisputes } from "./disputes.ts";
import { type ReportInput, type View, viewOf } from "./input.ts";
import { inline, linkTo, sentence, within } from "./markdown-text.ts";
import { quoteHref } from "./page-html.ts";
import { spendingTable } from "./spending-words.ts";
import {
	asSentence,
	authorship,
	captureWords,
	isOpen,
	lookedFor,
	makingOf,
	openWords,
	partialNote,
	placesOf,
	runLine,
	unsearched,
} from "./words.ts";

/** `report.md`. Undefined when the run has no report. All but the last line depends on what was found only. */
export function renderMarkdown(input: ReportInput): string | undefined {
	const view = viewOf(input);
	if (!view) return undefined;
	const { report, state } = view;
	const partial = partialNote(view);
	const blocks = [
		`# ${inline(report.question)}`,
		answerBlock(view),
		partial && `**${inline(partial)}**`,
		`*${inline(authorship(state))}*`,
		report.table && tableBlock(view, report.table),
		...report.sections.map((section) => sectionBlock(view, section)),
		disputesBlock(view),
		gapsBlock(report.gaps),
		sourcesBlock(view),
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
	return [lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")];
}

function markers(view: View, claimIds: readonly string[]): string {
	const numbers = view.markers(claimIds).map(({ number }) => `[${number}]`);
	return numbers.length === 0 ? "" : ` ${numbers.join("")}`;
}

function answerBlock(view: View): string {
	const { answer } = view.report;
	if (!answer) return isOpen(view) ? `**${inline(openWords)}**` : "";
	const lines = [
		`**Answer: ${within(answer.text)}**${markers(view, answer.claimIds)} · ${answer.confidence} confidence`,
	];
	if (answer.why !== "") lines.push(inline(asSentence(answer.why)));
	const given = answer.alternatives.filter(({ past }) => !past);
	const others = given.map((other) => `${inline(other.text)}${markers(view, other.claimIds)}`);
	if (others.length > 0) lines.push(`Sources also give: ${others.join("; ")}`);
	return lines.join("\n\n");
}

function tableBlock(view: View, { columns, rows }: EvidenceTable): string {
	const cell = (one: Cell) =>
		"missing" in one ? `*not found*: ${inline(one.missing)}` : `${sentence(one.text)}${markers(view, one.claimIds)}`;
	const lines = [
		["", ...columns.map(inline)],
		["---", ...columns.map(() => "---")],
		...rows.map((row) => [`**${inline(row.label)}**`, ...row.cells.map(cell)]),
	];
	return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function sectionBlock(view: View, { heading, sentences, blocks = [] }: Section): string {
	const paragraphs: string[][] = [];
	for (const { text: words, claimIds, opens } of sentences) {
		const text = sentence(words) + markers(view, claimIds);
		const last = paragraphs.at(-1);
		if (last && !opens) last.push(text);
		else paragraphs.push([text]);
	}
	const body = [
		...paragraphs.map((paragraph) => paragraph.join(" ")),
		...blocks.map((block) => blockMarkdown(view, block, markers(view, block.claimIds))),
	].join("\n\n");
	return heading === "" ? body : `## ${inline(heading)}\n\n${body}`;
}

function disputesBlock(view: View): string {
	const { shown, more } = shownDisputes(view);
	const items = shown.map(({ why, sides }) =>
		[`- **${inline(why)}**`, ...sides.map((one) => `  - ${side(view, one)}`)].join("\n"),
	);
	return items.length === 0 ? "" : ["## Where sources disagree", items.join("\n"), more].filter(Boolean).join("\n\n");
}

function side(view: View, one: Side): string {
	const { claim } = one;
	const source = view.source(claim.sourceId);
	const where = source ? ` — ${placeLine(source, claim)}${carriedWords(one)}` : "";
	return `${sentence(quote(claim.quote))}${markers(view, [claim.id])}${where}`;
}

function placeLine(source: Source, claim: Claim): string {
	return [source.title, locatorText(claim.locator), source.date]
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

function sourcesBlock(view: View): string {
	const items = view.report.sourceIds.map((id, index) => {
		const source = view.source(id);
		if (!source) return `${index + 1}. (unknown source)`;
		const { places, more } = placesOf(view, id);
		const linked = places.map(({ text, claim }) => linkTo(quoteHref(claim), text)).join(", ");
		const parts = [
			...[source.label, source.date]
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
