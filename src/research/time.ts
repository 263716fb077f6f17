import { limits } from "../base/limits.ts";
import type { RunOptions } from "../evidence/event.ts";

/** The share of a short deadline that is kept for the report: models write it more slowly than rules. */
const reserveShare = { models: 1 / 3, rules: 1 / 10 } as const;

/** The part of a run's time that is for research. The rest, a minute of a long deadline, is kept for the report. ms */
export function researchMs({ deadlineMs, model }: RunOptions): number {
	return deadlineMs - Math.min(limits.reportReserveMs, deadlineMs * reserveShare[model ? "models" : "rules"]);
}

/** What is left of the time for research, or for the whole run. ms; negative when it is over. Call it only inside a step's work. */
export function leftMs(options: RunOptions, elapsedMs: number, purpose: "research" | "report"): number {
	return (purpose === "report" ? options.deadlineMs : researchMs(options)) - elapsedMs;
}

/** Whether the time for research is over. */
export function isResearchOver({ leftMs }: { leftMs(purpose: "research"): number }): boolean {
	return leftMs("research") <= 0;
}
