import { limits } from "../../base/limits.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { waveCount } from "../../evidence/wave.ts";
import { hasInvestigators, optionsOf, readsLeft, routeOf } from "../state-access.ts";

/** METHOD §7: actions of an open question's second wave, of its later waves, and of a lookup's waves, whose next hop needs the last. */
const secondWaveWidth = 5;
const laterWaveWidth = 2;
const lookupWidth = 2;

/**
 * How many actions the next wave may hold, at least one: what the user asked for, else by the question's shape and the wave. It
 * never exceeds the page reads and steps that are left. Rules plan one action at a time.
 */
export function widthOf(state: ResearchState): number {
	const options = optionsOf(state);
	if (!options.model) return 1;
	const { shape, effort } = routeOf(state);
	const requested = options.width ?? (shape === "lookup" ? lookupWidth : widthByWave(state));
	// An open question has one investigator per part. A lookup has as many as its effort says.
	const atOnce = hasInvestigators(options) && shape === "lookup" ? limits.investigators[effort] : requested;
	const byReads = Math.floor(readsLeft(state) / limits.pagesPerStepMin);
	return Math.max(1, Math.min(requested, atOnce, byReads, options.maxSteps - state.turns.length));
}

/** The first wave covers all that is planned: gaps show only after it. */
function widthByWave(state: ResearchState): number {
	const waves = waveCount(state);
	if (waves === 0) return state.subQuestions.length;
	return waves === 1 ? secondWaveWidth : laterWaveWidth;
}
