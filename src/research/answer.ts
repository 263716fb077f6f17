import { shortHash } from "../base/hash.ts";
import { writeInput } from "./draft.ts";
import { routeOf } from "./facts.ts";
import type { Journal } from "./journal.ts";
import type { Tools } from "./tools.ts";

/** Whether the evidence holds the answer yet: asked after each turn of a question that has one. */
export async function answer(journal: Journal, tools: Tools, turn: number): Promise<void> {
	const { state } = journal;
	if (routeOf(state).shape === "synthesis") return;
	await journal.record(turn, {
		name: `answer:${turn}:${shortHash(state.claims.map(({ id }) => id))}`,
		work: async (role) => ({ type: "answered", answer: await tools.reasoner.answer(writeInput(state), role) }),
	});
}
