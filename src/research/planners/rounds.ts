import type { DepthName } from "../../evidence/plan.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { wavesOf } from "../../evidence/wave.ts";
import { optionsOf, readsLeft, routeOf } from "../facts.ts";

/** METHOD §7: waves of follow-ups after the first wave of an open question. Each costs three requests that wait for each other. */
const followUpWaves: Record<DepthName, number> = { quick: 1, standard: 1, deep: 3 };
/** Of the reads that are left, the first of two waves takes this share. */
const firstOfTwo = 0.7;

/** Waves that may still follow the present one; undefined where rules think, or a lookup goes on from what it read last. */
function roundsLeft(state: ResearchState): number | undefined {
	const options = optionsOf(state);
	if (!options.model || routeOf(state).shape === "lookup") return undefined;
	return followUpWaves[options.depth] + 1 - wavesOf(state);
}

/** Whether all rounds of follow-ups were made. */
export function roundsDone(state: ResearchState): boolean {
	const left = roundsLeft(state);
	return left !== undefined && left <= 0;
}

/** Pages that the present wave may read, where rounds are counted: later ones are to have theirs. */
export function readsOfWave(state: ResearchState): number | undefined {
	const rounds = roundsLeft(state);
	if (rounds === undefined) return undefined;
	const left = readsLeft(state);
	return rounds <= 0 ? left : Math.ceil((left * firstOfTwo * 2) / (rounds + 1));
}
