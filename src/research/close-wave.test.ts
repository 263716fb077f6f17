import { expect, test } from "vitest";
import { claimOf, pageOf } from "../../test/support/evidence.ts";
import { memoryPages, memoryRun } from "../../test/support/memory.ts";
import { begun, pipeline, subQuestion, turn } from "../../test/support/planning.ts";
import type { Answer } from "../evidence/report.ts";
import { createRulesReasoner } from "../reasoning/rules/index.ts";
import { closeWave } from "./close-wave.ts";
import { openJournal } from "./journal.ts";
import type { Tools } from "./tools.ts";

/** The gap analyses of a lookup whose waves work on these sub-questions. No statement gives its whole answer. */
async function analyses(waves: readonly string[], confidence: Answer["confidence"]): Promise<number[]> {
	const asked: number[] = [];
	const said = claimOf("The quay opened in 1911.", { sourceId: "s1", subQuestionIds: ["q1"] });
	const answer = { text: "1911", claimIds: [said.id], confidence, alternatives: [], why: "" };
	let wave = 0;
	const tools = {
		reasoner: {
			...createRulesReasoner(),
			compareClaims: async () => ({ conflicts: [], judged: [] }),
			answer: async () => answer,
			findGaps: async () => {
				asked.push(wave);
				return { followUps: [], missing: [] };
			},
		},
		source: { read: async () => pageOf("A page.") },
		...{ pages: memoryPages(), sourceInfo: {} },
	} as unknown as Tools;
	const journal = openJournal(memoryRun(), tools);
	const against = subQuestion("q2", { stance: "adversarial", priority: "optional" });
	for (const event of begun("lookup", [subQuestion("q1"), against], 20, pipeline))
		await journal.record(0, { name: event.type, work: async () => event });
	for (const id of waves) {
		wave++;
		const events = turn(wave, id, 3, id === "q1" ? [said] : []);
		for (const [at, event] of events.entries())
			if (event.type !== "compared" && event.type !== "followed")
				await journal.record(wave, { name: `${wave}:${at}`, work: async () => event });
		await closeWave(journal, wave);
	}
	return asked;
}

test("a lookup's gaps are no longer analysed once its value is quoted and checked", async () => {
	expect(await analyses(["q1", "q2"], "medium")).toEqual([1]);
	expect(await analyses(["q1", "q2"], "low")).toEqual([1, 2]);
});
