import { type Conclusion, paragraphsOf, type Section, type Sentence } from "../../evidence/report.ts";
import { blockHtml } from "./block-html.ts";
import { codeHtml, escaped, sentenceHtml, wordsHtml } from "./html-text.ts";
import type { View } from "./input.ts";
import { evidenceId } from "./page-address.ts";
import { infers, italicsLegend, leadIn, listedIn, stretchesOf } from "./prose.ts";
import { asSentence, isOpen, openWords } from "./words.ts";

/** Source numbers that show their quotes. Without the script they link to them. */
export function markers(view: View, claimIds: readonly string[]): string {
	return view
		.markers(claimIds)
		.map(({ number, source, claims }) => {
			const ids = claims.map(evidenceId);
			return `<a class="m" href="#${ids[0]}" data-c="${ids.join(" ")}" aria-label="Source ${number}: ${escaped(source.title)}">${number}</a>`;
		})
		.join("");
}

/** The answer to the question; for a list of things, each with its sources. Empty where the report has none. */
export function answerHtml(view: View): string {
	const { answer } = view.report;
	if (!answer) return isOpen(view) ? `<div class="answer"><p class="a">${escaped(openWords)}</p></div>` : "";
	const item = (one: { text: string; claimIds: string[] }) =>
		`<li>${wordsHtml(one.text)}${markers(view, one.claimIds)}</li>`;
	const others = answer.alternatives.filter(({ past }) => !past).map(item);
	const items = listedIn(view);
	const text = items
		? `<ul class="a">${items.map(item).join("")}</ul>`
		: `<p class="a">${wordsHtml(answer.text)}${markers(view, answer.claimIds)}</p>`;
	return (
		`<div class="answer">${text}` +
		`<p class="why"><span class="conf ${answer.confidence}">${answer.confidence} confidence</span> ${escaped(asSentence(answer.why))}</p>` +
		`${others.length === 0 ? "" : `<p class="also">Sources also give</p><ul>${others.join("")}</ul>`}</div>`
	);
}

/** The report's conclusions, each with its certainty and the reason for it. */
export function bottomLineHtml(view: View): string {
	const { bottomLine = [] } = view.report;
	if (bottomLine.length === 0) return "";
	const item = (one: Conclusion) =>
		`<li><p>${sentenceOf(view, one)}</p>` +
		`<p class="why"><span class="conf ${one.certainty}">${one.certainty} certainty</span> ${escaped(one.why)}</p></li>`;
	const legend = infers(view.report) ? ` <span class="from">(${italicsLegend})</span>` : "";
	return `<div class="answer line"><h2>Bottom line${legend}</h2><ul>${bottomLine.map(item).join("")}</ul></div>`;
}

export function sectionHtml(view: View, section: Section): string {
	const { heading, form, blocks = [] } = section;
	const isList = form === "bullets" || form === "steps";
	const paragraphs = paragraphsOf(section).map((paragraph) => paragraphHtml(view, paragraph, isList));
	const tag = form === "steps" ? "ol" : "ul";
	const prose = isList
		? [`<${tag} class="items">${paragraphs.map((one) => `<li>${one}</li>`).join("")}</${tag}>`]
		: paragraphs;
	const body = [...prose, ...blocks.map((block) => blockHtml(view, block, markers(view, block.claimIds)))].join("\n");
	return heading === ""
		? `<section class="lead">${body}</section>`
		: `<section><h2>${wordsHtml(heading)}</h2>\n${body}</section>`;
}

function paragraphHtml(view: View, paragraph: readonly Sentence[], isItem: boolean): string {
	const said = (one: Sentence) => {
		const opening = isItem && one === paragraph[0] ? leadIn(one.text) : undefined;
		if (!opening) return sentenceOf(view, one);
		return `<b>${wordsHtml(opening.lead)}</b> ${sentenceOf(view, { ...one, text: opening.rest })}`;
	};
	return stretchesOf(paragraph)
		.map(({ sentences, code }) => {
			const words = `<p>${sentences.map(said).join(" ")}</p>`;
			return code === undefined ? words : words + codeHtml(code);
		})
		.join("");
}

function sentenceOf(view: View, { kind, text, claimIds }: Pick<Sentence, "kind" | "text" | "claimIds">): string {
	if (kind === "frame") return `<span class="fr">${wordsHtml(text)}</span>`;
	const words = sentenceHtml(text);
	const cited = markers(view, claimIds);
	return kind === "inference" ? `<i class="inf">${words}</i> <span class="from">(from${cited})</span>` : words + cited;
}
