import { isAnswerComplete } from "../evidence/answer.ts";
import { hasNewEvidence } from "../evidence/changes.ts";
import type { ResearchState } from "../evidence/state.ts";
import { answerQuestion } from "./answer.ts";
import { askWorkers } from "./attempts.ts";
import { compareWave } from "./compare.ts";
import { analyseGaps } from "./gap-analysis.ts";
import { type Journal, together } from "./journal.ts";
import { captureReason } from "./planners/capture-reason.ts";
import { isMonitor, isOfWorkers, routeOf } from "./state-access.ts";

/**
 * METHOD §6 and §7, the end of a wave: compares claims, asks whether the evidence holds the answer, and analyses the gaps. An open
 * question compares and analyses at once. Otherwise the answer comes after the comparison, because agreement weighs it. It comes
 * before the gap analysis only where one statement may give all of it or an earlier value was checked: the analysis is expensive,
 * and needless once the answer is whole, or quoted and checked.
 */
export async function closeWave(journal: Journal, turn: number): Promise<void> {
	if (isMonitor(journal.state)) return closeLook(journal, turn);
	if (routeOf(journal.state).shape === "synthesis") return journal.run(together(compareWave, analyseGaps), turn);
	await journal.run(compareWave, turn);
	const answerAll = together(askWorkers, answerQuestion);
	if (!mayBeWhole(journal.state) && !hasReliableAnswer(journal.state) && !isOfWorkers(journal.state))
		return journal.run(together(answerAll, analyseGaps), turn);
	await journal.run(answerAll, turn);
	if (!isAnswerComplete(journal.state.answer) && !isAnswerChecked(journal.state)) await journal.run(analyseGaps, turn);
}

/** The end of a monitor's only wave. There is no gap to search for, and without new evidence nothing to answer. */
async function closeLook(journal: Journal, turn: number): Promise<void> {
	await journal.run(compareWave, turn);
	if (hasNewEvidence(journal.state) && routeOf(journal.state).shape !== "synthesis")
		await journal.run(answerQuestion, turn);
}

/** Whether an earlier wave gave a value that can be relied on. */
function hasReliableAnswer({ options, answer }: ResearchState): boolean {
	return options?.model !== undefined && answer !== undefined && answer.confidence !== "low";
}

/** Whether the value is quoted and was checked. Runs without a model analyse gaps anyway, because rules cost nothing. */
function isAnswerChecked(state: ResearchState): boolean {
	return hasReliableAnswer(state) && captureReason(state) !== undefined;
}

/** Whether one statement may give the whole answer: a lookup with a direct claim, no waiting core sub-question and no hop. */
function mayBeWhole(state: ResearchState): boolean {
	if (routeOf(state).shape !== "lookup" || !state.claims.some((claim) => claim.class === "direct")) return false;
	const supporting = state.subQuestions.filter(({ stance }) => stance === "supporting");
	return !supporting.some(
		({ id, origin, priority }) => origin === "hop" || (priority === "core" && (state.coverage[id]?.turns ?? 0) === 0),
	);
}
