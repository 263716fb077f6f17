import { shortHash } from "../base/hash.ts";
import type { ResearchState } from "../evidence/state.ts";
import { InputNeeded, type NeededInput } from "./input-needed.ts";
import type { Step } from "./journal.ts";
import { optionsOf } from "./state-access.ts";
import type { Tools } from "./tools.ts";

/** At most this many questions are put to the user. */
const clarifyingMax = 3;

/** Writes the questions whose answers would change the research, if the run was started so. */
export function askUser(state: ResearchState, tools: Tools): Step[] {
	const { question } = state;
	if (!optionsOf(state).clarify) return [];
	const step: Step = {
		name: `clarify:${shortHash(question)}`,
		instead: () => ({ type: "asked", questions: [] }),
		work: async (role) => {
			const questions = (await tools.reasoner.clarify?.({ question, most: clarifyingMax }, role)) ?? [];
			return { type: "asked", questions: questions.slice(0, clarifyingMax) };
		},
	};
	return [step];
}

/** The questions that a run waits to have answered; undefined if there are none, or they are answered. */
export function answersNeeded({ clarification }: ResearchState): NeededInput | undefined {
	const { questions = [], answers } = clarification ?? {};
	return questions.length > 0 && !answers ? { kind: "answers", questions } : undefined;
}

/** Records the user's answers. Throws `InputNeeded` while there are none: nothing is recorded then, and the run can be resumed. */
export function recordAnswers({ clarification }: ResearchState, { userInput }: Tools): Step[] {
	const questions = clarification?.questions ?? [];
	if (questions.length === 0) return [];
	const step: Step = {
		name: `reply:${shortHash(questions)}`,
		work: async () => {
			if (!userInput?.answers) throw new InputNeeded({ kind: "answers", questions });
			return { type: "replied", answers: questions.map((_, at) => userInput.answers?.[at]?.trim() ?? "") };
		},
	};
	return [step];
}
