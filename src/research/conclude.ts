import { isWhole } from "../evidence/answer.ts";
import type { ResearchState } from "../evidence/state.ts";
import { answer } from "./answer.ts";
import { compare } from "./compare.ts";
import { routeOf } from "./facts.ts";
import { followUp } from "./follow-up.ts";
import type { Journal } from "./journal.ts";
import { captured } from "./planners/captured.ts";
import type { Tools } from "./tools.ts";

/**
 * METHOD §6 and §7, the end of a wave: what disagrees, whether the evidence holds the answer, and what it still lacks. What an open
 * question disputes and what it lacks are asked at once; an answer is weighed by what agrees, so it is asked for after that. Only
 * where one statement may give the whole answer, or where a value known before was checked, is it asked for before the analysis of
 * gaps: when it is whole, or is quoted and checked, nothing is missing, and the analysis, which is dear, is left out.
 */
export async function conclude(journal: Journal, tools: Tools, turn: number): Promise<void> {
	if (routeOf(journal.state).shape === "synthesis") {
		await journal.recordAll(turn, [compare(journal, tools, turn), followUp(journal, tools, turn)]);
		return;
	}
	await journal.record(turn, compare(journal, tools, turn));
	if (!mayBeWhole(journal.state) && !isKnown(journal.state)) {
		await journal.recordAll(turn, [answer(journal, tools, turn), followUp(journal, tools, turn)]);
		return;
	}
	await journal.record(turn, answer(journal, tools, turn));
	if (!isWhole(journal.state.answer) && !isCaptured(journal.state))
		await journal.record(turn, followUp(journal, tools, turn));
}

/** Whether an earlier wave gave a value that can be relied on. */
function isKnown({ options, answer }: ResearchState): boolean {
	return options?.model !== undefined && answer !== undefined && answer.confidence !== "low";
}

/** Whether the value is quoted and was checked. Rules look for leads all the same: that costs nothing. */
function isCaptured(state: ResearchState): boolean {
	return isKnown(state) && captured(state) !== undefined;
}

/** A lookup with something found, in which nothing that is asked for still waits and no hop was needed: no chain of facts. */
function mayBeWhole(state: ResearchState): boolean {
	if (routeOf(state).shape !== "lookup" || !state.claims.some((claim) => claim.class === "direct")) return false;
	const asked = state.subQuestions.filter(({ stance }) => stance === "supporting");
	return !asked.some(
		({ id, origin, priority }) => origin === "hop" || (priority === "core" && (state.coverage[id]?.turns ?? 0) === 0),
	);
}
