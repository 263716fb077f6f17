import { limits } from "../../base/limits.ts";
import type { DepthName } from "../../evidence/plan.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { currentWave, waveCount } from "../../evidence/wave.ts";
import { hasInvestigators, isOfWorkers, optionsOf, readsLeft, routeOf } from "../state-access.ts";

/** METHOD §7: waves of follow-up questions after the first wave of an open question. Each costs three requests in sequence. */
const followUpWaves: Record<DepthName, number> = { quick: 1, standard: 1, deep: 3, survey: 3 };
/** The first of two waves takes this share of the reads that are left. */
const firstOfTwoShare = 0.7;

/** Waves that may still follow the present one. Undefined without a model, or for a lookup, which goes on from what it read last. */
function roundsLeft(state: ResearchState): number | undefined {
	const options = optionsOf(state);
	if (!options.model || routeOf(state).shape === "lookup") return undefined;
	return followUpWaves[options.depth] + 1 - waveCount(state);
}

/** Whether all waves of follow-up questions were made. */
export function isOutOfRounds(state: ResearchState): boolean {
	const left = roundsLeft(state);
	return left !== undefined && left <= 0;
}

/** The pages that the present wave may read, where waves are counted. It leaves some for later waves. */
export function readsOfWave(state: ResearchState): number | undefined {
	const rounds = roundsLeft(state);
	if (rounds === undefined) return undefined;
	const left = readsLeft(state);
	if (rounds <= 0) return left;
	const each = Math.ceil((left * firstOfTwoShare * 2) / (rounds + 1));
	// A large plan needs some pages for each sub-question, while half remains for its gaps.
	return Math.max(each, Math.min(currentWave(state).length * limits.pagesPerStepMin, Math.floor(left / 2)));
}

/**
 * Whether investigators gather the present wave. The first wave of an open question is broad: one choice among all its results reads
 * each page for the whole plan. Investigators then go where it left gaps (METHOD §8). Redundant workers are investigators in any case.
 */
export function isInvestigated(state: ResearchState): boolean {
	if (isOfWorkers(state)) return true;
	return hasInvestigators(state.options) && (roundsLeft(state) === undefined || waveCount(state) > 1);
}
