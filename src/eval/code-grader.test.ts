import { expect, test } from "vitest";
import { factOf, sectionWith } from "../../test/support/report.ts";
import { emptyState } from "../evidence/fold.ts";
import { nearestPassages, type Report, type Sentence, uncertaintyNote } from "../evidence/report.ts";
import { gradeByCode, holdsPoint, normalized, states, tokenF1 } from "./code-grader.ts";
import { keyPoints } from "./forms/points.ts";

test("answers are compared without case, articles, punctuation and thousands separators", () => {
	expect(normalized("The 3,559 People.")).toBe(normalized("a 3559 people"));
	expect(normalized("U.S.")).not.toBe(normalized("us"));
});

test("an answer is stated in whole words only, and yes or no never", () => {
	expect(states("It was opened in 1887, wrote the keeper.", ["1889", "1887"])).toBe(true);
	expect(states("It was opened in 18870.", ["1887"])).toBe(false);
	expect(states("The Bell Tower", ["bell tower"])).toBe(true);
	expect(states("Yes, it was.", ["yes"])).toBe(false);
	expect(states("anything", ["…"])).toBe(false);
});

test("token F1 counts repeats once each, as SQuAD does", () => {
	expect(tokenF1("the Eiffel Tower", "Eiffel Tower")).toBe(1);
	expect(tokenF1("tower tower", "tower bridge")).toBe(0.5);
	expect(tokenF1("", "tower")).toBe(0);
});

test("a key point is held by a passage with all of its words, of alternatives one, and in whole words only", () => {
	const required = ["virtual", "when read|on reading"];
	expect(holdsPoint("A VIRTUAL column is computed when read.", required)).toBe(true);
	expect(holdsPoint("A virtual column is computed on reading.", required)).toBe(true);
	expect(holdsPoint("A virtual column is computed when written.", required)).toBe(false);
	expect(holdsPoint("It waits 15 days.", ["5 days"])).toBe(false);
});

/** How code grades the first criterion of a question with key points, when the report is this. */
function labelOf(record: Record<string, unknown>, draft: Partial<Report> | undefined) {
	const { criteria } = keyPoints.parse({ question: "Why?", ...record });
	const report = draft && ({ disputes: [], sections: [], ...draft } as unknown as Report);
	return gradeByCode({ id: "q", question: "Why?", criteria }, { ...emptyState, report })[0]?.label;
}

test("words of a key point that stand in different paragraphs are no passage that holds it; those of one list are", () => {
	const record = { key_points: [{ text: "Both of them", required: ["HUP", "TERM"] }] };
	const both = sectionWith(factOf("One is HUP."), { ...factOf("Another is TERM."), opens: true });
	expect(labelOf(record, both)).toBe("omitted");
	const [section] = both.sections;
	expect(labelOf(record, { sections: section ? [{ ...section, form: "bullets" }] : [] })).toBe("supported");
	expect(labelOf(record, undefined)).toBe("omitted");
	// Without words to look for, only a judge can say.
	expect(labelOf({ key_points: [{ text: "Both of them" }] }, both)).toBeUndefined();
});

test("an unanswerable question is left open by no report and by the nearest passages, and half by a report that is not certain", () => {
	const label = (draft: Partial<Report> | undefined) => labelOf({ unanswerable: true }, draft);
	const shown = sectionWith(factOf("It is 150 ms.", "c1"));
	const unsure: Sentence = { kind: "frame", text: uncertaintyNote, claimIds: [] };
	expect(label(undefined)).toBe("open");
	expect(label({ sections: shown.sections.map((one) => ({ ...one, heading: nearestPassages })) })).toBe("open");
	expect(label(shown)).toBe("answered");
	expect(label(sectionWith(unsure, factOf("It is 150 ms.", "c1")))).toBe("unsure");
});
