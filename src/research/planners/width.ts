import { limits } from "../../base/limits.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { wavesOf } from "../../evidence/wave.ts";
import { isAgent, optionsOf, readsLeft, routeOf } from "../facts.ts";

/** METHOD §7: actions of an open question's second wave, of its later waves, and of a lookup's waves, whose next hop needs the last. */
const second = 5;
const later = 2;
const ofLookup = 2;

/**
 * How many actions the next wave may hold, at least one: what the user asked for, else by the question's shape and the wave. It
 * never exceeds the page reads and steps that are left. Rules plan one action at a time.
 */
export function widthOf(state: ResearchState): number {
	const options = optionsOf(state);
	if (!options.model) return 1;
	const { shape, effort } = routeOf(state);
	const asked = options.width ?? (shape === "lookup" ? ofLookup : byWave(state));
	// An open question has one investigator per part. A lookup has as many as its effort says.
	const atOnce = isAgent(options) && shape === "lookup" ? limits.investigators[effort] : asked;
	const byReads = Math.floor(readsLeft(state) / limits.choiceMin);
	return Math.max(1, Math.min(asked, atOnce, byReads, options.maxSteps - state.turns.length));
}

/** The first wave covers all that is planned: gaps show only after it. */
function byWave(state: ResearchState): number {
	const waves = wavesOf(state);
	if (waves === 0) return state.subQuestions.length;
	return waves === 1 ? second : later;
}
