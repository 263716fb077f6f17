import { shortHash } from "../base/hash.ts";
import type { ResearchState } from "../evidence/state.ts";
import { currentWave } from "../evidence/wave.ts";
import { writeInput } from "./draft.ts";
import type { Step } from "./journal.ts";
import type { Tools } from "./tools.ts";

/** METHOD §8: the answer of each redundant worker of the wave, in a request of its own that sees only the pages that it read. */
export function askWorkers(state: ResearchState, tools: Tools): Step[] {
	return currentWave(state).flatMap(({ subQuestionId: id = "" }): Step[] => {
		if (!state.subQuestions.some((one) => one.id === id && one.worker)) return [];
		const read = new Set(state.coverage[id]?.read);
		const input = writeInput(state);
		const claims = input.claims.filter(({ sourceId }) => read.has(sourceId));
		const step: Step = {
			instead: () => ({ type: "attempted", attempt: { subQuestionId: id } }),
			name: `attempt:${id}:${shortHash(claims.map((claim) => claim.id))}`,
			work: async (role) => {
				const answer =
					claims.length === 0 ? undefined : await tools.reasoner.answer({ ...input, claims, worker: true }, role);
				return { type: "attempted", attempt: { subQuestionId: id, ...(answer ? { answer } : {}) } };
			},
		};
		return [step];
	});
}
