import { pluralize } from "../base/text.ts";
import type { Decided, RunOptions } from "../evidence/event.ts";
import { type SpendingKind, spendingLimitsOf, spendingLimitWords } from "../evidence/spending-limit.ts";
import type { ResearchState } from "../evidence/state.ts";
import { isFinishRequested } from "../evidence/user-message.ts";
import type { Step } from "./journal.ts";
import { baseline, baselineOffers } from "./planners/baseline.ts";
import { fixedRounds, fixedRoundsOffers } from "./planners/fixed-rounds.ts";
import { guided, guidedOffers } from "./planners/guided.ts";
import { learned, learnedOffers } from "./planners/learned/planner.ts";
import { offersOf, type Ranked } from "./planners/offers.ts";
import { type Planner, stopDecision, withReadLimit } from "./planners/planner.ts";
import { repeatSearches } from "./planners/repeat-searches.ts";
import { hasNothingToSearch, isMonitor, optionsOf } from "./state-access.ts";
import { researchMs } from "./time.ts";
import type { Meter, Tools } from "./tools.ts";

/** Each planner, and what it chooses from, best first. */
const planners: Record<RunOptions["planner"], { plan: Planner; offers: (state: ResearchState) => Ranked[] }> = {
	guided: { plan: guided, offers: guidedOffers },
	rounds: { plan: fixedRounds, offers: fixedRoundsOffers },
	baseline: { plan: baseline, offers: baselineOffers },
	learned: { plan: learned, offers: learnedOffers },
};

/** A look repeats the searches of the run that it monitors, so there is nothing to choose from. */
const monitorPlanner = { plan: repeatSearches, offers: (): Ranked[] => [] };

/** METHOD §7: the next wave, or the reason to stop. Limits come before what the planner wants. */
export function decideNextWave(state: ResearchState, { meter }: Tools, wave: number): Step[] {
	const step: Step = {
		name: `decide:${wave}`,
		work: async (context) => {
			const elapsedMs = context.elapsedMs();
			const limit = finishStop(state) ?? limitReached(state, elapsedMs, meter);
			const planner = isMonitor(state) ? monitorPlanner : planners[optionsOf(state).planner];
			const wave = limit ? [limit] : planner.plan(state);
			const [first, ...beside] = wave;
			if (!first) throw new TypeError("a planner decided nothing");
			const others = {
				...(beside.length > 0 ? { beside } : {}),
				...(limit ? {} : { offers: offersOf(state, planner.offers(state), wave) }),
			};
			return {
				type: "decided",
				...(limit ? first : withReadLimit(state, first)),
				...others,
				elapsedMs,
				...spendingFields(meter),
			};
		},
	};
	return [step];
}

/** The stop of a run whose user asked for the report now. */
export function finishStop(state: ResearchState): Decided | undefined {
	if (!isFinishRequested(state)) return undefined;
	return stopDecision("STOPPED_BY_USER", "you asked for the report from what there was");
}

/** The limit that was reached. The log also shows a request that was refused as too dear, so that a resumed process stops too. */
export function limitReached(state: ResearchState, elapsedMs: number, meter: Meter | undefined): Decided | undefined {
	const options = optionsOf(state);
	// A short answer beats none: when nothing was gathered yet, rules still do one action in the time kept for the report.
	if (elapsedMs >= researchMs(options))
		return state.turns.length === 0
			? undefined
			: stopDecision("DEADLINE", `the deadline of ${Math.round(options.deadlineMs / 1000)} s was near`);
	const limit = meter?.usedUp() ?? limitOfFallback(state);
	if (limit !== undefined) {
		const words = spendingLimitWords(limit, spendingLimitsOf(options.model));
		const reason = `${words} was reached: what is left of it pays for the report`;
		return { action: { kind: "stop", stopReason: "BUDGET_EXHAUSTED", reason, limit } };
	}
	if (hasNothingToSearch(state))
		return stopDecision(
			"BUDGET_EXHAUSTED",
			`no search service is left (${state.skipped.map(({ reason }) => reason).join("; ")})`,
		);
	if (state.turns.length >= options.maxSteps)
		return stopDecision(
			"BUDGET_EXHAUSTED",
			`the limit of ${pluralize(options.maxSteps, "step")} (--max-steps) was reached`,
		);
	return undefined;
}

/** The limit under which a request did not fit, by the log. */
function limitOfFallback({ fallbacks }: ResearchState): SpendingKind | undefined {
	const refused = fallbacks.find(({ code }) => code === "MODEL_BUDGET");
	return refused && (refused.limit ?? "cost");
}

export function spendingFields(meter: Meter | undefined): { spentUsd?: number } {
	return meter ? { spentUsd: meter.spending().usd } : {};
}
