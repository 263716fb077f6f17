import { expect, test } from "vitest";
import { begun, subQuestion } from "../../test/support/planning.ts";
import { fold } from "./fold.ts";
import { gapsOf, openGaps } from "./gaps.ts";
import type { QuestionAnalysis } from "./question.ts";

test("a part of the question without a section is a gap, where the other parts have one", () => {
	const parts = ["How does the crane lift a boat?", "How do eels reach the upper lake?"] as const;
	const subQuestions = parts.map((text, at) => subQuestion(`q${at + 1}`, { text }));
	const analysis = { asks: [...parts], sides: [] as string[] } as unknown as QuestionAnalysis;
	const events = begun("synthesis", subQuestions).map((event) =>
		event.type === "routed" ? { ...event, route: { ...event.route, analysis } } : event,
	);
	const gapsWith = (headings: readonly string[]) => {
		const sections = headings.map((heading) => ({ heading, sentences: [] }));
		return gapsOf(fold(events), { sections, answeredGaps: [...parts] }).map(({ text }) => text);
	};
	expect(gapsWith([parts[0]])).toEqual([parts[1]]);
	expect(gapsWith(parts)).toEqual([]);
	expect(gapsWith(["Cranes"])).toEqual([]);
});

test("a gap that is a sub-question and stands among what an analysis missed in other words is given once", () => {
	const text = "What do LimitBody and LimitFields limit, and what are their defaults?";
	const state = fold(begun("synthesis", [subQuestion("q1", { text })]));
	const missing = ["LimitBody and LimitFields with their defaults and limits", "rate limits of each client"];
	expect(openGaps({ ...state, missing }).map((gap) => gap.text)).toEqual([text, missing[1]]);
});
