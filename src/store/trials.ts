import { AssayError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { isTrialDue, type TrialState } from "./crashes.ts";
import type { StartTrial, Trial } from "./trial.ts";

/** The code of the error with which a run ends in a trial once the step that was due has ended. */
export const trialEndedCode = "TRIAL_ENDED";

/** The trials of one `execute`. `own`: this process is the child of a trial. */
export class Trials implements TrialState {
	readonly ended: Set<string>;
	readonly current: TrialState["current"];
	/** Aborts when the trial of this process has ended. */
	readonly signal: AbortSignal;
	readonly #isTrial: boolean;
	#start: StartTrial | undefined;
	#count = 0;

	constructor(start: StartTrial | undefined, own: Trial | undefined) {
		this.ended = new Set(own?.ended);
		this.#start = start;
		this.#isTrial = own !== undefined;
		const controller = new AbortController();
		this.signal = controller.signal;
		const end = () =>
			controller.abort(new AssayError(trialEndedCode, "the step that was tried has ended", { keepsRun: true }));
		this.current = own && { id: own.id, end };
	}

	get hasTrials(): boolean {
		return this.#isTrial || this.#start !== undefined;
	}

	/** Whether a step must be tried before this process works on the run. */
	isDue(deaths: readonly Parameters<typeof isTrialDue>[0][]): boolean {
		return this.#start !== undefined && deaths.some(isTrialDue);
	}

	/** Runs one trial. The caller does not hold the run's lock. */
	async run(runId: string, signal: AbortSignal | undefined): Promise<void> {
		const id = crypto.randomUUID();
		const end = (await this.#start?.(runId, { id, ended: [...this.ended] }, signal)) ?? "unable";
		if (end === "crashed") this.ended.add(id);
		// Then deaths count as where there are no trials: nothing may go in circles.
		if (end === "unable" || ++this.#count === limits.trialsAtOnce) this.#start = undefined;
	}
}
