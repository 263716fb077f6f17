import type { FeatureName, Features } from "./features.ts";

/**
 * Weights of a logistic score, fitted on one half of public question sets and rounded (bench `reading-claims`). They say what
 * speaks for a span, not what any question's answer is.
 */
export const weights: Record<FeatureName, number> = {
	bias: -4.5,
	relevance: 0.6,
	direct: 0.2,
	typeMatch: 1.1,
	typeClash: -0.5,
	headInside: 0.9,
	headBeside: 0.3,
	kindOfHead: 0.6,
	near: 0.15,
	localNear: 0.85,
	localShare: 0.8,
	headInSentence: 0.5,
	termShare: 0.1,
	isTitle: 1,
	titleFitsHead: 0.65,
	titleInQuestion: 0,
	bridgedPage: 1.1,
	otherPages: -0.1,
	subjectOfOwn: -0.45,
	early: 0.25,
	phrase: -0.5,
	cueBefore: 0.3,
	inBrackets: -0.6,
	long: -0.3,
	kindWords: 0.6,
};

/** 0–1: how likely a span with these features is the answer. */
export function scoreOf(features: Features): number {
	let sum = 0;
	for (const name of Object.keys(weights) as FeatureName[]) sum += weights[name] * features[name];
	return 1 / (1 + Math.exp(-sum));
}
