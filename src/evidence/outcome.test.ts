import { expect, test } from "vitest";
import { subQuestion } from "../../test/support/planning.ts";
import { finishedRun, libraryOf } from "../../test/support/report.ts";
import { gapsOf } from "./gaps.ts";
import { outcomeOf } from "./outcome.ts";
import type { SubQuestion } from "./plan.ts";
import {
	type Gap,
	isUncertain,
	nearestPassages,
	type QuotedBlock,
	uncertainPassages,
	uncertaintyNote,
} from "./report.ts";
import type { ResearchState } from "./state.ts";

const library = libraryOf([{ title: "Bolts", text: "All four bolts are tightened to 28 Nm." }], []);
const block: QuotedBlock = {
	kind: "paragraph",
	sourceId: "s1",
	path: [],
	pieces: [{ kind: "prose", start: 0, end: 38, text: "All four bolts are tightened to 28 Nm." }],
	marked: [],
	claimIds: [],
};

/** A run that used up its pages without a direct claim. Its report shows a passage under `heading`. */
function usedUp(heading: string, ...subQuestions: SubQuestion[]): ResearchState {
	const sections = [{ heading, sentences: [], blocks: [block] }];
	const { state } = finishedRun(
		library,
		{ shape: "synthesis", sections, stopReason: "BUDGET_EXHAUSTED" },
		{ subQuestions, plan: { dimensions: [], subQuestions }, question: "bolts torque" },
	);
	const stop = { reason: "BUDGET_EXHAUSTED", detail: "" } as const;
	const own: ResearchState = { ...state, stop, route: state.route && { ...state.route, shape: "synthesis" } };
	return { ...own, report: own.report && { ...own.report, gaps: gapsOf(own, own.report) } };
}

const asked = subQuestion("q1", { text: "What is known about bolts torque?" });
const against = subQuestion("q2", { text: "What limits bolts torque?", stance: "adversarial" });

test("a run is complete if passages answer the question, although a limit ended the adversarial search", () => {
	const state = usedUp("", asked, against);
	expect(outcomeOf(state)).toBe("complete");
	expect(gapsOf(state, state.report).map(({ text }) => text)).not.toContain(asked.text);
});

test("a run is partial if it only shows the nearest passages, or one of several parts was not found", () => {
	expect(outcomeOf(usedUp(nearestPassages, asked, against))).toBe("partial");
	expect(outcomeOf(usedUp("", asked, subQuestion("q3"), against))).toBe("partial");
});

test("the same limit makes a run partial or not by what its report names as missing, and not by what bore on a sub-question", () => {
	const [first, second] = [subQuestion("q1"), subQuestion("q2")];
	const state = usedUp("", first, second);
	const withGaps = (gaps: Gap[]) => outcomeOf({ ...state, report: state.report && { ...state.report, gaps } });
	expect(withGaps([])).toBe("complete");
	expect(withGaps([{ text: second.text, lookedIn: [] }])).toBe("partial");
	expect(withGaps([{ text: "could not be read: a page", lookedIn: [] }])).toBe("complete");
	expect(outcomeOf(usedUp(uncertainPassages, asked, against))).toBe("complete");
});

test("a report is uncertain if its heading or a sentence says so, and not if it states an answer", () => {
	const uncertain = (heading: string, text?: string) => {
		const { report } = usedUp(heading, asked);
		const sentences = text === undefined ? [] : [{ kind: "frame" as const, text, claimIds: [] }];
		return report && isUncertain({ ...report, sections: report.sections.map((one) => ({ ...one, sentences })) });
	};
	expect([uncertain(nearestPassages), uncertain(uncertainPassages), uncertain("", uncertaintyNote)]).toEqual([
		true,
		true,
		true,
	]);
	expect(uncertain("", "The bolts are tightened to 28 Nm.")).toBe(false);
});
