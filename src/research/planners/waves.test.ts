import { expect, test } from "vitest";
import {
	agent,
	begun,
	direct,
	idsOf,
	investigation,
	lead,
	pipeline,
	six,
	subQuestion,
	wave,
} from "../../../test/support/planning.ts";
import type { ResearchEvent } from "../../evidence/event.ts";
import { fold } from "../../evidence/fold.ts";
import type { DepthName } from "../../evidence/plan.ts";
import type { Route } from "../../evidence/question.ts";
import { readsOfWave } from "./rounds.ts";

test("investigators work on the whole plan at once, core first, as many as the reads allow; on a lookup as its effort says", () => {
	const first = (effort: Route["effort"], reads: number) => idsOf(wave(begun("synthesis", six, reads, agent, effort)));
	expect(first("fact_check", 20)).toEqual(["q1", "q3", "q4", "q5", "q6", "q2"]);
	expect(first("comparison", 20)).toEqual(["q1", "q3", "q4", "q5", "q6", "q2"]);
	expect(first("complex", 5)).toEqual(["q1", "q3"]);
	expect(first("complex", 1)).toEqual(["q1"]);
	const lookup = (effort: Route["effort"]) => idsOf(wave(begun("lookup", six, 20, agent, effort)));
	expect([lookup("fact_check"), lookup("comparison")]).toEqual([["q1"], ["q1", "q3"]]);
	expect(idsOf(wave(begun("synthesis", six)))).toEqual(["q1"]);
});

test("after the first wave, as many investigators start as the effort and the depth call for", () => {
	const leads = Array.from({ length: 12 }, (_, n) => ({ ...lead, text: `What is part ${n}?` }));
	const second = (effort: Route["effort"], depth: DepthName) => {
		const plan = begun("synthesis", [subQuestion("q1"), subQuestion("q2")], 40, agent, effort).map((event) =>
			event.type === "started" ? { ...event, options: { ...event.options, depth } } : event,
		);
		const first = investigation(1, ["q1", "q2"], [direct("Compaction merges segments.", "s1", "q1")]);
		return wave(plan, first.slice(0, -1), [{ turn: 1, order: 0, type: "followed", followUps: leads }]).length;
	};
	expect([second("fact_check", "deep"), second("comparison", "deep")]).toEqual([1, 4]);
	expect([second("complex", "standard"), second("complex", "deep")]).toEqual([5, 10]);
	const compared = (n: number) => {
		const subjects = Array.from({ length: n }, (_, at) => `thing ${at}`);
		return wave(
			begun("lookup", six, 20, agent, "comparison").map((event) =>
				event.type === "routed" ? { ...event, route: { ...event.route, subjects } } : event,
			),
		).length;
	};
	expect([compared(2), compared(3), compared(9)]).toEqual([2, 3, 4]);
});

test("once the waves of its depth are done, neither the pipeline nor investigators start another", () => {
	for (const gather of [agent, pipeline]) {
		const plan = begun(
			"synthesis",
			[subQuestion("q1"), subQuestion("q2"), subQuestion("q3")],
			20,
			gather,
			"comparison",
		);
		const claims = [direct("Compaction merges segments.", "s1", "q1"), direct("It runs hourly.", "s2", "q1")];
		const decided = wave(plan, investigation(1, ["q1", "q2"], claims), investigation(2, ["q3"], []));
		expect(decided).toMatchObject([{ action: { kind: "stop" } }]);
	}
});

test("a wave holds the actions of several rules, one per sub-question; new sub-questions get the next ids", () => {
	const plan = begun(
		"synthesis",
		[subQuestion("q1"), subQuestion("q2"), subQuestion("q3", { priority: "optional" })],
		20,
		pipeline,
		"complex",
	);
	expect(idsOf(wave(plan))).toEqual(["q1", "q2", "q3"]);
	const claims = [direct("Compaction merges segments.", "s1", "q1")];
	const first = investigation(1, ["q1", "q2"], claims);
	const leads = {
		turn: 1,
		order: 0,
		type: "followed",
		followUps: [lead, { ...lead, text: "What is a segment?", promise: 0.7 }],
	};
	const second = wave(plan, first.slice(0, -1), [leads as ResearchEvent]);
	expect(second.map(({ action }) => action.kind)).toEqual(["recover", "hop", "hop", "cover", "cover"]);
	expect(idsOf(second)).toEqual(["q2", "q4", "q5", "q3", "q1"]);
	expect(second.flatMap(({ added }) => added?.id ?? [])).toEqual(["q4", "q5"]);
});

