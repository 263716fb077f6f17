import { shortHash } from "../base/hash.ts";
import { writeInput } from "./draft.ts";
import type { Journal, Step } from "./journal.ts";
import type { Tools } from "./tools.ts";

/** The step that asks whether the evidence holds the answer yet. It runs after each wave of a question that has one. */
export function answerStep(journal: Journal, tools: Tools, turn: number): Step {
	const { state } = journal;
	return {
		instead: "rules",
		name: `answer:${turn}:${shortHash(state.claims.map(({ id }) => id))}`,
		work: async (role) => ({ type: "answered", answer: await tools.reasoner.answer(writeInput(state), role) }),
	};
}
