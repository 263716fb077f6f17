import { expect, test } from "vitest";
import { evidenceLine, takenOutLines } from "../../src/app/report/check-words.ts";
import { figuresText, traceFiguresOf } from "../../src/app/report/trace-figures.ts";
import type { Conflict } from "../../src/evidence/claim.ts";
import type { ResearchEvent } from "../../src/evidence/event.ts";
import { emptyState, fold } from "../../src/evidence/fold.ts";
import type { Group } from "../../src/evidence/group.ts";
import { nearestPassages, type Report } from "../../src/evidence/report.ts";
import { begun, direct, subQuestion, turn } from "../support/planning.ts";

test("a run that ended without a report shows no coverage, and says that it found no evidence", () => {
	const claims = ["s1", "s2"].map((source) => direct(`The pump of ${source} lifts water.`, source, "q1"));
	const stop = { kind: "stop", stopReason: "COVERAGE_MET", reason: "every core sub-question is backed" } as const;
	const events: ResearchEvent[] = [
		...begun("synthesis", [subQuestion("q1")]),
		...turn(1, "q1", 2, claims),
		{ turn: 2, order: 0, type: "decided", action: stop, elapsedMs: 2 },
	];
	const before = traceFiguresOf(fold(events));
	expect(before).toMatchObject({ backed: 1, coverage: 1 });
	const state = fold([...events, { turn: 2, order: 1, type: "written", elapsedMs: 3 } as ResearchEvent]);
	expect(traceFiguresOf(state)).toMatchObject({ backed: 0, coverage: 0 });
	expect(figuresText(traceFiguresOf(state))).toMatch(/^0 % of core questions with evidence · 0 % of questions covered/);
	expect(state.stop?.reason).toBe("NO_EVIDENCE");
});

test("a core question that the report names as not found is not counted as one with evidence", () => {
	const [first, second] = [subQuestion("q1"), subQuestion("q2")];
	const state = fold([
		...begun("synthesis", [first, second]),
		...turn(1, "q1", 2, [direct("The pump lifts water.", "s1", "q1")]),
		...turn(2, "q2", 2, [direct("The pump has a size.", "s2", "q2")]),
	]);
	expect(traceFiguresOf(state)).toMatchObject({ backed: 1 });
	const finished = (changes: Partial<Report>) =>
		traceFiguresOf({ ...state, done: true, report: { ...emptyReport, ...changes } }).backed;
	expect(finished({ gaps: [{ text: second.text, subQuestionId: "q2", lookedIn: [] }] })).toBe(0.5);
	// What is missing on a sub-question does not say that nothing was found on it.
	expect(finished({ gaps: [{ text: "The colour of the pump", subQuestionId: "q2", lookedIn: [] }] })).toBe(1);
	expect(finished({ sections: [{ heading: nearestPassages, sentences: [] }] })).toBe(0);
});

const emptyReport: Report = {
	...{ sections: [], shape: "synthesis", question: "What does the pump do?", disputes: [], gaps: [], sourceIds: [] },
	...{ removed: [], checks: [], stopReason: "COVERAGE_MET", stopDetail: "" },
};

test("the report lists what its checks took out, and counts the disputes that it shows", () => {
	const removed = [{ text: "The pump is red.", reason: "its quote is not in the page" }];
	expect(takenOutLines({ removed })).toEqual([
		{ name: "Taken out", text: "“The pump is red.” (its quote is not in the page)" },
	]);
	const claims = [direct("The pump lifts 31 l.", "s1", "q1"), direct("The pump lifts 38 l.", "s2", "q1")];
	const [a = "", b = ""] = claims.map(({ id }) => id);
	const groups = claims.map(({ id, text }) => ({ id, text, claimIds: [id], disputed: true }) as unknown as Group);
	const conflict: Conflict = { kind: "number", a, b, why: "31 l against 38 l" };
	const wordsWith = (disputes: Conflict[]) =>
		evidenceLine({ state: { ...emptyState, claims, groups }, report: { ...emptyReport, disputes } } as never);
	expect(wordsWith([conflict])).toMatch(/ 2 disputed$/);
	expect(wordsWith([])).toMatch(/ 0 disputed, 2 more disputed on matters that the report does not state$/);
});
