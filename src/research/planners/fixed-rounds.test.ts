import { expect, test } from "vitest";
import { begun, direct, idsOf, investigation, lead, pipeline, subQuestion } from "../../../test/support/planning.ts";
import type { Decided, FollowUpNoted, ResearchEvent } from "../../evidence/event.ts";
import { fold } from "../../evidence/fold.ts";
import { fixedRounds } from "./fixed-rounds.ts";

const plan = begun("synthesis", [subQuestion("q1"), subQuestion("q2", { priority: "optional" })], 20, pipeline);
const claims = [
	direct("Compaction in Larkdb was written by Ilse Varga.", "s1", "q1"),
	direct("The designer, Ilse Varga, moved to Kestrelford.", "s2", "q2"),
	direct("One page alone names Otto Brand.", "s2", "q2"),
];
const gaps: FollowUpNoted[] = [1, 2, 3, 4, 5, 6, 7].map((n) => ({ ...lead, origin: "gap", text: `Gap ${n}?` }));

/** The waves that the planner decides, each after one that found `found` and suggested `gaps`. */
function waves(found = claims): Decided[][] {
	const events: ResearchEvent[] = [...plan];
	const all: Decided[][] = [];
	for (let n = 1; n < 9; n++) {
		const decided = fixedRounds(fold(events));
		all.push(decided);
		const [first, ...beside] = decided;
		if (!first || first.action.kind === "stop") break;
		events.push(
			{ turn: n, order: 0, type: "decided", ...first, beside, elapsedMs: n },
			...(n === 1 ? investigation(1, ["q1", "q2"], found).slice(1, -1) : []),
			{ turn: n, order: 0, type: "compared", conflicts: [] },
			{ turn: n, order: 0, type: "followed", followUps: gaps },
		);
	}
	return all;
}

test("rounds: the whole plan, five follow-ups, two where a core sub-question is open, the objects that sources share, the end", () => {
	const [first, second, third, fourth, last, ...more] = waves();
	expect(idsOf(first ?? [])).toEqual(["q1", "q2"]);
	expect(second?.map(({ added }) => added?.text)).toEqual(["Gap 1?", "Gap 2?", "Gap 3?", "Gap 4?", "Gap 5?"]);
	expect(idsOf(second ?? [])).toEqual(["q3", "q4", "q5", "q6", "q7"]);
	expect(third?.map(({ added }) => added?.text)).toEqual(["Gap 6?", "Gap 7?"]);
	// Otto Brand stands on one page only.
	expect(fourth?.map(({ added }) => added?.focus)).toEqual([["Ilse Varga"]]);
	expect(last).toMatchObject([{ action: { kind: "stop" } }]);
	expect(more).toEqual([]);
});

test("rounds: once the core is covered there is no second round", () => {
	const covered = [1, 2, 3].flatMap((n) => direct(`The store merges segments of kind ${n} at night.`, `s${n}`, "q1"));
	const kinds = waves(covered).map((wave) => wave.map(({ added, action }) => added?.origin ?? action.kind));
	expect(kinds).toEqual([["cover", "cover"], ["gap", "gap", "gap", "gap", "gap"], ["stop"]]);
});
