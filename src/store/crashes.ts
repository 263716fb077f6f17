import type { StepAttempt } from "openworkflow/internal";
import { AssayError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";

/**
 * Steps that end their process. An attempt's row is on the disk before the step runs. So an attempt without an end names a step that
 * was in flight when its process died. An orderly stop (Ctrl-C, a failing database) ends its attempts (`Recorder.release`). Each
 * attempt also records how many process deaths in a row its step had seen; this costs no further write.
 *
 * Only one of several steps in flight caused the death. All of them are suspects, and each suspect runs alone in the next process. So
 * of three deaths in a row at one step, the step itself caused at least two. A death does not count when the ledger received a
 * model's response during the attempt, because the next attempt gets further. It does not count either when the database server was
 * started since.
 */

/** What is recorded with an attempt. */
type AttemptMark = {
	/** Process deaths in a row before this attempt. */
	deaths: number;
	/** Responses in the run's ledger when the attempt began. */
	answers: number;
};

export function attemptMarkOf(deaths: number, answers: number): AttemptMark {
	return { deaths, answers };
}

/** What to do with a step after so many process deaths. A step with children dies with each of them, so its limit is higher. */
export function crashVerdict(deaths: number, { hasChildren, hasOther }: { hasChildren: boolean; hasOther: boolean }) {
	const maxDeaths = limits.stepCrashes * (hasChildren ? limits.stepCrashes : 1);
	if (deaths < maxDeaths) return "run";
	// The replacement work may end the process, too.
	return hasOther && deaths < 2 * maxDeaths ? "park" : "fail";
}

export function describeCrashes(deaths: number): string {
	return `it ended the program ${deaths} times in a row, as a crash or a lack of memory does`;
}

export function stepCrashedError(name: string, deaths: number): AssayError {
	return new AssayError("STEP_CRASHED", `the step ${name} was not done: ${describeCrashes(deaths)}`, {
		hint: "the next attempt does it again; if it ends the program each time, give the program more memory, or ask for less (--max-sources, --no-vectors)",
		// A `kill -9` by the user looks the same. So the step counts as failed, not as poison for good.
		keepsRun: true,
	});
}

/** State of a run and its children in one process: how many model responses there are so far, and which steps may run side by side. */
export class CrashWatch {
	/** Responses in the run's ledger. */
	answers: number;
	readonly #upSince: Date;
	readonly #queue: object[] = [];
	#inside = 0;
	#isAlone = false;
	#changed = Promise.withResolvers<void>();

	/** `databaseStart`: attempts that began earlier may have lost their database. */
	constructor(answers: number, databaseStart: Date) {
		this.answers = answers;
		this.#upSince = databaseStart;
	}

	/** Process deaths in a row at the step of an attempt that an earlier process left without an end, this death included. */
	deathsAfter({ config, startedAt }: Pick<StepAttempt, "config" | "startedAt">): number {
		const mark = config as Partial<AttemptMark> | null;
		const gotFurther = (mark?.answers ?? this.answers) < this.answers;
		if (gotFurther || (startedAt ?? this.#upSince) < this.#upSince) return 0;
		return (mark?.deaths ?? 0) + 1;
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
