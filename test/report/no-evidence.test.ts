import { expect, test } from "vitest";
import { figuresText, traceFiguresOf } from "../../src/app/report/trace-figures.ts";
import type { ResearchEvent } from "../../src/evidence/event.ts";
import { fold } from "../../src/evidence/fold.ts";
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
