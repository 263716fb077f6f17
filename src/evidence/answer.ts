import type { Answer } from "./report.ts";

/** An answer that one statement gives whole and that can be relied on: nothing is missing, at most it is checked. */
export function isWhole(answer: Answer | undefined): boolean {
	return answer?.complete === true && answer.confidence !== "low";
}
