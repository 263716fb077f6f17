import type { Signal } from "../../evidence/signal.ts";
import type { ResearchState, Turn } from "../../evidence/state.ts";
import { probabilityOf } from "../../reasoning/linear-model.ts";
import { type StepFeatures, stepFeatures } from "./features.ts";
import weights from "./weights.json" with { type: "json" };

/** The five signals as numbers, in the order of METHOD §6: a scorer that is written by hand, and the control of the learned one. */
const worthBySignal: Record<Signal, number> = {
	NEW_EVIDENCE: 1,
	CONFLICT_FOUND: 0.8,
	REDUNDANT: 0.4,
	DEAD_END: 0.2,
	NO_RETRIEVAL_RESULTS: 0,
};

/** 0–1; larger is better. A step without a signal, such as one that was interrupted, is worth nothing. */
export function signalWorth(signal: string | undefined): number {
	return signal !== undefined && signal in worthBySignal ? worthBySignal[signal as Signal] : 0;
}

/**
 * The learned scorer (a process reward model): the chance, 0–1, that the run will have read all the evidence that its question needs
 * when its budget is used up. `npm run train -- steps` made it. `turn`: its signal is known; `after`: the end of its wave.
 */
export function stepChance(before: ResearchState, turn: Turn, after: ResearchState): number {
	return chanceOf(stepFeatures(before, turn, after));
}

/** The same chance, of a step whose features are known. */
export function chanceOf(features: StepFeatures): number {
	return probabilityOf<string>(weights, features);
}

/** Whether the scorer learned from runs of this kind: lookups without a model. */
export function isScored({ route, options }: Pick<ResearchState, "route" | "options">): boolean {
	return route?.shape === "lookup" && options !== undefined && options.model === undefined;
}
