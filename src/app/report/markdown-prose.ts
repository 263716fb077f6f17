import { paragraphsOf, type Section, type Sentence } from "../../evidence/report.ts";
import { isRefuted, type Vote } from "../../evidence/votes.ts";
import { voteWords } from "../event-words.ts";
import { blockMarkdown } from "./block-markdown.ts";
import type { ReportView } from "./input.ts";
import {
	escapeCell,
	escapeInLine,
	escapeMarkdown,
	escapeSentence,
	fenceCode,
	indentItem,
	italicSentence,
} from "./markdown-text.ts";
import { answerItemsOf, shortAnswerNote, splitAtCode, splitLeadIn, splitList, splitTable } from "./prose.ts";
import { asSentence, isValueMissing, noAnswerWords, refutedWords } from "./words.ts";

/** Source numbers after a text: ` [2][1]`. */
export function markersMarkdown(view: ReportView, claimIds: readonly string[]): string {
	const numbers = view.markers(claimIds).map(({ number }) => `[${number}]`);
	return numbers.length === 0 ? "" : ` ${numbers.join("")}`;
}

/** The answer to the question; for a list of things, each with its sources. Empty where the report has none. */
export function answerMarkdown(view: ReportView): string {
	const { answer } = view.report;
	if (!answer) return isValueMissing(view) ? `**${escapeMarkdown(noAnswerWords)}**` : "";
	const items = answerItemsOf(view);
	const confidence = ` · ${answer.confidence} confidence`;
	const { votes = [] } = view.report;
	const lines = items
		? [
				`**Answer**${confidence}`,
				items.map(({ text, claimIds }) => `- **${escapeInLine(text)}**${markersMarkdown(view, claimIds)}`).join("\n"),
			]
		: [`**Answer: ${escapeInLine(answer.text)}**${markersMarkdown(view, answer.claimIds)}${confidence}`];
	if (answer.why !== "") lines.push(escapeMarkdown(asSentence(answer.why)));
	const current = answer.alternatives.filter(({ past }) => !past);
	const others = current.map((other) => `${escapeMarkdown(other.text)}${markersMarkdown(view, other.claimIds)}`);
	if (others.length > 0) lines.push(`Sources also give: ${others.join("; ")}`);
	if (isRefuted(votes)) lines.push(refutedMarkdown(view, votes));
	return lines.join("\n\n");
}

/** The block below an answer that skeptics refute: each vote with its reason. */
function refutedMarkdown(view: ReportView, votes: readonly Vote[]): string {
	const items = votes.map(
		(vote) => `> - ${escapeMarkdown(asSentence(voteWords(vote)))}${markersMarkdown(view, vote.claimIds)}`,
	);
	return [`> **${escapeMarkdown(refutedWords(votes))}**`, ">", ...items].join("\n");
}

/** The short answer as one paragraph, and below it how certain it is. None of it is in italics: all of it is the report's answer. */
export function bottomLineMarkdown(view: ReportView): string {
	const { bottomLine = [] } = view.report;
	if (bottomLine.length === 0) return "";
	const sentences = bottomLine.map((one) => citedSentenceMarkdown(view, { ...one, kind: "fact" }));
	const note = shortAnswerNote(view.report);
	return ["## Short answer", sentences.join(" "), ...(note === "" ? [] : [`*${escapeMarkdown(note)}*`])].join("\n\n");
}

export function sectionMarkdown(view: ReportView, section: Section): string {
	const { heading, form, blocks = [] } = section;
	const isList = form === "bullets" || form === "steps";
	const { before, items, after } = splitList(section);
	const write = (paragraph: readonly Sentence[]) => paragraphMarkdown(view, paragraph, isList);
	const prose = isList
		? [...before.map(write), listMarkdown(items.map(write), form), ...after.map(write)]
		: form === "table"
			? tableOfSentences(view, section, write)
			: paragraphsOf(section).map(write);
	const body = [...prose, ...blocks.map((block) => blockMarkdown(view, block, markersMarkdown(view, block.claimIds)))]
		.filter((part) => part !== "")
		.join("\n\n");
	return heading === "" ? body : `## ${escapeMarkdown(heading)}\n\n${body}`;
}

function tableOfSentences(
	view: ReportView,
	section: Section,
	write: (paragraph: readonly Sentence[]) => string,
): string[] {
	const { before, columns, rows, after } = splitTable(section);
	const lines = [
		["", ...columns.map(escapeMarkdown)],
		["---", ...columns.map(() => "---")],
		...rows.map(({ label, cells }) => [
			`**${escapeMarkdown(label)}**`,
			...cells.map((one) => (one ? citedSentenceMarkdown(view, one) : "")),
		]),
	];
	const table = lines.map((cells) => `| ${cells.map(escapeCell).join(" | ")} |`).join("\n");
	return [...before.map(write), table, ...after.map(write)];
}

function listMarkdown(paragraphs: readonly string[], form: "bullets" | "steps"): string {
	const items = paragraphs.map((paragraph, at) => {
		const mark = form === "steps" ? `${at + 1}. ` : "- ";
		return mark + indentItem(paragraph, mark);
	});
	return items.join(paragraphs.some((one) => one.includes("\n")) ? "\n\n" : "\n");
}

function paragraphMarkdown(view: ReportView, paragraph: readonly Sentence[], isItem: boolean): string {
	const withLeadIn = (one: Sentence) => {
		const opening = isItem && one === paragraph[0] ? splitLeadIn(one.text) : undefined;
		if (!opening) return citedSentenceMarkdown(view, one);
		return `**${escapeMarkdown(opening.lead)}** ${citedSentenceMarkdown(view, { ...one, text: opening.rest })}`;
	};
	return splitAtCode(paragraph)
		.flatMap(({ sentences, code }) => [
			sentences.map(withLeadIn).join(" "),
			...(code === undefined ? [] : [fenceCode(code)]),
		])
		.join("\n\n");
}

/** A sentence with its source numbers; an inference is in italics. */
function citedSentenceMarkdown(
	view: ReportView,
	{ kind, text, claimIds }: Pick<Sentence, "kind" | "text" | "claimIds">,
): string {
	return (kind === "inference" ? italicSentence(text) : escapeSentence(text)) + markersMarkdown(view, claimIds);
}
