import { HeadingLevel, Paragraph, type ParagraphChild, type Table } from "docx";
import { bylineOf } from "../../../evidence/byline.ts";
import { paragraphsOf, type QuotedBlock, type Section, type Sentence } from "../../../evidence/report.ts";
import { isRefuted } from "../../../evidence/votes.ts";
import { voteWords } from "../../event-words.ts";
import { type BlockPart, blockPartsOf, cutMark } from "../block-layout.ts";
import type { ReportView } from "../input.ts";
import { answerItemsOf, shortAnswerNote, splitAtCode, splitLeadIn, splitList, splitTable } from "../prose.ts";
import { asSentence, isValueMissing, noAnswerWords, refutedWords } from "../words.ts";
import { blockTable, gridTable } from "./docx-tables.ts";
import { blockRuns, citationRuns, codeParagraph, numberLinks, sentenceRuns, textRuns } from "./docx-text.ts";

export type DocxPart = Paragraph | Table;

export function heading(text: string, level: "HEADING_1" | "HEADING_2" = "HEADING_1"): Paragraph {
	return new Paragraph({ heading: HeadingLevel[level], children: textRuns(text) });
}

export function paragraph(children: readonly ParagraphChild[], style?: string): Paragraph {
	return new Paragraph({ children, ...(style === undefined ? {} : { style }) });
}

export function bullet(children: readonly ParagraphChild[], level = 0): Paragraph {
	return new Paragraph({ children, bullet: { level } });
}

/** The numbers of the document's numbered lists: each list counts anew. */
export class NumberedLists {
	count = 0;

	/** Begins a list; returns how its items are made. */
	begin(): (children: readonly ParagraphChild[]) => Paragraph {
		const instance = ++this.count;
		return (children) => new Paragraph({ children, numbering: { reference: "steps", level: 0, instance } });
	}
}

export function answerParts(view: ReportView): DocxPart[] {
	const { answer, votes = [] } = view.report;
	if (!answer) return isValueMissing(view) ? [paragraph(textRuns(noAnswerWords, { bold: true }))] : [];
	const confidence = textRuns(` · ${answer.confidence} confidence`);
	const items = answerItemsOf(view);
	const cited = (one: { text: string; claimIds: readonly string[] }, bold = true) => [
		...textRuns(one.text, { bold }),
		...citationRuns(view, one.claimIds),
	];
	const others = answer.alternatives.filter(({ past }) => !past);
	return [
		...(items
			? [
					paragraph([...textRuns("Answer", { bold: true }), ...confidence], "Answer"),
					...items.map((one) => bullet(cited(one))),
				]
			: [paragraph([...cited(answer), ...confidence], "Answer")]),
		...(answer.why === "" ? [] : [paragraph(textRuns(asSentence(answer.why)), "Note")]),
		...(others.length === 0
			? []
			: [paragraph(textRuns("Sources also give:")), ...others.map((one) => bullet(cited(one, false)))]),
		...(isRefuted(votes)
			? [
					paragraph(textRuns(refutedWords(votes), { bold: true })),
					...votes.map((vote) =>
						bullet([...textRuns(asSentence(voteWords(vote))), ...citationRuns(view, vote.claimIds)]),
					),
				]
			: []),
	];
}

export function bottomLineParts(view: ReportView): DocxPart[] {
	const { bottomLine = [] } = view.report;
	if (bottomLine.length === 0) return [];
	const note = shortAnswerNote(view.report);
	const runs = bottomLine.flatMap((one, at) => [
		...textRuns(at === 0 ? "" : " "),
		...citedRuns(view, { ...one, kind: "fact" }),
	]);
	return [heading("Short answer"), paragraph(runs), ...(note === "" ? [] : [paragraph(textRuns(note), "Note")])];
}

