import { expect, test } from "vitest";
import { begun, subQuestion } from "../../test/support/planning.ts";
import { fold } from "./fold.ts";
import { gapsOf } from "./gaps.ts";
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
