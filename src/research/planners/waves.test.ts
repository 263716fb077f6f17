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
import type { Route } from "../../evidence/question.ts";

test("investigators work on all that is planned at once, what is core first, as many as the effort and the reads allow", () => {
	const first = (effort: Route["effort"], reads: number) => idsOf(wave(begun("synthesis", six, reads, agent, effort)));
	expect(first("fact_check", 20)).toEqual(["q1"]);
	expect(first("comparison", 20)).toEqual(["q1", "q3", "q4", "q5"]);
	expect(first("complex", 20)).toEqual(["q1", "q3", "q4", "q5", "q6", "q2"]);
	expect(first("complex", 5)).toEqual(["q1", "q3"]);
	expect(first("complex", 1)).toEqual(["q1"]);
	expect(idsOf(wave(begun("synthesis", six)))).toEqual(["q1"]);
});

test("a wave holds what several rules would do, one action a sub-question; what is new is numbered on", () => {
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
