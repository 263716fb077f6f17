import { goldRead } from "../app/ablate/measures.ts";
import { comparisonForm } from "../base/text.ts";
import { blocksIn, citedIn, type Report } from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import { blockText } from "../verification/check-block.ts";
import { type Criterion, code, type EvalQuestion, type Verdict } from "./question.ts";

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

/** What code can say of a report: whether it states the answers, and whether it read and cites the gold documents. */
export function gradeByCode({ criteria }: EvalQuestion, state: ResearchState): Verdict[] {
	const said = state.report ? statementsOf(state.report) : [];
	return criteria.flatMap((one) => {
		if (one.kind === "evidence") return [gradeEvidence(one, state)];
		return one.kind === "answer" ? [gradeAnswer(one, state.report?.answer?.text, said)] : [];
	});
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
