import { isSameMatter, openGaps, unsearchedLeads } from "../evidence/gaps.ts";
import type { ResearchState } from "../evidence/state.ts";
import { quantitiesIn } from "../text/quantities.ts";
import { shareHeldOf } from "../text/words.ts";

/** How a sentence says that what was read is silent on something. English only: others are judged by their quotes. */
const absence =
	/^(?:no (?:page|source|document)s? (?:that (?:was|were) )?read (?:says?|states?|gives?|tells?|names?|shows?|measures?)\b|(?:it|what) remains open(?: is)?\b)/iu;
/** Whether a sentence says that the pages that were read are silent on something. */
export function saysAbsence(sentence: string): boolean {
	return absence.test(sentence.trim());
}

/** The share of a sentence's content words that the gap must hold. */
const heldShareMin = 0.7;

/**
 * Whether a sentence says only that the pages that were read are silent on something, and the run's own record says so: it looked for
 * that and did not find it. No quote can state this.
 */
export function isRecordedAbsence(sentence: string, state: ResearchState): boolean {
	const rest = sentence.trim().replace(absence, "");
	if (rest === sentence.trim() || quantitiesIn(rest).length > 0 || /[;:“]/u.test(rest)) return false;
	const shareIn = shareHeldOf(rest);
	const leads = unsearchedLeads(state);
	if (leads.some((lead) => isSameMatter(rest, lead))) return false;
	const notSearched = new Set([...(state.plan.unplanned ?? []), ...leads]);
	return openGaps(state).some(({ text }) => !notSearched.has(text) && shareIn(text) >= heldShareMin);
}
