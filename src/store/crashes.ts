import type { StepAttempt } from "openworkflow/internal";
import { AssayError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";

/**
 * Steps that end their process. An attempt's row is on the disk before the step runs, so an attempt without an end names a step that
 * was in flight when its process died; an end in order (Ctrl-C, a failing database) ends them (`Recorder.release`). Beside it stands
 * how many deaths in a row the step had seen by then: nothing more is written than without it.
 *
 * Of several steps in flight one is guilty: all of them are suspects, and in the next process each suspect runs alone. So of
 * three deaths in a row at one step, at least two were its own. A death does not count when a model's answer was recorded during the
 * attempt, as the next one gets further, nor when the database server was started since.
 */

/** What is recorded with an attempt. */
type Mark = {
	/** Deaths in a row before this attempt. */
	deaths: number;
	/** Answers in the run's ledger when it began. */
	answers: number;
};

/** The mark of a new attempt. */
export function markOf(deaths: number, answers: number): Mark {
	return { deaths, answers };
}

/** What comes of a step after so many deaths: a step with children dies with each of theirs, so it is given more. */
export function verdictOn(deaths: number, { hasChildren, hasOther }: { hasChildren: boolean; hasOther: boolean }) {
	const most = limits.stepCrashes * (hasChildren ? limits.stepCrashes : 1);
	if (deaths < most) return "run";
	// What is done instead may end the process, too.
	return hasOther && deaths < 2 * most ? "park" : "fail";
}

export function crashWords(deaths: number): string {
	return `it ended the program ${deaths} times in a row, as a crash or a lack of memory does`;
}

export function crashed(name: string, deaths: number): AssayError {
	return new AssayError("STEP_CRASHED", `the step ${name} was not done: ${crashWords(deaths)}`, {
		hint: "give the program more memory, or ask for less (--max-sources, --no-vectors); then type the command again for a new run",
	});
}

/** What one process knows of a run and its children: answers of models so far, and who may work beside whom. */
export class Watch {
	/** In the run's ledger. */
	answers: number;
	readonly #upSince: Date;
	readonly #queue: object[] = [];
	#inside = 0;
	#isAlone = false;
	#changed = Promise.withResolvers<void>();

	/** `upSince`: attempts of before may have lost their database. */
	constructor(answers: number, upSince: Date) {
		this.answers = answers;
		this.#upSince = upSince;
	}

	/** Deaths in a row at the step of an attempt that a former process left without an end, that one included. */
	deathsAfter({ config, startedAt }: Pick<StepAttempt, "config" | "startedAt">): number {
		const mark = config as Partial<Mark> | null;
		const gotFurther = (mark?.answers ?? this.answers) < this.answers;
		if (gotFurther || (startedAt ?? this.#upSince) < this.#upSince) return 0;
		return (mark?.deaths ?? 0) + 1;
	}

	/**
	 * Waits for a step's turn: a suspect's comes when no other step is in flight, and none begins until it has left. Gives how to
	 * leave. Throws the signal's reason when aborted.
	 */
	async enter(isSuspect: boolean, signal: AbortSignal): Promise<() => void> {
		const place = {};
		this.#queue.push(place);
		const aborted = Promise.withResolvers<void>();
		const wake = () => aborted.resolve();
		signal.addEventListener("abort", wake, { once: true });
		try {
			while (!signal.aborted && !this.#mayEnter(place, isSuspect))
				await Promise.race([this.#changed.promise, aborted.promise]);
			signal.throwIfAborted();
			this.#inside++;
			this.#isAlone = isSuspect;
		} finally {
			signal.removeEventListener("abort", wake);
			this.#queue.splice(this.#queue.indexOf(place), 1);
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
