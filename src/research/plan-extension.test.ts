import { expect, test } from "vitest";
import { pageOf } from "../../test/support/evidence.ts";
import { optionsFor } from "../../test/support/flow.ts";
import { memoryPages, memoryRun } from "../../test/support/memory.ts";
import { begun, direct, lead, pipeline, subQuestion, turn } from "../../test/support/planning.ts";
import type { EarlierRun, FollowUpNoted, ModelOptions, ResearchEvent } from "../evidence/event.ts";
import { fold } from "../evidence/fold.ts";
import type { Report } from "../evidence/report.ts";
import type { GapsInput } from "../reasoning/reasoner.ts";
import { createRulesReasoner } from "../reasoning/rules/index.ts";
import { inheritEvidence } from "./inherit.ts";
import { openJournal } from "./journal.ts";
import { planExtension } from "./plan-extension.ts";
import { guided } from "./planners/guided.ts";
import { startWith } from "./start.ts";
import type { Tools } from "./tools.ts";

const [older, newer] = ["The mast is old.", "The mast is new."] as const;
const report = {
	...{
		shape: "synthesis",
		question: "?",
		sections: [],
		disputes: [],
		gaps: [],
		sourceIds: [],
		removed: [],
		checks: [],
	},
	...{ stopReason: "COVERAGE_MET", stopDetail: "" },
	bottomLine: [
		{ kind: "fact", text: older, claimIds: [], certainty: "low", why: "one source" },
		{ kind: "fact", text: newer, claimIds: [], certainty: "high", why: "three sources" },
	],
} as Report;

/** A synthesis with one covered and one open sub-question, and a report. */
function earlierRun(missing: string[]): ResearchEvent[] {
	const claims = [direct("Masts are tall.", "s1", "q1"), direct("Masts are made of oak.", "s2", "q1")];
	return [
		...begun("synthesis", [subQuestion("q1"), subQuestion("q2")]),
		...turn(1, "q1", 3, claims),
		{ turn: 2, order: 0, type: "followed", followUps: [], missing },
		{ turn: 3, order: 0, type: "written", report, elapsedMs: 1 },
	];
}

/** The state after the plan of an extension, and the inputs of its gap analysis. */
async function extended(
	earlier: ResearchEvent[],
	more: Partial<EarlierRun>,
	model?: ModelOptions,
	found?: FollowUpNoted[],
) {
	const asked: GapsInput[] = [];
	const tools = {
		reasoner: {
			...createRulesReasoner(),
			findGaps: async (input: GapsInput) => {
				asked.push(input);
				return { followUps: found ?? [] };
			},
		},
		source: { name: "corpus", read: async () => pageOf("A page.") },
		...{ pages: memoryPages(), sourceInfo: {}, loadEarlier: async () => fold(earlier) },
	} as unknown as Tools;
	const journal = openJournal(memoryRun(), tools);
	const options = optionsFor("standard", {
		earlier: { id: "r1", purpose: "extend", ...more },
		...(model ? { model } : {}),
	});
	await journal.run(startWith("?", options));
	for (const stage of [inheritEvidence, planExtension]) await journal.run(stage);
	return { state: journal.state, asked };
}

const added = ({ subQuestions }: { subQuestions: { id: string; text: string }[] }) =>
	subQuestions.slice(2).map(({ id, text }) => [id, text]);

test("the focus comes first, then what was missing and what was uncertain; what is covered is not searched again", async () => {
	const { state, asked } = await extended(earlierRun(["its price"]), { focus: "Who makes masts?" });
	expect(added(state)).toEqual([
		["q3", "Who makes masts?"],
		["q4", "its price"],
		["q5", state.question],
	]);
	// A statement is searched for, but it is no question.
	expect(state.subQuestions.at(-1)?.threads).toEqual([older]);
	expect(asked).toEqual([]);
	expect(state.claims.map(({ text }) => text)).toEqual(["Masts are tall.", "Masts are made of oak."]);
	const covered = new Set(["q1"]);
	const actions = guided({ ...state, options: { ...optionsFor("standard"), model: pipeline } }).map(
		({ action }) => action,
	);
	expect(actions.map((action) => "subQuestionId" in action && action.subQuestionId)).toEqual(
		state.subQuestions.map(({ id }) => id).filter((id) => !covered.has(id)),
	);
});

test("with a model the gap analysis words the sub-questions, from what was missing and uncertain", async () => {
	const gap: FollowUpNoted = { ...lead, origin: "gap", text: "What does a mast cost?", queries: ["mast price"] };
	const { state, asked } = await extended(earlierRun(["its price"]), { focus: "Who makes masts?" }, pipeline, [gap]);
	expect(added(state).map(([, text]) => text)).toEqual(["Who makes masts?", gap.text]);
	expect(state.subQuestions.at(-1)?.threads).toEqual(["mast price"]);
	expect(asked[0]?.missed).toEqual([{ text: "its price" }, { text: `one source alone, or disputed: ${older}` }]);
});

test("a model that finds no gap leaves those that are known", async () => {
	const { state } = await extended(earlierRun(["its price"]), {}, pipeline);
	expect(added(state).map(([, text]) => text)).toEqual(["its price", state.question]);
});
