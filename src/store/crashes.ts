import type { StepAttempt } from "openworkflow/internal";
import { AssayError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";

/**
 * Steps that end their process. An attempt's row is on the disk before the step runs. So an attempt without an end names a step that
 * was in flight when its process died. An orderly stop (Ctrl-C, a failing database) ends its attempts (`Recorder.release`). Each
 * attempt also records how many process deaths in a row its step had seen; this costs no further write.
 *
 * Only one of several steps in flight can have caused the death. All of them are suspects, and each suspect runs alone in the next
 * process. Perhaps none caused it: a `kill -9` from outside and a power cut leave the same trace. The dead process cannot tell, and its
 * parent can. So a step that saw several deaths is tried in a child process (`trials.ts`). Only a child that ends while its parent
 * lives counts against the step, for whoever kills a program kills its parent first, or both.
 *
 * A death does not count at all when the ledger received a model's response during the attempt, because the next attempt gets further.
 * It does not count either when the machine or the database server was started since.
 */

/** Process deaths in a row at a step. */
export interface StepDeaths {
	all: number;
	/** Those of a trial: the parent saw the child end. */
	inTrial: number;
}

export const noDeaths: StepDeaths = { all: 0, inTrial: 0 };

/** What is recorded with an attempt. */
type AttemptMark = {
	/** Process deaths in a row before this attempt. */
	deaths: number;
	/** Those of them in a trial; absent: none. */
	inTrial?: number;
	/** Responses in the run's ledger when the attempt began. */
	answers: number;
	/** The step only awaits children. */
	hasChildren?: true;
	/** The id of the trial that made the attempt. */
	trial?: string;
};

interface CrashOptions {
	/** There is other work that can be done instead. */
	hasOther: boolean;
	/** A step with children dies with each of them, so its limit is higher. */
	hasChildren: boolean;
	/** Steps can be tried in a child process. */
	hasTrials: boolean;
}

/** What to do with a step after so many process deaths. */
function crashVerdict({ all, inTrial }: StepDeaths, { hasChildren, hasOther, hasTrials }: CrashOptions) {
	const [deaths, most] = hasTrials ? [inTrial, limits.trialCrashes] : [all, limits.stepCrashes];
	const maxDeaths = most * (hasChildren ? limits.stepCrashes : 1);
	if (deaths < maxDeaths) return "run";
	// The replacement work may end the process, too.
	return hasOther && deaths < 2 * maxDeaths ? "park" : "fail";
}

/** Whether a step must be tried in a child process: first its own work, and later the work that replaces it. */
export function isTrialDue({ all, inTrial }: StepDeaths): boolean {
	const replaced = Math.floor(inTrial / limits.trialCrashes);
	return replaced < 2 && all - inTrial >= (replaced + 1) * limits.crashesBeforeTrial;
}

export function describeCrashes({ all }: StepDeaths): string {
	return `it ended the program ${all} times in a row, as a crash or a lack of memory does`;
}

export function stepCrashedError(name: string, deaths: StepDeaths): AssayError {
	return new AssayError("STEP_CRASHED", `the step ${name} was not done: ${describeCrashes(deaths)}`, {
		hint: "the next attempt does it again; if it ends the program each time, give the program more memory, or ask for less (--max-sources, --no-vectors)",
		// The machine may have more memory then. So the step counts as failed, not as poison for good.
		keepsRun: true,
	});
}

/** Whether the step of an attempt only awaits children. */
export function hasChildren({ config }: Pick<StepAttempt, "config">): boolean {
	return (config as Partial<AttemptMark> | null)?.hasChildren === true;
}

/** The trials of a run's steps, as one process sees them. */
export interface TrialState {
	/** Whether this process can try steps in a child, or is such a child. */
	hasTrials: boolean;
	/** The ids of trials that ended their process. */
	ended: ReadonlySet<string>;
	/** In the child: the id of its trial, and what ends it once the step that is due has ended. */
	current?: { id: string; end: () => void } | undefined;
}

const noTrials: TrialState = { hasTrials: false, ended: new Set() };

/** State of a run and its children in one process: how many model responses there are so far, and which steps may run side by side. */
export class CrashWatch {
	/** Responses in the run's ledger. */
	answers: number;
	readonly #upSince: Date;
	readonly #trials: TrialState;
	readonly #queue: object[] = [];
	#inside = 0;
	#isAlone = false;
	#changed = Promise.withResolvers<void>();

	/** `upSince`: attempts that began earlier ended with their machine or their database. */
	constructor(answers: number, upSince: Date, trials: TrialState = noTrials) {
		this.answers = answers;
		this.#upSince = upSince;
		this.#trials = trials;
	}

	/** Process deaths in a row at the step of an attempt that an earlier process left without an end, this death included. */
	deathsAfter({ config, startedAt }: Pick<StepAttempt, "config" | "startedAt">): StepDeaths {
		const { answers = this.answers, deaths = 0, inTrial = 0, trial } = (config ?? {}) as Partial<AttemptMark>;
		if (answers < this.answers || (startedAt ?? this.#upSince) < this.#upSince) return noDeaths;
		const isSeen = trial !== undefined && this.#trials.ended.has(trial);
		return { all: deaths + 1, inTrial: inTrial + (isSeen ? 1 : 0) };
	}

	/** What is recorded with a new attempt at a step. */
	markOf({ all, inTrial }: StepDeaths, hasChildren: boolean): AttemptMark {
		const { current } = this.#trials;
		return {
			...{ deaths: all, answers: this.answers },
			...(inTrial > 0 ? { inTrial } : {}),
			...(hasChildren ? { hasChildren } : {}),
			...(current ? { trial: current.id } : {}),
		};
	}

	verdict(deaths: StepDeaths, options: Omit<CrashOptions, "hasTrials">): ReturnType<typeof crashVerdict> {
		return crashVerdict(deaths, { ...options, hasTrials: this.#trials.hasTrials });
	}

	/** Ends the trial when the step that was tried has ended. */
	stepEnded(deaths: StepDeaths): void {
		if (isTrialDue(deaths)) this.#trials.current?.end();
	}

	/**
	 * Waits until a step may run, and returns the function that ends its turn. A suspect runs only when no other step is in flight, and
	 * no step begins before it has ended. Throws the signal's reason when aborted.
	 */
	async enter(isSuspect: boolean, signal: AbortSignal): Promise<() => void> {
		const ticket = {};
		this.#queue.push(ticket);
		const aborted = Promise.withResolvers<void>();
		const wake = () => aborted.resolve();
		signal.addEventListener("abort", wake, { once: true });
		try {
			while (!signal.aborted && !this.#mayEnter(ticket, isSuspect))
				await Promise.race([this.#changed.promise, aborted.promise]);
			signal.throwIfAborted();
			this.#inside++;
			this.#isAlone = isSuspect;
		} finally {
			signal.removeEventListener("abort", wake);
			this.#queue.splice(this.#queue.indexOf(ticket), 1);
			this.#tell();
		}
		return () => {
			this.#inside--;
			this.#isAlone = false;
			this.#tell();
		};
	}

	#mayEnter(place: object, isSuspect: boolean): boolean {
		return this.#queue[0] === place && (isSuspect ? this.#inside === 0 : !this.#isAlone);
	}

	#tell(): void {
		this.#changed.resolve();
		this.#changed = Promise.withResolvers();
	}
}
