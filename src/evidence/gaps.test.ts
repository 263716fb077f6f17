import { expect, test } from "vitest";
import { begun, subQuestion } from "../../test/support/planning.ts";
import { analysisOf } from "../reasoning/rules/question/analysis.ts";
import { fold } from "./fold.ts";
import { gapsOf } from "./gaps.ts";

test("a part of the question without a section is a gap, where the other parts have one", () => {
	const parts = ["How does the crane lift a boat?", "How do eels reach the upper lake?"] as const;
	const events = begun(
		"synthesis",
		parts.map((text, at) => subQuestion(`q${at + 1}`, { text })),
	).map((event) =>
		event.type === "routed"
			? {
					...event,
					route: {
						...event.route,
						analysis: analysisOf(`How does the crane lift a boat, and how do eels reach the upper lake?`),
					},
				}
			: event,
	);
	const gapsWith = (headings: readonly string[]) =>
		gapsOf(fold(events), {
			sections: headings.map((heading) => ({ heading, sentences: [] })),
			answeredGaps: [...parts],
		}).map(({ text }) => text);
	expect(gapsWith([parts[0]])).toEqual([parts[1]]);
	expect(gapsWith(parts)).toEqual([]);
	expect(gapsWith(["Cranes"])).toEqual([]);
});
