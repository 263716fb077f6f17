import { hasCoreEvidence, isReadyToDraft } from "../../evidence/coverage.ts";
import type { Decided } from "../../evidence/event.ts";
import { hasPart } from "../../evidence/parts.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { waveCount } from "../../evidence/wave.ts";
import { hasInvestigators, isEverythingRead, readsLeft } from "../state-access.ts";
import { readLimitWords, stopDecision } from "./planner.ts";
import { isOutOfRounds } from "./rounds.ts";

/** The stop of a run that may read no further page. Where every document was read, no limit ended it. */
export function stopWithoutReads(state: ResearchState): Decided | undefined {
	if (readsLeft(state) > 0) return undefined;
	return isEverythingRead(state) ? finalStop(state) : stopDecision("BUDGET_EXHAUSTED", readLimitWords(state));
}

/** The stop of a run that has nothing more to try. */
export function finalStop(state: ResearchState): Decided {
	if (!isReadyToDraft(state)) return stopDecision("NO_EVIDENCE", nothingFound(state));
	if (hasCoreEvidence(state) && isEverythingRead(state))
		return stopDecision("COVERAGE_MET", "every core sub-question is backed, and every document was read");
	if (hasCoreEvidence(state))
		return stopDecision(
			"COVERAGE_MET",
			hasPart(state, "challenges")
				? "every core sub-question is backed, what could be challenged was, and no promising lead is open"
				: "every core sub-question is backed, and no promising lead is open",
		);
	return stopDecision("DIMINISHING_RETURNS", whatWasTried(state));
}

function whatWasTried(state: ResearchState): string {
	if (hasInvestigators(state.options)) return "every sub-question was investigated";
	if (isEverythingRead(state)) return "every document was read";
	if (isOutOfRounds(state)) return `every sub-question was searched, in ${inWaves(state)}`;
	if (!hasPart(state, "recovery")) return "every sub-question was searched";
	return "every wording of every sub-question was tried";
}

function inWaves(state: ResearchState): string {
	const waves = waveCount(state);
	return waves === 1 ? "1 wave" : `${waves} waves`;
}

/** Why there is no evidence: how far the search got. */
function nothingFound(state: ResearchState): string {
	const results = state.turns.reduce((sum, { found }) => sum + found, 0);
	if (!state.turns.some(({ queries, titles }) => queries.length + titles.length > 0)) return "nothing was searched";
	if (state.sources.length > 0) return `${whatWasTried(state)}, and no page that was read answers any of them`;
	if (results === 0)
		return state.turns.some(({ failed, faults }) => failed.length + faults.length > 0)
			? "no search that worked found a document, and others failed"
			: "no search found a document";
	const unread = state.unread.length > 0 ? "none that was chosen could be read" : "none was read";
	return `the searches gave ${results} ${results === 1 ? "result" : "results"}, and ${unread}`;
}

/** The stop once the gaps that a model found were searched, as often as the depth allows. */
export function stopAfterRounds(state: ResearchState): Decided | undefined {
	if (!isOutOfRounds(state)) return undefined;
	if (!isReadyToDraft(state) || !hasCoreEvidence(state)) return finalStop(state);
	return stopDecision(
		"COVERAGE_MET",
		`every core sub-question is backed, and ${whatWasMissing(state)}, in ${inWaves(state)}`,
	);
}

/** A lead that no wave had room for was not searched: what it would have found is unknown. */
function whatWasMissing({ followUps }: ResearchState): string {
	if (followUps.length === 0) return "what was missing was searched";
	return `what was missing was searched but for ${followUps.length} ${followUps.length === 1 ? "lead" : "leads"}`;
}
