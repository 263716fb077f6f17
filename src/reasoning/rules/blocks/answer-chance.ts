import type { AnswerKind } from "../../../evidence/question.ts";
import { type LinearModel, probabilityOf } from "../../linear-model.ts";
import weights from "../blocks/weights.json" with { type: "json" };
import { meanOf, oddsMin, type ScoredPassage } from "./score-passages.ts";

/**
 * Features of whether passages answer a question, of the best three together. All are 0–1 except `answers` and `odds`. `covered`: mean
 * similarity to the question's tokens. `least`: the same for the quarter of tokens that are least similar. `answers`, `odds`: the highest
 * value of the reading model for one passage (see `score-passages.ts`). `told`: 1 if no few words are the answer, as of an explanation.
 */
export const answerableFeatureNames = ["covered", "least", "answers", "odds", "told"] as const;
export type AnswerableFeature = (typeof answerableFeatureNames)[number];

const models: Record<"meaning" | "words", LinearModel<AnswerableFeature>> = weights.answerable;

/** Number of passages shown if one answers. */
const bestCount = 3;

export function answerableFeatures(
	passages: readonly ScoredPassage[],
	kind: AnswerKind,
): Record<AnswerableFeature, number> {
	const best = passages.toSorted((a, b) => b.score - a.score).slice(0, bestCount);
	const size = Math.max(0, ...best.map(({ covered }) => covered.length));
	const tokens = Array.from({ length: size }, (_, at) => Math.max(...best.map(({ covered }) => covered[at] ?? 0)));
	const ascending = tokens.toSorted((a, b) => a - b);
	return {
		covered: meanOf(tokens),
		least: meanOf(ascending.slice(0, Math.ceil(size / 4))),
		answers: Math.max(oddsMin, ...best.map(({ reading }) => reading?.answers ?? 0)),
		odds: Math.max(oddsMin, ...best.map(({ reading }) => reading?.span?.odds ?? 0)),
		told: /^(?:value|yes_no|definition)$/u.test(kind) ? 0 : 1,
	};
}

/**
 * What speaks for the likeliest passage alone. `answers`: the reading model's logit that it answers. `share`, 0–1: its part of the
 * ranking's chances of all passages. `least`, 0–1: the similarity of the question's token that is least similar to any of its own.
 */
export const certainSignalNames = ["answers", "share", "least"] as const;
export type CertainSignal = (typeof certainSignalNames)[number];

/** A model of each signal alone, and the least chance from which on a passage is stated as the answer. */
const certain: { models: Record<CertainSignal, LinearModel>; min: number } = weights.certain;

/** Of a question for one value, the share of its words that a passage must hold. What explains something has other words. */
const heldMin = 2 / 3;

/** The likeliest passage, as far as it may be stated. */
export interface LikeliestPassage {
	signals: Record<CertainSignal, number>;
	/** Whether it holds enough of the question's words. */
	isHeld: boolean;
}

/** Undefined without passages, and where the reading model did not read the likeliest one. */
export function likeliestPassage(passages: readonly ScoredPassage[], kind: AnswerKind): LikeliestPassage | undefined {
	const [first] = passages.toSorted((a, b) => b.score - a.score);
	if (!first?.reading) return undefined;
	const share = first.share / passages.reduce((sum, one) => sum + one.share, 0);
	return {
		signals: { answers: first.reading.answers, share, least: Math.min(...first.covered) },
		isHeld: first.held >= heldMin || !/^(?:value|yes_no)$/u.test(kind),
	};
}

/**
 * The chance, 0–1, that the likeliest passage answers: the smallest of those that each signal alone gives. A passage on the right subject
 * that lacks what is asked has one bad signal among good ones, and a sum would make up for it.
 */
export function leastChance<Name extends string>(
	models: Readonly<Record<Name, LinearModel>>,
	signals: Readonly<Record<Name, number>>,
): number {
	const names = Object.keys(models) as Name[];
	return Math.min(...names.map((name) => probabilityOf<string>(models[name], { [name]: signals[name] })));
}

/** Whether the likeliest passage may be stated as the answer: always, if it is the entry of what the question asks the meaning of. */
export function isAnswerCertain(passages: readonly ScoredPassage[], kind: AnswerKind): boolean {
	const [first] = passages.toSorted((a, b) => b.score - a.score);
	if (kind === "definition" && first?.explains) return true;
	const found = likeliestPassage(passages, kind);
	return found?.isHeld === true && leastChance(certain.models, found.signals) >= certain.min;
}

/** The calibrated chance, 0–1, that one of the best passages answers the question. 0 without passages. */
export function answerChance(passages: readonly ScoredPassage[], kind: AnswerKind): number {
	if (passages.length === 0) return 0;
	const isMeaningRead = passages.some(({ covered }) => covered.some((one) => one !== 0 && one !== 1));
	return probabilityOf(isMeaningRead ? models.meaning : models.words, answerableFeatures(passages, kind));
}
