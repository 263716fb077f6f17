import type { QuestionAnalysis } from "../../../evidence/question.ts";
import type { Sentence } from "../../../evidence/report.ts";
import { isCopy } from "../../../evidence/text-sketch.ts";
import type { WriteInput } from "../../reasoner.ts";
import { answerableFeatures } from "../blocks/answerable.ts";
import { modeOf, type Scored } from "../blocks/score.ts";
import { unheldNames } from "../search/unheld.ts";
import { frame } from "./pages.ts";

/** What the reader is told before the passages: names that no page holds, and what was asked of the form and cannot be done. */
export function notesOn({ form, language }: QuestionAnalysis, unheld: readonly string[]): Sentence[] {
	const out: Sentence[] = [];
	if (unheld.length > 0) out.push(frame(`No page that was read names ${unheld.join(" or ")}.`));
	const needs = [
		form.language !== undefined && form.language !== language ? "another language" : "",
		form.audience !== undefined ? "words for a certain audience" : "",
	].filter((need) => need !== "");
	if (needs.length > 0)
		out.push(frame(`This report quotes its sources: ${needs.join(" and ")} would need a language model.`));
	return out;
}

/**
 * Whether half of the names of the question, or more, stand in no page that was read, all of them where several things are asked: then
 * nothing bears on it. A table says so in its cells, and a broad matter is more than a name where that is few of its words.
 */
export function isAboutNothing({ route }: WriteInput, analysis: QuestionAnalysis, unheld: readonly string[]): boolean {
	const { names, keyWords, asks } = analysis;
	const isMatter = modeOf(analysis, route.shape) === "matter" && unheld.length < keyWords.length * matterShare;
	return (
		route.shape !== "extraction" &&
		unheld.length > 0 &&
		unheld.length * (asks.length > 1 ? 1 : 2) >= names.length &&
		!isMatter
	);
}
/** Of a broad matter's words, names that stand in no page are few below this share. */
const matterShare = 1 / 4;

/**
 * How surely the best passages state what is asked. `unsure`: they may, and the report says that it is not certain. `unstated`: no page that
 * was read is likely to, or a name stands in none; the nearest passages are shown under a heading that says so.
 */
export type Certainty = "stated" | "unsure" | "unstated";
/** From each calibrated chance on. */
const [statedFrom, unsureFrom] = [0.8, 0.4];

/** `chance`: that the best passages answer. */
export function certaintyOf(chance: number, unheld: readonly string[]): Certainty {
	if (unheld.length > 0 || chance < unsureFrom) return "unstated";
	return chance < statedFrom ? "unsure" : "stated";
}

/** What the reader is told of it before the passages. */
export const certaintyWords: Readonly<Record<Certainty, readonly string[]>> = {
	stated: [],
	unsure: ["It is not certain that these passages answer the question."],
	unstated: ["No page that was read clearly states this."],
};

/** At this chance of an answer, and with fewer sources that answer, single passages are shown whole, however broad the question is. */
const [toldFrom, manySources] = [0.8, 6];

/**
 * Whether the question is likely to be answered, by fewer than `manySources` sources; copies of one text count once. False where the reading
 * model cannot be used.
 */
export function fewAnswer(places: readonly Scored[], chance: number, sources: WriteInput["sources"]): boolean {
	const found = new Set(
		places.flatMap(({ reading, passage }) => (reading && reading.answers > 0 ? [passage.sourceId] : [])),
	);
	const answering = sources.filter(({ id }) => found.has(id));
	const texts = answering.filter(
		({ sketch = "" }, at) => !answering.slice(0, at).some((other) => isCopy(other.sketch ?? "", sketch)),
	);
	return texts.length > 0 && texts.length < manySources && chance >= toldFrom;
}

export function hasDirect({ claims }: WriteInput): boolean {
	return claims.some((one) => one.class === "direct");
}

/** Whether no passage is near to what is asked, token by token, or reads as an answer (a logit): everyday words may share nothing with a page. */
export function areFar(places: readonly Scored[], { kind }: Pick<QuestionAnalysis, "kind">): boolean {
	const isRead = places.some(({ reading }) => reading && reading.answers >= readFrom);
	return answerableFeatures(places, kind).covered < nearFrom && !isRead;
}
const [nearFrom, readFrom] = [0.5, -2];

/** The names that are asked about and stand in no title and no text of a page. Empty where pages are not at hand. */
export function unheldOf({ pages = [], sources }: WriteInput, { names, core }: QuestionAnalysis): string[] {
	if (pages.length === 0) return [];
	const asked = names.filter((name) => core.includes(name));
	return unheldNames(asked, [...sources.map(({ title }) => title), ...pages.map(({ text }) => text)]);
}
