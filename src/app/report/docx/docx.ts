import {
	AlignmentType,
	Document,
	Footer,
	HeadingLevel,
	LevelFormat,
	Packer,
	PageNumber,
	Paragraph,
	TextRun,
} from "docx";
import { isWeb } from "../../../evidence/source.ts";
import { formatQuotation } from "../../../text/quotations.ts";
import { nothingNew, reportChanges } from "../changes.ts";
import { hasFindings } from "../changes-markdown.ts";
import { citedPlacesOf, placeBesideTitle } from "../cited-places.ts";
import { moreSidesNote, otherPagesNote, shownDisputes } from "../disputes.ts";
import type { ReportInput, ReportView } from "../input.ts";
import { withoutHidden } from "../markdown-text.ts";
import { insertTable } from "../prose.ts";
import { spendingTable } from "../spending-words.ts";
import {
	asSentence,
	authorship,
	captureWords,
	makingLines,
	partialNote,
	readingNote,
	requestsNote,
	runLine,
	speakerWords,
	splitLookedIn,
	unsearchedNote,
	userNote,
} from "../words.ts";
import {
	answerParts,
	bottomLineParts,
	bullet,
	type DocxPart,
	heading,
	NumberedLists,
	paragraph,
	sectionParts,
} from "./docx-prose.ts";
import { docxStyles } from "./docx-styles.ts";
import { evidenceTable, spendingGrid } from "./docx-tables.ts";
import { linkRun, numberLinks, sentenceRuns, sourceBookmark, textRuns } from "./docx-text.ts";

/** The report as a Word document: headings, lists, tables, and for each statement a footnote with its quotes. It loads nothing. */
export async function renderDocx(view: ReportView, input: ReportInput): Promise<Uint8Array> {
	const { report, state } = view;
	const lists = new NumberedLists();
	const note = (text: string | undefined, bold = false) =>
		text === undefined || text === "" ? [] : [paragraph(textRuns(text, { bold }), "Note")];
	const sections = report.sections.map((section) => sectionParts(view, section, lists));
	const children: DocxPart[] = [
		new Paragraph({ heading: HeadingLevel.TITLE, children: textRuns(report.question) }),
		...note(userNote(state)),
		...note(requestsNote(state)),
		...note(readingNote(state)),
		...answerParts(view),
		...bottomLineParts(view),
		...note(partialNote(view), true),
		...note(authorship(state, "bold")),
		...changesParts(view),
		...insertTable(sections, report.table, (table) => evidenceTable(view, table)).flat(),
		...disputesParts(view),
		...gapsParts(view),
		...sourcesParts(view, input),
		...makingParts(view, input),
		paragraph(textRuns(runLine(input.run, state.elapsedMs)), "Note"),
	];
	const footer = new Paragraph({
		alignment: AlignmentType.CENTER,
		children: [new TextRun({ children: [PageNumber.CURRENT, " / ", PageNumber.TOTAL_PAGES] })],
	});
	const decimal = { level: 0, format: LevelFormat.DECIMAL, text: "%1.", alignment: AlignmentType.START };
	const indent = { style: { paragraph: { indent: { left: 500, hanging: 360 } } } };
	const document = new Document({
		title: withoutHidden(report.question),
		creator: "assay",
		styles: docxStyles,
		numbering: { config: [{ reference: "steps", levels: [{ ...decimal, ...indent }] }] },
		sections: [{ footers: { default: new Footer({ children: [footer] }) }, children }],
	});
	return Packer.toBuffer(document);
}

function changesParts(view: ReportView): DocxPart[] {
	const changes = reportChanges(view.state);
	if (!changes) return [];
	const lists = changes.lists.flatMap(({ title, items, more }) => [
		heading(title, "HEADING_2"),
		...items.map(({ lead, text, place }) =>
			bullet([
				...(lead === undefined ? [] : textRuns(`${lead}: `, { bold: true })),
				...sentenceRuns(text),
				...textRuns(place === undefined ? "" : ` — ${place}`),
			]),
		),
		...(more > 0 ? [bullet(textRuns(`and ${more} more`))] : []),
	]);
	return [heading(changes.title), ...(hasFindings(changes.lists) ? [] : [paragraph(textRuns(nothingNew))]), ...lists];
}

function disputesParts(view: ReportView): DocxPart[] {
	const { shown, more } = shownDisputes(view);
	if (shown.length === 0) return [];
	const parts = shown.flatMap((dispute) => [
		heading(dispute.title, "HEADING_2"),
		...(dispute.note === "" ? [] : [paragraph(textRuns(dispute.note), "Note")]),
		...dispute.sides.map((side) => {
			const source = view.source(side.claim.sourceId);
			const where = [source?.title, source && placeBesideTitle(side.claim, source), source?.date].filter(
				(part) => part !== undefined,
			);
			return bullet([
				...(side.value === undefined ? [] : textRuns(`${side.value}: `, { bold: true })),
				...sentenceRuns(formatQuotation(side.claim.quote)),
				...numberLinks(view, [side.claim.id]),
				...textRuns(` — ${where.join(", ")}${otherPagesNote(side)}`),
			]);
		}),
		...(moreSidesNote(dispute) === "" ? [] : [bullet(textRuns(moreSidesNote(dispute)))]),
	]);
	return [heading("Where sources disagree"), ...parts, ...(more === "" ? [] : [paragraph(textRuns(more))])];
}

function gapsParts({ report: { gaps } }: ReportView): DocxPart[] {
	if (gaps.length === 0) return [];
	const items = gaps.map((gap) => {
		const { queries, pages, more } = splitLookedIn(gap);
		const looked = [
			queries.length > 0 ? `Searched for: ${queries.map((query) => `“${query}”`).join(", ")}.` : "",
			pages.length > 0 ? `Looked in: ${pages.join("; ")}${more > 0 ? `; and ${more} more` : ""}.` : "",
			queries.length + pages.length === 0 ? unsearchedNote(gap) : "",
		];
		return bullet(textRuns([asSentence(gap.text), ...looked].filter(Boolean).join(" ")));
	});
	return [heading("What was not found"), ...items];
}

function sourcesParts(view: ReportView, { pageText }: ReportInput): DocxPart[] {
	const items = view.report.sourceIds.map((id, at) => {
		const source = view.source(id);
		const number = textRuns(`[${at + 1}] `);
		if (!source) return paragraph([sourceBookmark(at + 1, number), ...textRuns("unknown source")], "Source");
		const { places, more } = citedPlacesOf(view, source, pageText(id));
		const about = [
			...[source.label, speakerWords(source), source.date, view.copyNote(id)],
			source.capture ? `read${captureWords(source)}` : "",
			places.map(({ text }) => text).join(", ") + (more > 0 ? `, and ${more} more` : ""),
		].filter((part) => part !== undefined && part !== "");
		const title = isWeb(source) ? [linkRun(source.url, source.title)] : textRuns(source.title);
		return paragraph([sourceBookmark(at + 1, number), ...title, ...textRuns(` — ${about.join(" · ")}`)], "Source");
	});
	return [heading("Sources"), ...items];
}

function makingParts(view: ReportView, input: ReportInput): DocxPart[] {
	const table = input.models && spendingTable(input.models.spending);
	const lines = makingLines(view, input).map(({ name, text }) =>
		bullet([...textRuns(`${name}: `, { bold: true }), ...textRuns(text)]),
	);
	return [heading("How this was made"), ...lines, ...(table ? [spendingGrid(table)] : [])];
}
