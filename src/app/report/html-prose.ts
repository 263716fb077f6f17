import { pluralize } from "../../base/text.ts";
import { paragraphsOf, type Section, type Sentence } from "../../evidence/report.ts";
import { isRefuted, type Vote } from "../../evidence/votes.ts";
import { voteWords } from "../event-words.ts";
import { blockHtml } from "./block-html.ts";
import { codeBlockHtml, escapeHtml, lineHtml, sentenceHtml } from "./html-text.ts";
import type { ReportView } from "./input.ts";
import { evidenceId } from "./page-address.ts";
import { answerItemsOf, shortAnswerNote, splitAtCode, splitLeadIn, splitList, splitTable } from "./prose.ts";
import { asSentence, isValueMissing, noAnswerWords, refutedWords } from "./words.ts";

/** Source numbers that show their quotes. Without the script they link to them. */
export function markersHtml(view: ReportView, claimIds: readonly string[]): string {
	return view
		.markers(claimIds)
		.map(({ number, source, claims }) => {
			const ids = claims.map(evidenceId);
			return `<a class="m" href="#${ids[0]}" data-c="${ids.join(" ")}" aria-label="Source ${number}, ${pluralize(ids.length, "quote")}: ${escapeHtml(source.title)}">${number}</a>`;
		})
		.join("");
}

/** The answer to the question; for a list of things, each with its sources. Empty where the report has none. */
export function answerHtml(view: ReportView): string {
	const { answer } = view.report;
	if (!answer)
		return isValueMissing(view) ? `<div class="answer"><p class="a">${escapeHtml(noAnswerWords)}</p></div>` : "";
	const item = (one: { text: string; claimIds: string[] }) =>
		`<li>${lineHtml(one.text)}${markersHtml(view, one.claimIds)}</li>`;
	const others = answer.alternatives.filter(({ past }) => !past).map(item);
	const { votes = [] } = view.report;
	const items = answerItemsOf(view);
	const text = items
		? `<ul class="a">${items.map(item).join("")}</ul>`
		: `<p class="a">${lineHtml(answer.text)}${markersHtml(view, answer.claimIds)}</p>`;
	return (
		`<div class="answer">${text}` +
		`<p class="why"><span class="conf ${answer.confidence}">${answer.confidence} confidence</span> ${escapeHtml(asSentence(answer.why))}</p>` +
		`${others.length === 0 ? "" : `<p class="also">Sources also give</p><ul>${others.join("")}</ul>`}${isRefuted(votes) ? refutedHtml(view, votes) : ""}</div>`
	);
}

/** The block below an answer that skeptics refute: each vote with its reason. */
function refutedHtml(view: ReportView, votes: readonly Vote[]): string {
	const items = votes.map(
		(vote) => `<li>${lineHtml(asSentence(voteWords(vote)))}${markersHtml(view, vote.claimIds)}</li>`,
	);
	return `<div class="refuted"><p class="partial">${escapeHtml(refutedWords(votes))}</p><ul>${items.join("")}</ul></div>`;
}

/** The short answer as one paragraph, and below it how certain it is. */
export function bottomLineHtml(view: ReportView): string {
	const { bottomLine = [] } = view.report;
	if (bottomLine.length === 0) return "";
	const sentences = bottomLine.map((one) => citedSentenceHtml(view, { ...one, kind: "fact" }));
	const note = shortAnswerNote(view.report);
	const below = note === "" ? "" : `<p class="why">${escapeHtml(note)}</p>`;
	return `<div class="answer line" id="short-answer"><h2>Short answer</h2><p>${sentences.join(" ")}</p>${below}</div>`;
}

export function sectionHtml(view: ReportView, section: Section, id: string): string {
	const { heading, form, blocks = [] } = section;
	const isList = form === "bullets" || form === "steps";
	const { before, items, after } = splitList(section);
	const write = (paragraph: readonly Sentence[]) => paragraphHtml(view, paragraph, isList);
	const tag = form === "steps" ? "ol" : "ul";
	const listHtml = `<${tag} class="items">${items.map((one) => `<li>${write(one)}</li>`).join("")}</${tag}>`;
	const prose = isList
		? [...before.map(write), listHtml, ...after.map(write)]
		: form === "table"
			? tableOfSentences(view, section, write)
			: paragraphsOf(section).map(write);
	const body = [...prose, ...blocks.map((block) => blockHtml(view, block, markersHtml(view, block.claimIds)))].join(
		"\n",
	);
	return heading === ""
		? `<section class="lead" id="${id}">${body}</section>`
		: `<section id="${id}"><h2>${lineHtml(heading)}</h2>\n${body}</section>`;
}

function tableOfSentences(
	view: ReportView,
	section: Section,
	write: (paragraph: readonly Sentence[]) => string,
): string[] {
	const { before, columns, rows, after } = splitTable(section);
	const head = columns.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join("");
	const cell = (one: Sentence | undefined, column: string) =>
		`<td data-l="${escapeHtml(column)}">${one ? citedSentenceHtml(view, one) : ""}</td>`;
	const body = rows.map(
		({ label, cells }) =>
			`<tr><th scope="row">${escapeHtml(label)}</th>${cells.map((one, at) => cell(one, columns[at] ?? "")).join("")}</tr>`,
	);
	const table = `<div class="wide"><table><thead><tr><td></td>${head}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
	return [...before.map(write), table, ...after.map(write)];
}

function paragraphHtml(view: ReportView, paragraph: readonly Sentence[], isItem: boolean): string {
	const withLeadIn = (one: Sentence) => {
		const opening = isItem && one === paragraph[0] ? splitLeadIn(one.text) : undefined;
		if (!opening) return citedSentenceHtml(view, one);
		return `<b>${lineHtml(opening.lead)}</b> ${citedSentenceHtml(view, { ...one, text: opening.rest })}`;
	};
	return splitAtCode(paragraph)
		.map(({ sentences, code }) => {
			const words = `<p>${sentences.map(withLeadIn).join(" ")}</p>`;
			return code === undefined ? words : words + codeBlockHtml(code);
		})
		.join("");
}

function citedSentenceHtml(
	view: ReportView,
	{ kind, text, claimIds }: Pick<Sentence, "kind" | "text" | "claimIds">,
): string {
	if (kind === "frame") return `<span class="fr">${lineHtml(text)}</span>`;
	const words = sentenceHtml(text);
	const numbers = markersHtml(view, claimIds);
	const shown = (kind === "inference" ? `<i class="inf">${words}</i>` : words) + numbers;
	return numbers === "" ? shown : `<span class="s">${shown}</span>`;
}
