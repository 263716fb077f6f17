import { expect, test } from "vitest";
import { optionsFor } from "../../test/support/flow.ts";
import { memoryPages, memoryRun } from "../../test/support/memory.ts";
import { noSpending } from "../evidence/spending.ts";
import { createRulesReasoner } from "../reasoning/rules/index.ts";
import type { SourceProvider } from "../sources/provider.ts";
import { decideNextWave } from "./decide.ts";
import { openJournal } from "./journal.ts";
import type { Tools } from "./tools.ts";

test("a run whose research money is spent also stops in a new process that was refused nothing yet", async () => {
	const reasoner = createRulesReasoner();
	const tools: Tools = {
		reasoner,
		source: {} as SourceProvider,
		pages: memoryPages(),
		meter: { spending: () => noSpending, usedUp: () => undefined },
		sourceInfo: { documents: 0, passages: 0, fingerprint: "" },
	};
	const decided = async (code: string) => {
		const journal = openJournal(memoryRun(), tools);
		const options = optionsFor("quick");
		const source = { name: "", ...tools.sourceInfo };
		const question = "What is the default port of Larkdb?";
		await journal.record(0, {
			name: "start",
			work: async () => ({ type: "started", question, options, reasoner: "", source }),
		});
		await journal.record(0, {
			name: "route",
			work: async ({ onFallback }) => {
				onFallback({ role: "route", code, reason: "too dear" });
				return { type: "routed", route: await reasoner.route({ question }) };
			},
		});
		await journal.run(decideNextWave, 1);
		return journal.state.stop;
	};
	expect(await decided("MODEL_BUDGET")).toMatchObject({ reason: "BUDGET_EXHAUSTED" });
	expect(await decided("MODEL_REFUSED")).not.toMatchObject({ reason: "BUDGET_EXHAUSTED" });
});
