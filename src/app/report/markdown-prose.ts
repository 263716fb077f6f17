import { type Conclusion, paragraphsOf, type Section, type Sentence } from "../../evidence/report.ts";
import { blockMarkdown } from "./block-markdown.ts";
import type { View } from "./input.ts";
import { below, fenced, inline, italic, sentence, within } from "./markdown-text.ts";
import { infers, italicsLegend, leadIn, listedIn, stretchesOf } from "./prose.ts";
import { asSentence, isOpen, openWords } from "./words.ts";

/** Source numbers after a text: ` [2][1]`. */
export function markers(view: View, claimIds: readonly string[]): string {
	const numbers = view.markers(claimIds).map(({ number }) => `[${number}]`);
	return numbers.length === 0 ? "" : ` ${numbers.join("")}`;
}

/** The answer to the question; for a list of things, each with its sources. Empty where the report has none. */
export function answerBlock(view: View): string {
	const { answer } = view.report;
	if (!answer) return isOpen(view) ? `**${inline(openWords)}**` : "";
	const items = listedIn(view);
	const confidence = ` · ${answer.confidence} confidence`;
	const lines = items
		? [
				`**Answer**${confidence}`,
				items.map(({ text, claimIds }) => `- **${within(text)}**${markers(view, claimIds)}`).join("\n"),
			]
		: [`**Answer: ${within(answer.text)}**${markers(view, answer.claimIds)}${confidence}`];
	if (answer.why !== "") lines.push(inline(asSentence(answer.why)));
	const given = answer.alternatives.filter(({ past }) => !past);
	const others = given.map((other) => `${inline(other.text)}${markers(view, other.claimIds)}`);
	if (others.length > 0) lines.push(`Sources also give: ${others.join("; ")}`);
	return lines.join("\n\n");
}

/** The report's conclusions, each with its certainty and the reason for it. */
export function bottomLineBlock(view: View): string {
	const { bottomLine = [] } = view.report;
	if (bottomLine.length === 0) return "";
	const item = (one: Conclusion) =>
		`- ${sentenceMarkdown(view, one)} — **${one.certainty} certainty**${one.why === "" ? "" : `: ${within(one.why)}`}`;
	const legend = infers(view.report) ? ` (${italicsLegend})` : "";
	return [`**Bottom line**${legend}`, bottomLine.map(item).join("\n")].join("\n\n");
}

export function sectionBlock(view: View, section: Section): string {
	const { heading, form, blocks = [] } = section;
	const isList = form === "bullets" || form === "steps";
	const paragraphs = paragraphsOf(section).map((paragraph) => paragraphMarkdown(view, paragraph, isList));
	const prose = isList ? [listed(paragraphs, form)] : paragraphs;
	const body = [...prose, ...blocks.map((block) => blockMarkdown(view, block, markers(view, block.claimIds)))]
		.filter((part) => part !== "")
		.join("\n\n");
	return heading === "" ? body : `## ${inline(heading)}\n\n${body}`;
}

function listed(paragraphs: readonly string[], form: "bullets" | "steps"): string {
	const items = paragraphs.map((paragraph, at) => {
		const mark = form === "steps" ? `${at + 1}. ` : "- ";
		return mark + below(paragraph, mark);
	});
	return items.join(paragraphs.some((one) => one.includes("\n")) ? "\n\n" : "\n");
}

function paragraphMarkdown(view: View, paragraph: readonly Sentence[], isItem: boolean): string {
	const words = (one: Sentence) => {
		const opening = isItem && one === paragraph[0] ? leadIn(one.text) : undefined;
		if (!opening) return sentenceMarkdown(view, one);
		return `**${inline(opening.lead)}** ${sentenceMarkdown(view, { ...one, text: opening.rest })}`;
	};
	return stretchesOf(paragraph)
		.flatMap(({ sentences, code }) => [sentences.map(words).join(" "), ...(code === undefined ? [] : [fenced(code)])])
		.join("\n\n");
}

/** A sentence with its source numbers. An inference is marked by words (`from`), too, in case the italics are lost. */
function sentenceMarkdown(view: View, { kind, text, claimIds }: Pick<Sentence, "kind" | "text" | "claimIds">): string {
	if (kind !== "inference") return sentence(text) + markers(view, claimIds);
	const numbers = view.markers(claimIds).map(({ number }) => `[${number}]`);
	return `${italic(text)} (from ${numbers.join("")})`;
}
