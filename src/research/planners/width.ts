import { limits } from "../../base/limits.ts";
import { type DepthName, depths } from "../../evidence/plan.ts";
import type { Route } from "../../evidence/question.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { waveCount } from "../../evidence/wave.ts";
import { hasInvestigators, optionsOf, readsLeft, routeOf } from "../state-access.ts";

/** METHOD §7: actions of an open question's second wave, of its later waves, and of a lookup's waves, whose next hop needs the last. */
const secondWaveWidth = 8;
/** Investigators of the second wave: each asks more than once. */
const investigatorsWidth = 5;
const laterWaveWidth = 2;
const lookupWidth = 2;

/**
 * How many actions the next wave may hold, at least one: what the user asked for, else by the question's shape and the wave. It
 * never exceeds the page reads and steps that are left. Rules plan one action at a time.
 */
export function widthOf(state: ResearchState): number {
	const options = optionsOf(state);
	if (!options.model) return 1;
	const route = routeOf(state);
	const isLookup = route.shape === "lookup";
	const investigated = hasInvestigators(options) && (isLookup || waveCount(state) > 0);
	const usual = isLookup ? lookupWidth : widthByWave(state, investigated ? investigatorsWidth : secondWaveWidth);
	const requested = options.width ?? (investigated ? investigatorsFor(route, usual, options.depth) : usual);
	const atOnce = investigated && isLookup ? limits.investigators[route.effort] : requested;
	// A lead of a gap analysis asks for one thing. One choice of pages reads each page for all leads.
	const readsEach = isLookup || investigated || waveCount(state) === 0 ? limits.pagesPerStepMin : 1;
	const byReads = Math.floor(readsLeft(state) / readsEach);
	return Math.max(1, Math.min(requested, atOnce, byReads, options.maxSteps - state.turns.length));
}

/**
 * METHOD §1, the effort: a fact check has one investigator; a comparison one for each thing compared, two to four; a complex question
 * as many at first as its depth plans sub-questions.
 */
function investigatorsFor({ shape, effort, subjects }: Route, usual: number, depth: DepthName): number {
	const most = limits.investigators[effort];
	if (effort === "comparison") {
		const compared = Math.min(most, Math.max(lookupWidth, subjects.length));
		return shape === "lookup" ? compared : Math.min(most, usual);
	}
	const isFirstWave = shape !== "lookup" && usual === investigatorsWidth;
	return Math.min(most, isFirstWave ? Math.max(usual, depths[depth].subQuestions) : usual);
}

/** The first wave covers all that is planned: gaps show only after it. */
function widthByWave(state: ResearchState, second: number): number {
	const waves = waveCount(state);
	if (waves === 0) return state.subQuestions.length;
	return waves === 1 ? second : laterWaveWidth;
}
