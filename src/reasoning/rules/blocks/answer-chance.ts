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

/** The calibrated chance, 0–1, that one of the best passages answers the question. 0 without passages. */
export function answerChance(passages: readonly ScoredPassage[], kind: AnswerKind): number {
	if (passages.length === 0) return 0;
	const isMeaningRead = passages.some(({ covered }) => covered.some((one) => one !== 0 && one !== 1));
	return probabilityOf(isMeaningRead ? models.meaning : models.words, answerableFeatures(passages, kind));
}
