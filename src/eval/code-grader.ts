import { goldRead } from "../app/ablate/measures.ts";
import { comparisonForm, shortLine } from "../base/text.ts";
import {
	blocksIn,
	citedIn,
	isEmpty,
	isUncertain,
	nearestPassages,
	paragraphsOf,
	type Report,
	type Sentence,
	textWithCode,
} from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import { blockText } from "../verification/check-block.ts";
import { type Criterion, code, type EvalQuestion, type Verdict } from "./question.ts";
import { tableText } from "./report-text.ts";

/**
 * A text for comparison with an accepted answer, as SQuAD normalises it (Rajpurkar et al. 2016, arXiv:1606.05250): lower case, without
 * punctuation and articles. Spaces around it, so that `includes` finds whole words only.
 */
export function normalized(text: string): string {
	const words = comparisonForm(text)
		// A thousands separator is no boundary of a word.
		.replace(/(?<=\d),(?=\d{3})/g, "")
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.replace(/(?<=^| )(?:a|an|the)(?= |$)/g, " ")
		.replace(/ +/g, " ")
		.trim();
	return ` ${words} `;
}

/** The token F1 of two texts, 0–1, as SQuAD counts it: with repeats, after normalisation. */
export function tokenF1(text: string, accepted: string): number {
	const [found, wanted] = [text, accepted].map((one) => normalized(one).trim().split(" ").filter(Boolean));
	if (!found?.length || !wanted?.length) return 0;
	const left = [...wanted];
	const shared = found.filter((word) => {
		const at = left.indexOf(word);
		if (at >= 0) left.splice(at, 1);
		return at >= 0;
	}).length;
	return (2 * shared) / (found.length + wanted.length);
}

/** Everything that a report says of the world, text by text. The echoed question and what was not found do not count. */
export function statementsOf(report: Report): string[] {
	const { answer, bottomLine = [], sections, table } = report;
	return [
		...(answer ? [answer.text, ...answer.alternatives.map(({ text }) => text)] : []),
		...bottomLine.map(({ text }) => text),
		...sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)),
		...blocksIn(report).map(blockText),
		...(table?.rows ?? []).flatMap(({ cells }) => cells.flatMap((cell) => ("text" in cell ? [cell.text] : []))),
	];
}

/** Whether a text states one of the accepted answers, in whole words. `Yes` and `No` stand in any text, so they are never found. */
export function states(text: string, accepted: readonly string[]): boolean {
	const within = normalized(text);
	return accepted.map(normalized).some((one) => !/^ (?:yes|no|) ?$/.test(one) && within.includes(one));
}

/**
 * The passages of a report, each of which a reader takes as one statement: a paragraph, a list, a table, a quoted block with the headings above
 * it.
 */
export function passagesOf(report: Report): string[] {
	const { answer, bottomLine = [], sections, table } = report;
	const lines = (sentences: readonly Sentence[]) => sentences.map(textWithCode).join(" ");
	return [
		...(answer ? [answer.text, ...answer.alternatives.map(({ text }) => text)] : []),
		...(bottomLine.length > 0 ? [bottomLine.map(({ text }) => text).join(" ")] : []),
		...sections.flatMap((section) => [
			...(section.form === undefined || section.form === "prose"
				? paragraphsOf(section).map(lines)
				: [lines(section.sentences)]),
			...(section.blocks ?? []).map((block) => [section.heading, ...block.path, blockText(block)].join("\n")),
		]),
		...(table ? [tableText(table)] : []),
	];
}

/** Whether a text holds all that a key point requires, in whole words. */
export function holdsPoint(text: string, required: readonly string[]): boolean {
	const within = normalized(text);
	return required.every((one) => one.split("|").some((words) => within.includes(normalized(words))));
}

/**
 * What code can say of a report: whether it states the answers, holds the key points, read and cites the gold documents, and states no answer
 * to a question that has none.
 */
export function gradeByCode({ criteria }: EvalQuestion, state: ResearchState): Verdict[] {
	const said = state.report ? statementsOf(state.report) : [];
	const passages = state.report ? passagesOf(state.report) : [];
	return criteria.flatMap((one) => {
		if (one.kind === "evidence") return [gradeEvidence(one, state)];
		if (one.unanswerable) return [gradeUnanswerable(one, state.report)];
		if (one.required) return [gradePoint(one, passages)];
		return one.kind === "answer" ? [gradeAnswer(one, state.report?.answer?.text, said)] : [];
	});
}

/** Whether one of the passages holds the key point. */
export function gradePoint({ id, required = [] }: Criterion, passages: readonly string[]): Verdict {
	const found = passages.find((text) => holdsPoint(text, required));
	const why = found === undefined ? "no passage holds all of its words" : shortLine(found, passageShown);
	return { criterion: id, judge: code, label: found === undefined ? "omitted" : "supported", met: found ? 1 : 0, why };
}
const passageShown = 200;

/**
 * Whether a report leaves a question open that nothing answers: it shows no more than the nearest passages. Half, if it says that it is not
 * sure. What a report explains in words of its own, code does not understand: it counts as an answer unless a judge says otherwise.
 */
function gradeUnanswerable({ id }: Criterion, report: Report | undefined): Verdict {
	const verdict = (label: string, met: number, why: string) => ({ criterion: id, judge: code, label, met, why });
	if (!report) return verdict("open", 1, "there is no report");
	const { sections } = report;
	if (isEmpty({ ...report, sections: sections.filter(({ heading }) => heading !== nearestPassages) }))
		return verdict("open", 1, "the report states no answer");
	if (isUncertain(report)) return verdict("unsure", 0.5, "the report says that it is not certain");
	return verdict("answered", 0, `the report shows an answer: ${shortLine(passagesOf(report)[0] ?? "", passageShown)}`);
}

function gradeAnswer({ id, accepted = [] }: Criterion, answer: string | undefined, said: readonly string[]): Verdict {
	const score = answer === undefined ? 0 : Math.max(0, ...accepted.map((one) => tokenF1(answer, one)));
	const isExact = answer !== undefined && accepted.some((one) => normalized(one) === normalized(answer));
	const label = isExact ? "exact" : said.some((text) => states(text, accepted)) ? "stated" : "absent";
	const why = answer === undefined ? "the report gives no single answer" : `the report's answer: ${answer}`;
	return { criterion: id, judge: code, label, met: label === "absent" ? 0 : 1, score, why };
}

function gradeEvidence({ id, document = "" }: Criterion, state: ResearchState): Verdict {
	const cited = new Set(state.report ? citedIn(state.report) : []);
	const citedSources = new Set(state.claims.flatMap((claim) => (cited.has(claim.id) ? [claim.sourceId] : [])));
	const isRead = goldRead([document], state.sources).length > 0;
	const isCited =
		goldRead(
			[document],
			state.sources.filter((source) => citedSources.has(source.id)),
		).length > 0;
	const label = isCited ? "cited" : isRead ? "read" : "unread";
	return {
		criterion: id,
		judge: code,
		label,
		met: isCited ? 1 : 0,
		why: `the document was ${label === "read" ? "read, not cited" : label}`,
	};
}
