import {
	Bookmark,
	ExternalHyperlink,
	FootnoteReferenceRun,
	InternalHyperlink,
	type IRunOptions,
	Paragraph,
	type ParagraphChild,
	TextRun,
} from "docx";
import type { Claim } from "../../../evidence/claim.ts";
import { isWeb, type Source } from "../../../evidence/source.ts";
import { formatQuotation, splitQuotations } from "../../../text/quotations.ts";
import type { TextRun as BlockRun } from "../block-layout.ts";
import { originalAddressOf, placeBesideTitle } from "../cited-places.ts";
import type { ReportView } from "../input.ts";
import { oneLine, splitInlineCode, withoutHidden } from "../markdown-text.ts";

/** Runs, links and footnotes of the Word document. */

type RunStyle = Omit<IRunOptions, "text" | "children">;

const codeStyle = { font: "Consolas", size: 19 } as const;

/** Text as one line; what it sets between backticks is code. */
export function textRuns(text: string, style: RunStyle = {}): TextRun[] {
	return splitInlineCode(withoutHidden(text).replace(/\s+/g, " ")).map(
		({ kind, text: part }) => new TextRun({ ...style, ...(kind === "code" ? codeStyle : {}), text: part }),
	);
}

/** A sentence: the titles in it stand in italics. */
export function sentenceRuns(text: string, style: RunStyle = {}): TextRun[] {
	return splitQuotations(oneLine(text)).flatMap(({ kind, text: part }) => {
		if (kind === "title") return textRuns(part, { ...style, italics: true });
		return textRuns(kind === "quotation" ? `“${part}”` : part, style);
	});
}

/** A document's code, line by line. */
export function codeParagraph(text: string): Paragraph {
	const lines = withoutHidden(text)
		.replace(/^\n+|\s+$/g, "")
		.split(/\r\n?|\n/);
	return new Paragraph({
		style: "Code",
		children: lines.map(
			(line, at) => new TextRun({ text: line.replaceAll("\t", "    "), ...(at > 0 ? { break: 1 } : {}) }),
		),
	});
}

/** Runs of a passage; what answers the question is bold. */
export function blockRuns(runs: readonly BlockRun[]): TextRun[] {
	return runs.flatMap(({ text, marked }) => textRuns(text, marked ? { bold: true } : {}));
}

/** A footnote with the quotes that a statement rests on. Nothing if it rests on none. */
export function citationRuns(view: ReportView, claimIds: readonly string[]): ParagraphChild[] {
	const markers = view.markers(claimIds);
	if (markers.length === 0) return [];
	const children = markers.map(({ number, source, claims }) => noteParagraph(view, number, source, claims));
	return [new FootnoteReferenceRun({ children })];
}

function noteParagraph(view: ReportView, number: number, source: Source, claims: readonly Claim[]): Paragraph {
	const quotes = claims.flatMap((claim, at) => {
		const place = placeBesideTitle(claim, source);
		const original = originalAddressOf(claim, source);
		return [
			...textRuns(`${at === 0 ? "" : " "}${formatQuotation(claim.quote)}${place === undefined ? "" : ` (${place})`}`),
			...(original !== undefined && isWeb(source) ? [...textRuns(" "), linkRun(original, "original")] : []),
		];
	});
	const disputed = claims.some(({ id }) => view.groupOf(id)?.disputed) ? " Disputed." : "";
	return new Paragraph({
		style: "FootnoteText",
		children: [
			numberLink(number),
			...textRuns(" "),
			...textRuns(oneLine(source.title) || oneLine(source.label), { italics: true }),
			...textRuns(": "),
			...quotes,
			...textRuns(disputed),
		],
	});
}

/** `[2]`, linked to the source in the list at the end. */
function numberLink(number: number): InternalHyperlink {
	return new InternalHyperlink({
		anchor: sourceAnchor(number),
		children: [new TextRun({ text: `[${number}]`, style: "Hyperlink" })],
	});
}

/** Source numbers after a text whose quotes stand beside it already. */
export function numberLinks(view: ReportView, claimIds: readonly string[]): ParagraphChild[] {
	return view.markers(claimIds).flatMap(({ number }) => [...textRuns(" "), numberLink(number)]);
}

/** What the links of a source's number lead to. */
export function sourceBookmark(number: number, children: ParagraphChild[]): Bookmark {
	return new Bookmark({ id: sourceAnchor(number), children });
}

function sourceAnchor(number: number): string {
	return `source-${number}`;
}

export function linkRun(link: string, text: string): ExternalHyperlink {
	return new ExternalHyperlink({ link, children: [new TextRun({ text: oneLine(text), style: "Hyperlink" })] });
}
