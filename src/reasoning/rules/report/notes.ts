import type { QuestionAnalysis } from "../../../evidence/question.ts";
import { type Sentence, uncertaintyNote } from "../../../evidence/report.ts";
import { isCopy } from "../../../evidence/text-sketch.ts";
import type { WriteInput } from "../../reasoner.ts";
import { answerableFeatures } from "../blocks/answer-chance.ts";
import { answerMode, type ScoredPassage } from "../blocks/score-passages.ts";
import { unheldNames } from "../search/unheld.ts";
import { frameSentence } from "./page-relations.ts";

/** Notes before the passages: names that no page holds, and requests on the form that need a model. */
export function notesOn({ form, language }: QuestionAnalysis, unheld: readonly string[]): Sentence[] {
	const out: Sentence[] = [];
	if (unheld.length > 0) out.push(frameSentence(`No page that was read names ${unheld.join(" or ")}.`));
	const needs = [
		form.language !== undefined && form.language !== language ? "another language" : "",
		form.audience !== undefined ? "words for a certain audience" : "",
	].filter((need) => need !== "");
	if (needs.length > 0)
		out.push(frameSentence(`This report quotes its sources: ${needs.join(" and ")} would need a language model.`));
	return out;
}

/**
 * Whether nothing is relevant: no page holds half of the question's names or more, or all of them if it has several asks. A table says so
 * in its cells. A broad matter is more than its names if they are few of its words.
 */
export function isNothingRelevant(
	{ route }: WriteInput,
	analysis: QuestionAnalysis,
	unheld: readonly string[],
): boolean {
	const { names, keyWords, asks } = analysis;
	const isMatter =
		answerMode(analysis, route.shape) === "matter" && unheld.length < keyWords.length * missingNamesShareMax;
	return (
		route.shape !== "extraction" &&
		unheld.length > 0 &&
		unheld.length * (asks.length > 1 ? 1 : 2) >= names.length &&
		!isMatter
	);
}
/** On a broad matter, missing names are few below this share of its words. */
const missingNamesShareMax = 1 / 4;

/**
 * How surely a report states what is asked. `stated`: its first passage is shown as the answer, or its passages as what sources say of a
 * matter. `unsure`: they may answer, and the report says so. `unstated`: no page is likely to, or none holds a name; the nearest passages
 * are shown under a heading that says so.
 */
export type AnswerCertainty = "stated" | "unsure" | "unstated";
/** Minimum calibrated chance that one of the best passages answers: for anything but `unstated`. */
const unsureMin = 0.4;

/** Whether no page is likely to state what is asked. `chance`: that the best passages answer. */
export function isUnstated(chance: number, unheld: readonly string[]): boolean {
	return unheld.length > 0 || chance < unsureMin;
}

/** The notes for each level, before the passages. */
export const certaintyWords: Readonly<Record<AnswerCertainty, readonly string[]>> = {
	stated: [],
	unsure: [uncertaintyNote],
	unstated: ["No page that was read clearly states this."],
};

/**
 * From this chance of an answer on, and with fewer sources that answer, single passages are shown whole, however broad the question is.
 */
const [answeredMin, manySources] = [0.8, 6];

/**
 * Whether fewer than `manySources` sources are likely to answer the question. Syndicated copies count once. False without the reading
 * model.
 */
export function hasFewAnswers(
	places: readonly ScoredPassage[],
	chance: number,
	sources: WriteInput["sources"],
): boolean {
	const answeringIds = new Set(
		places.flatMap(({ reading, passage }) => (reading && reading.answers > 0 ? [passage.sourceId] : [])),
	);
	const answering = sources.filter(({ id }) => answeringIds.has(id));
	const texts = answering.filter(
		({ sketch = "" }, at) => !answering.slice(0, at).some((other) => isCopy(other.sketch ?? "", sketch)),
	);
	return texts.length > 0 && texts.length < manySources && chance >= answeredMin;
}

export function hasDirectEvidence({ claims }: WriteInput): boolean {
	return claims.some((one) => one.class === "direct");
}

/**
 * Whether no passage is similar to the question's tokens or reads as an answer (a logit): everyday words may share nothing with a page.
 */
export function isFarFromQuestion(places: readonly ScoredPassage[], { kind }: Pick<QuestionAnalysis, "kind">): boolean {
	const isRead = places.some(({ reading }) => reading && reading.answers >= answerLogitMin);
	return answerableFeatures(places, kind).covered < nearMin && !isRead;
}
const [nearMin, answerLogitMin] = [0.5, -2];

/** The names in the question that no title and no text of a page holds. Empty if pages are not available. */
export function unheldOf({ pages = [], sources }: WriteInput, { names, core }: QuestionAnalysis): string[] {
	if (pages.length === 0) return [];
	const asked = names.filter((name) => core.includes(name));
	return unheldNames(asked, [...sources.map(({ title }) => title), ...pages.map(({ text }) => text)]);
}
