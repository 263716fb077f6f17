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
 * METHOD §6 and §7, the end of a wave: compares claims, asks whether the evidence holds the answer, and analyses the gaps. An open
 * question compares and analyses at once. Otherwise the answer comes after the comparison, because agreement weighs it. It comes
 * before the gap analysis only where one statement may give all of it or an earlier value was checked: the analysis is expensive,
 * and needless once the answer is whole, or quoted and checked.
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

/** Whether the value is quoted and was checked. Runs without a model analyse gaps anyway, because rules cost nothing. */
function isCaptured(state: ResearchState): boolean {
	return isKnown(state) && captured(state) !== undefined;
}

/** Whether one statement may give the whole answer: a lookup with a direct claim, no waiting core sub-question and no hop. */
function mayBeWhole(state: ResearchState): boolean {
	if (routeOf(state).shape !== "lookup" || !state.claims.some((claim) => claim.class === "direct")) return false;
	const asked = state.subQuestions.filter(({ stance }) => stance === "supporting");
	return !asked.some(
		({ id, origin, priority }) => origin === "hop" || (priority === "core" && (state.coverage[id]?.turns ?? 0) === 0),
	);
}
