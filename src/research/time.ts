import { limits } from "../base/limits.ts";
import type { RunOptions } from "../evidence/event.ts";

/** The part of a run's time that is for research; the rest is kept for the report. ms */
export function researchMs({ deadlineMs }: RunOptions): number {
	// A short deadline keeps a tenth for the report, a long one a minute.
	return deadlineMs - Math.min(limits.reportReserveMs, deadlineMs / 10);
}
