import { densityOf, hasDensityPeaked, roundYields } from "../../evidence/density.ts";
import { depths } from "../../evidence/plan.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { openRequests } from "../../evidence/user-message.ts";
import { closeWave } from "../close-wave.ts";
import { finishStop, limitReached, spendingFields } from "../decide.ts";
import type { Journal, Step } from "../journal.ts";
import { takeMessages } from "../messages.ts";
import { finalStop, stopWithoutReads } from "../planners/final-stop.ts";
import { stopDecision, withReadLimit } from "../planners/planner.ts";
import { optionsOf, routeOf } from "../state-access.ts";
import type { Tools } from "../tools.ts";
import { writeReport } from "../write.ts";
import { nextPassWith, passesWith, type ResearchSlice } from "./passes.ts";
import { gapSlices, planSlices } from "./slices.ts";
import { writeSurvey } from "./write-survey.ts";

/**
 * METHOD §8, survey: rounds of passes over slices of the plan, then one report. A pass is a child run, so the survey's own log has one
 * event for it; the limits on time, cost, pages and steps hold for all passes together. The first round covers the plan; each further
 * round is one pass over the gaps, until density stops rising.
 */
export async function survey(journal: Journal, researchSlice: ResearchSlice): Promise<void> {
	const isSingle = optionsOf(journal.state).model?.session === "single";
	for (let round = 1; ; round++) {
		await takeMessages(journal, round);
		await journal.run(decideNextRound, round);
		if (journal.state.stop) break;
		if (isSingle)
			while (journal.state.passes?.some(({ done }) => !done)) await journal.run(nextPassWith(researchSlice), round);
		else await journal.run(passesWith(researchSlice), round);
		await closeWave(journal, round);
	}
	// A value or a table is written once, from all evidence.
	const isMerged = routeOf(journal.state).shape === "synthesis" && journal.state.passes?.some(({ report }) => report);
	await (isMerged ? writeSurvey(journal) : writeReport(journal));
}

/** The next round, or the reason to stop. Limits come first. */
function decideNextRound(state: ResearchState, { meter }: Tools, round: number): Step[] {
	const step: Step = {
		name: `decide:${round}`,
		work: async (context) => {
			const elapsedMs = context.elapsedMs();
			const common = { elapsedMs, ...spendingFields(meter) };
			const limit = finishStop(state) ?? (round === 1 ? undefined : limitReached(state, elapsedMs, meter));
			if (limit) return { type: "decided", ...limit, ...common };
			if (round === 1) return { type: "sliced", slices: planSlices(state), ...common };
			const stop =
				stopWithoutReads(state) ?? (openRequests(state).length > 0 ? undefined : stopByDensity(state, round));
			const { slices, added } = gapSlices(state);
			if (stop || slices.length === 0)
				return { type: "decided", ...withReadLimit(state, stop ?? finalStop(state)), ...common };
			return { type: "sliced", slices, ...(added.length > 0 ? { added } : {}), ...common };
		},
	};
	return [step];
}

function stopByDensity(state: ResearchState, round: number) {
	const yields = roundYields(state);
	if (hasDensityPeaked(yields)) {
		const rows = yields.map((one) => densityOf(one).toFixed(1)).join(", ");
		return stopDecision("DIMINISHING_RETURNS", `new facts per page no longer rise: ${rows} by round`);
	}
	if (round - 1 <= depths.survey.gapRounds) return undefined;
	return finalStop(state);
}
