import { AssayError } from "../base/errors.ts";
import type { ClarifyingQuestion } from "../evidence/clarification.ts";

/** What a run waits for: answers to its questions, or a decision on its plan, which `text` states as a file that can be edited. */
export type NeededInput =
	| { kind: "answers"; questions: readonly ClarifyingQuestion[] }
	| { kind: "plan"; text: string; pagesMax: number; stepsMax: number };

/** What the user decided when asked. */
export interface UserInput {
	/** In the order of the questions; an empty text leaves one open. */
	answers?: readonly string[] | undefined;
	/** `accepted`: the plan holds as it is. Else the sub-questions that replace it. */
	plan?: "accepted" | readonly PlanLine[] | undefined;
}

/** A sub-question as the user wrote it into a plan. */
export interface PlanLine {
	text: string;
	stance: "supporting" | "adversarial";
	priority: "core" | "optional";
	queries: string[];
}

/** The run waits for its user. Everything so far is recorded, and `resume` continues it. Exit code 5. */
export class InputNeeded extends AssayError {
	readonly needed: NeededInput;

	constructor(needed: NeededInput) {
		const isPlan = needed.kind === "plan";
		super(
			isPlan ? "PLAN_UNCONFIRMED" : "ANSWERS_NEEDED",
			isPlan ? "the plan waits for your decision" : "the run waits for your answers",
			{ keepsRun: true, exitCode: 5 },
		);
		this.needed = needed;
	}
}
