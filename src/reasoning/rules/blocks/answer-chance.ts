import type { AnswerKind, QuestionAnalysis } from "../../../evidence/question.ts";
import { type LinearModel, probabilityOf } from "../../linear-model.ts";
import weights from "../blocks/weights.json" with { type: "json" };
import type { QuotablePassage } from "./find-passages.ts";
import { holdsAsked } from "./held-terms.ts";
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

/** From this chance on a passage is stated as the answer (`npm run train -- certain`). */
const { min } = weights.certain;

/**
 * The chance that the likeliest passage answers as it is shown: that one of the best passages does, times the part of the ranking's
 * chances that lies within the block. 0 without passages, where the reading model did not read it, and where the block does not hold what
 * is asked (`holdsAsked`). 1 if it is the entry of what the question asks the meaning of.
 * @param block the likeliest passage with its surroundings. `title`: of its page.
 */
export function blockChance(
	passages: readonly ScoredPassage[],
	analysis: QuestionAnalysis,
	block: QuotablePassage | undefined,
	title: string,
): number {
	const first = likeliestOf(passages);
	if (analysis.kind === "definition" && first?.explains) return 1;
	if (!block || !first?.reading || !holdsAsked(block, title, analysis)) return 0;
	const sumOf = (some: readonly ScoredPassage[]) => some.reduce((sum, { score }) => sum + score, 0);
	const part = sumOf(passages.filter((one) => one === first || isMostlyWithin(one.passage, block))) / sumOf(passages);
	return answerChance(passages, analysis.kind) * part;
}

function isMostlyWithin({ sourceId, pieces }: QuotablePassage, block: QuotablePassage): boolean {
	const [from, to] = [block.pieces[0]?.start ?? 0, block.pieces.at(-1)?.end ?? 0];
	const within = pieces.reduce(
		(sum, { start, end }) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)),
		0,
	);
	const all = pieces.reduce((sum, { start, end }) => sum + end - start, 0);
	return sourceId === block.sourceId && within > all / 2;
}

/** Undefined without passages. */
export function likeliestOf(passages: readonly ScoredPassage[]): ScoredPassage | undefined {
	return passages.toSorted((a, b) => b.score - a.score)[0];
}

/** Whether the likeliest passage may be stated as the answer. Parameters as above. */
export function isAnswerCertain(...known: Parameters<typeof blockChance>): boolean {
	return blockChance(...known) >= min;
}

/** The calibrated chance, 0–1, that one of the best passages answers the question. 0 without passages. */
export function answerChance(passages: readonly ScoredPassage[], kind: AnswerKind): number {
	if (passages.length === 0) return 0;
	const isMeaningRead = passages.some(({ covered }) => covered.some((one) => one !== 0 && one !== 1));
	return probabilityOf(isMeaningRead ? models.meaning : models.words, answerableFeatures(passages, kind));
}
