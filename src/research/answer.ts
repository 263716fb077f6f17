import { shortHash } from "../base/hash.ts";
import type { ResearchState } from "../evidence/state.ts";
import { writeInput } from "./draft.ts";
import type { Step } from "./journal.ts";
import type { Tools } from "./tools.ts";

/** Asks whether the evidence holds the answer yet. It runs after each wave of a question that has one. */
export function answerQuestion(state: ResearchState, tools: Tools, turn: number): Step[] {
	const step: Step = {
		instead: "rules",
		name: `answer:${turn}:${shortHash(state.claims.map(({ id }) => id))}`,
		work: async (role) => ({ type: "answered", answer: await tools.reasoner.answer(writeInput(state), role) }),
	};
	return [step];
}
