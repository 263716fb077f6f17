import { expect, test } from "vitest";
import { optionsFor } from "../../test/support/flow.ts";
import { memoryPages, memoryRun } from "../../test/support/memory.ts";
import { pipeline } from "../../test/support/planning.ts";
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
	const decided = async (code: string, limit?: "requests") => {
		const journal = openJournal(memoryRun(), tools);
		const options = optionsFor("quick", { model: { ...pipeline, maxCostUsd: 0.5, maxRequests: 12 } });
		const source = { name: "", ...tools.sourceInfo };
		const question = "What is the default port of Larkdb?";
		await journal.record(0, {
			name: "start",
			work: async () => ({ type: "started", question, options, reasoner: "", source }),
		});
		await journal.record(0, {
			name: "route",
			work: async ({ onFallback }) => {
				onFallback({ role: "route", code, reason: "too dear", ...(limit ? { limit } : {}) });
				return { type: "routed", route: await reasoner.route({ question }) };
			},
		});
		await journal.run(decideNextWave, 1);
		return journal.state.stop;
	};
	expect(await decided("MODEL_BUDGET")).toMatchObject({
		reason: "BUDGET_EXHAUSTED",
		detail: expect.stringContaining("the cost limit of $0.5 was reached"),
	});
	expect(await decided("MODEL_BUDGET", "requests")).toMatchObject({
		...{ reason: "BUDGET_EXHAUSTED", limit: "requests" },
		detail: expect.stringContaining("the limit of 12 requests was reached"),
	});
	expect(await decided("MODEL_REFUSED")).not.toMatchObject({ reason: "BUDGET_EXHAUSTED" });
});