test("the user's width bounds a wave, and 1 is one action at a time", () => {
	const plan = (width: number) =>
		begun("synthesis", six, 20, pipeline, "complex").map((event) =>
			event.type === "started" ? { ...event, options: { ...event.options, width } } : event,
		);
	expect(idsOf(wave(plan(1)))).toEqual(["q1"]);
	expect(idsOf(wave(plan(3)))).toEqual(["q1", "q3", "q4"]);
});

/** A synthesis whose first wave left q2 without a claim, and whose second searched for the gap and found nothing. */
function twoWaves(depth: DepthName, priority: "core" | "optional" = "core") {
	const plan = begun("synthesis", [subQuestion("q1"), subQuestion("q2", { priority })], 20, pipeline).map((event) =>
		event.type === "started" ? { ...event, options: { ...event.options, depth } } : event,
	);
	const merged = direct("Compaction merges segments.", "s1", "q1");
	const more = direct("A merged segment is rewritten.", "s2", "q1");
	const first = investigation(1, ["q1", "q2"], [merged, more]).slice(0, -1);
	const gap = { ...lead, text: "What limits compaction?", origin: "gap" as const, queries: ["compaction limits"] };
	const missing: ResearchEvent = { turn: 1, order: 0, type: "followed", followUps: [gap] };
	const second = wave(plan, first, [missing]);
	const third = wave(
		plan,
		first,
		[missing],
		[
			{ turn: 2, order: 0, type: "decided", ...(second[0] ?? { action: stopped }), elapsedMs: 2 },
			{ turn: 2, order: 0, type: "searched", found: 5, hits: [], failed: [] },
			{ turn: 2, order: 0, type: "compared", conflicts: [] },
			{ turn: 2, order: 0, type: "followed", followUps: [{ ...gap, text: "How fast is compaction?" }] },
		],
	);
	return { second, third };
}

const stopped = { kind: "stop", stopReason: "NO_EVIDENCE", reason: "" } as const;

test("where a gap analysis wrote the next queries, no sub-question is reworded beside them", () => {
	expect(twoWaves("standard").second.map(({ action }) => action.kind)).toEqual(["hop"]);
});

test("depth standard has two waves: what the second did not find is a gap, and the stop reason says what was done", () => {
	expect(twoWaves("standard", "optional").third.map(({ action }) => action)).toMatchObject([
		{ kind: "stop", stopReason: "COVERAGE_MET", reason: expect.stringContaining("in 2 waves") },
	]);
	expect(twoWaves("standard").third.map(({ action }) => action)).toMatchObject([
		{ kind: "stop", stopReason: "DIMINISHING_RETURNS", reason: expect.stringMatching(/was searched, in 2 waves/u) },
	]);
	expect(twoWaves("deep").third.map(({ action }) => action.kind)).toEqual(["hop"]);
});

test("a deep plan of ten is searched at once, with two pages for each sub-question and as many left for its gaps", () => {
	const ten = Array.from({ length: 10 }, (_, at) => subQuestion(`q${at + 1}`));
	const plan = begun("synthesis", ten, 40, pipeline, "complex").map((event) =>
		event.type === "started" ? { ...event, options: { ...event.options, depth: "deep" as const } } : event,
	);
	const actions = wave(plan);
	expect(idsOf(actions)).toEqual(ten.map(({ id }) => id));
	const [first, ...beside] = actions;
	if (!first) throw new Error("no action");
	const decided: ResearchEvent = { turn: 1, order: 0, type: "decided", ...first, beside, elapsedMs: 0 };
	expect(readsOfWave(fold([...plan, decided]))).toBe(20);
});

test("of twenty pages the first of two waves may read fourteen, so that gaps can be read after it", () => {
	const plan = begun("synthesis", six, 20, pipeline, "complex");
	expect(readsOfWave(fold([...plan, ...investigation(1, ["q1"], []).slice(0, 1)]))).toBe(14);
});
