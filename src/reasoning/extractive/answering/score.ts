import type { FeatureName, Features } from "./features.ts";

/**
 * Weights of a logistic score, fitted on one half of public question sets and rounded (bench `reading-claims`). They say what
 * speaks for a span, not what any question's answer is.
 */
const weights: Record<FeatureName, number> = {
	bias: -5.4,
	relevance: 0.6,
	direct: 0.1,
	typeMatch: 1,
	typeClash: -0.5,
	headInside: 0.9,
	headBeside: 0.25,
	kindOfHead: 0.6,
	near: 0.15,
	localNear: 0.8,
	localShare: 0.85,
	headInSentence: 0.6,
	termShare: 0,
	contextShare: 0.4,
	unitFits: 0.8,
	unitClash: -1.5,
	allTold: 1.5,
	stated: 0.8,
	isTitle: 0.7,
	titleFitsHead: 0.9,
	titleInQuestion: 0,
	bridgedPage: 1.3,
	otherPages: 0.1,
	subjectOfOwn: -0.4,
	early: 0.3,
	phrase: -0.6,
	cueBefore: 0.3,
	inBrackets: -0.5,
	long: -0.3,
	kindWords: 0.6,
	held: 1.2,
	clear: 1,
	fitStated: 0.8,
	precise: 0.6,
};

/** 0–1: how likely a span with these features is the answer. */
export function scoreOf(features: Features): number {
	let sum = 0;
	for (const name of Object.keys(weights) as FeatureName[]) sum += weights[name] * features[name];
	return 1 / (1 + Math.exp(-sum));
}