export function sectionParts(view: ReportView, section: Section, lists: NumberedLists): DocxPart[] {
	const { heading: title, form, blocks = [] } = section;
	const { before, items, after } = splitList(section);
	const prose = (ones: readonly Sentence[]) => sentenceParts(view, ones, false, paragraph);
	const item = form === "steps" ? lists.begin() : (children: readonly ParagraphChild[]) => bullet(children);
	const listed =
		form === "bullets" || form === "steps"
			? [
					...before.flatMap(prose),
					...items.flatMap((one) => sentenceParts(view, one, true, item)),
					...after.flatMap(prose),
				]
			: form === "table"
				? tableOfSentences(view, section, prose)
				: paragraphsOf(section).flatMap(prose);
	return [
		...(title === "" ? [] : [heading(title)]),
		...listed,
		...blocks.flatMap((block) => blockParts(view, block, lists)),
	];
}

function tableOfSentences(
	view: ReportView,
	section: Section,
	prose: (sentences: readonly Sentence[]) => DocxPart[],
): DocxPart[] {
	const { before, columns, rows, after } = splitTable(section);
	const bold = (text: string) => textRuns(text, { bold: true });
	const grid = gridTable(
		[[], ...columns.map(bold)],
		rows.map(({ label, cells }) => [bold(label), ...cells.map((one) => (one ? citedRuns(view, one) : []))]),
	);
	return [...before.flatMap(prose), grid, new Paragraph({}), ...after.flatMap(prose)];
}

/** A paragraph or an item of a list; code stands below the sentence that it belongs to. */
function sentenceParts(
	view: ReportView,
	sentences: readonly Sentence[],
	isItem: boolean,
	write: (children: readonly ParagraphChild[]) => Paragraph,
): Paragraph[] {
	const runs = (one: Sentence): ParagraphChild[] => {
		const opening = isItem && one === sentences[0] ? splitLeadIn(one.text) : undefined;
		if (!opening) return citedRuns(view, one);
		return [...textRuns(`${opening.lead} `, { bold: true }), ...citedRuns(view, { ...one, text: opening.rest })];
	};
	return splitAtCode(sentences).flatMap(({ sentences: ones, code }, stretch) => {
		const children = ones.flatMap((one, at) => [...(at > 0 ? textRuns(" ") : []), ...runs(one)]);
		return [
			stretch === 0 ? write(children) : paragraph(children),
			...(code === undefined ? [] : [codeParagraph(code)]),
		];
	});
}

/** A sentence with the footnote of its quotes; an inference is in italics. */
function citedRuns(
	view: ReportView,
	{ kind, text, claimIds }: Pick<Sentence, "kind" | "text" | "claimIds">,
): ParagraphChild[] {
	return [...sentenceRuns(text, kind === "inference" ? { italics: true } : {}), ...citationRuns(view, claimIds)];
}

/** A passage under its title, as a quotation. */
function blockParts(view: ReportView, block: QuotedBlock, lists: NumberedLists): DocxPart[] {
	const source = view.source(block.sourceId);
	const headings = block.path.filter((one) => one !== source?.title).map((one) => ` › ${one}`);
	const byline = source ? bylineOf(source) : "";
	const title = [
		...textRuns(source?.title || source?.label || "", { italics: true }),
		...textRuns(headings.join("")),
		...numberLinks(view, block.claimIds),
		...textRuns(byline === "" ? "" : ` — ${byline}`),
	];
	return [paragraph(title, "BlockTitle"), ...blockPartsOf(block).flatMap((part) => partOf(part, lists))];
}

function partOf(part: BlockPart, lists: NumberedLists): DocxPart[] {
	switch (part.kind) {
		case "cut":
			return [paragraph(textRuns(cutMark), "Quote")];
		case "prose":
		case "term":
			return [paragraph(blockRuns(part.runs), "Quote")];
		case "code":
			return [codeParagraph(part.runs.map(({ text }) => text).join(""))];
		case "list": {
			const { start } = part;
			const item = start === 1 ? lists.begin() : (children: readonly ParagraphChild[]) => bullet(children);
			return part.items.flatMap(({ runs, code }, at) => [
				// A list that begins with another number keeps its numbers as text.
				item([...textRuns(start === undefined || start === 1 ? "" : `${start + at}. `), ...blockRuns(runs)]),
				...code.map((ones) => codeParagraph(ones.map(({ text }) => text).join(""))),
			]);
		}
		case "table":
			return blockTable(part);
	}
}
