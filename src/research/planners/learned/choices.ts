import type { Decided } from "../../../evidence/event.ts";
import type { ResearchState } from "../../../evidence/state.ts";
import { guided, guidedOffers } from "../guided.ts";
import { distinctOffers, type Ranked } from "../offers.ts";

/** Rules that leave no choice: what the user asked for, a captured answer, and the end of the budget. */
const binding: ReadonlySet<string> = new Set(["coverRequests", "stopWhenCaptured", "stopWithoutReads"]);

/** The next wave where the guided rules leave no choice. Undefined where they do. */
export function fixedWave(state: ResearchState): Decided[] | undefined {
	const [first] = guidedOffers(state);
	return first !== undefined && !binding.has(first[0]) ? undefined : guided(state);
}

/** The offers that a learned planner may choose from, in the order of the guided rules; where they leave no choice, their decision. */
export function choicesOf(state: ResearchState): Ranked[] {
	const fixed = fixedWave(state);
	return fixed ? fixed.map((decided): Ranked => ["fixed", decided]) : distinctOffers(guidedOffers(state));
}
