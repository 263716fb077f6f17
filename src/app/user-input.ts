import { isDeepStrictEqual } from "node:util";
import { UsageError } from "../base/errors.ts";
import type { ResearchState } from "../evidence/state.ts";
import { answersNeeded } from "../research/clarify.ts";
import { planNeeded } from "../research/confirm.ts";
import type { NeededInput, UserInput } from "../research/input-needed.ts";
import { parsePlan, renderPlan } from "../research/plan-text.ts";
import { readUserFile } from "./user-file.ts";

const planFile = {
	code: "PLAN_FILE_UNREADABLE",
	hint: "give a file that holds the plan, as --confirm prints it: --plan FILE",
};

/** What the user gives to a run that asks. */
export interface UserDecision {
	/** In the order of the questions; `-` or an empty text leaves one open. */
	answer?: readonly string[] | undefined;
	/** The path of a file that holds the plan. */
	plan?: string | undefined;
	/** The plan's text; it goes before `plan`. */
	planText?: string | undefined;
	/** The plan that the run waits to have accepted is accepted as it is. */
	accept?: boolean | undefined;
}

/** What an unfinished run waits for, according to its log. */
export function neededInputOf(state: ResearchState): NeededInput | undefined {
	return answersNeeded(state) ?? planNeeded(state);
}

/**
 * The decision for a run in this state; `state` is absent for a new run. Throws `ANSWERS_EARLY` or `PLAN_SETTLED` where the run does not
 * wait for what is given, `ANSWERS_TOO_MANY`, `PLAN_FILE_UNREADABLE` and `PLAN_INVALID`.
 */
export function userInputOf(decision: UserDecision, state?: ResearchState): UserInput {
	const pending = state && neededInputOf(state)?.kind;
	return { answers: answersOf(decision, pending, state), plan: planOf(decision, pending, state) };
}

function planOf({ plan, planText, accept }: UserDecision, pending: string | undefined, state?: ResearchState) {
	const text = planText ?? (plan === undefined ? undefined : readUserFile(plan, planFile));
	if (text === undefined) return accept && pending === "plan" ? ("accepted" as const) : undefined;
	const lines = parsePlan(text, planText === undefined ? plan : undefined);
	const isSettled = state?.confirmed !== undefined || (state?.options && !state.options.confirm);
	// A repeated command brings the same plan again.
	if (isSettled && state && !isDeepStrictEqual(lines, parsePlan(renderPlan("", state.plan))))
		throw new UsageError("PLAN_SETTLED", "the plan of this run is settled, and this is another one", {
			hint: 'start a new run with it: assay "QUESTION" --new --plan FILE',
		});
	return lines;
}

function answersOf({ answer = [] }: UserDecision, pending: string | undefined, state?: ResearchState) {
	if (answer.length === 0) return undefined;
	const answers = answer.map((one) => (one.trim() === "-" ? "" : one.trim()));
	const { questions = [], answers: known } = state?.clarification ?? {};
	// A repeated command brings the same answers again.
	if (known && isDeepStrictEqual(known, [...answers, ...known.slice(answers.length).map(() => "")])) return undefined;
	if (pending !== "answers")
		throw new UsageError("ANSWERS_EARLY", "no question of this run waits for an answer", {
			hint: state ? "leave out --answer" : 'see the questions first: assay "QUESTION" --clarify',
		});
	if (answers.length > questions.length)
		throw new UsageError("ANSWERS_TOO_MANY", `there are ${answers.length} answers to ${questions.length} questions`, {
			hint: "give one --answer for each question, in their order; --answer - leaves one open",
		});
	return answers;
}
