import type { Decided } from "../../../evidence/event.ts";
import type { ResearchState } from "../../../evidence/state.ts";
import { scoreOf } from "../../../reasoning/linear-model.ts";
import type { Ranked } from "../offers.ts";
import { withIds } from "../planner.ts";
import { widthOf } from "../width.ts";
import { choicesOf, fixedWave } from "./choices.ts";
import { offerFeatures } from "./features.ts";
import weights from "./weights.json" with { type: "json" };

/**
 * `learned`: chooses among the actions that the guided planner's rules offer, by a linear score that `npm run train -- planner` learned
 * from runs of the extractive engine. It always takes the highest score, so it is a pure function of the state like every planner. What
 * the user asked for, a captured answer, workers and the end of the budget are not its to decide. docs/learning.md says how good it is.
 */
export function learned(state: ResearchState): Decided[] {
	const fixed = fixedWave(state);
	if (fixed) return fixed;
	const width = widthOf(state);
	const wave = new Map<string, Decided>();
	for (const [, one] of learnedOffers(state)) {
		// As for the rules, a reason to stop counts only while the wave is empty.
		if (one.action.kind === "stop") return wave.size > 0 ? withIds(state, [...wave.values()]) : [one];
		const key = one.added?.text ?? one.action.subQuestionId;
		if (!wave.has(key)) wave.set(key, one);
		if (wave.size >= width) break;
	}
	return withIds(state, [...wave.values()]);
}

/** The offers of the guided rules, highest score first; equal scores in the order of the rules. */
export function learnedOffers(state: ResearchState): Ranked[] {
	const offers = choicesOf(state);
	const features = offerFeatures(state, offers);
	return offers
		.map((offer, at) => ({ offer, score: scoreOf<string>(weights, features[at] ?? {}) }))
		.toSorted((a, b) => b.score - a.score)
		.map(({ offer }) => offer);
}
