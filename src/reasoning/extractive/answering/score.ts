import type { FeatureName, Features } from "./features.ts";

/**
 * Weights of a logistic score, fitted on one half of public question sets and rounded (bench `reading-claims`). They say what
 * speaks for a span, not what any question's answer is.
 */
export const weights: Record<FeatureName, number> = {
	bias: -4,
	relevance: 2,
	direct: 0.3,
	typeMatch: 1.2,
	typeClash: -1,
	headInside: 1.2,
	headBeside: 0.8,
	kindOfHead: 1.5,
	near: 1,
	termShare: 1,
	isTitle: 0.3,
	titleFitsHead: 1,
	titleInQuestion: -0.2,
	bridgedPage: 0.6,
	otherPages: 0.3,
	subjectOfOwn: -0.3,
	early: 0.2,
	phrase: -0.6,
	cueBefore: 0.5,
	inBrackets: -0.3,
	long: -0.5,
	kindWords: 0.5,
};

/** 0–1: how likely a span with these features is the answer. */
export function scoreOf(features: Features): number {
	let sum = 0;
	for (const name of Object.keys(weights) as FeatureName[]) sum += weights[name] * features[name];
	return 1 / (1 + Math.exp(-sum));
}
