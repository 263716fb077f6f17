/** A trial: a child process that resumes a run until the step that is due has ended. */
export interface Trial {
	/** Recorded with each attempt that the child makes. */
	id: string;
	/** The ids of earlier trials that ended their process. */
	ended: readonly string[];
}

/** How a trial ended. `crashed`: its process died. `unable`: the run ended before the step, with an error of its own. */
export type TrialEnd = "crashed" | "ended" | "unable";

/** Runs a trial. Rejects with the signal's reason, or when the user ended the run meanwhile. */
export type StartTrial = (runId: string, trial: Trial, signal: AbortSignal | undefined) => Promise<TrialEnd>;
