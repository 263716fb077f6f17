import type { Measures } from "../app/ablate/measures.ts";
import type { Verdict } from "./question.ts";

/** A run of an evaluation with its verdicts, as the evaluation's log keeps it. */
export interface GradedRun {
	/** The question's id. */
	question: string;
	/** From 0. */
	repeat: number;
	/** The run's id; empty if it never began. */
	run: string;
	/** Why it failed. It counts as a report that says nothing. */
	error?: string | undefined;
	stopReason?: string | undefined;
	measures: Measures;
	verdicts: Verdict[];
}
