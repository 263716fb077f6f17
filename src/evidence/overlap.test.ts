import { expect, test } from "vitest";
import { agent, begun, direct, investigation, subQuestion } from "../../test/support/planning.ts";
import type { ResearchEvent } from "./event.ts";
import { fold } from "./fold.ts";
import { investigatorOverlapOf } from "./overlap.ts";

/** Investigators of one wave on these sub-questions, each with the claims on it. */
function waveOf(texts: string[], claims: ReturnType<typeof direct>[]) {
	const asked = texts.map((text, at) => subQuestion(`q${at + 1}`, { text }));
	const found = investigation(
		1,
		asked.map(({ id }) => id),
		claims,
	).map(
		(event): ResearchEvent =>
			event.type === "investigated" ? { ...event, findings: { ...event.findings, queries: [] } } : event,
	);
	return fold([...begun("synthesis", asked, 20, agent, "complex"), ...found]);
}

test("two that ask and find the same overlap whole, two that share nothing not at all", () => {
	const same = waveOf(
		["What do lamps cost?", "What do lamps cost?"],
		[direct("A lamp costs 40 crowns.", "s1", "q1"), direct("A lamp costs 40 crowns.", "s1", "q2")],
	);
	expect(investigatorOverlapOf(same)).toEqual({ investigators: 2, waves: 1, specs: 1, pages: 1, claims: 1 });
	const apart = waveOf(
		["What do lamps cost?", "Who tends the beacon?"],
		[direct("A lamp costs 40 crowns.", "s1", "q1"), direct("The keeper tends the beacon at night.", "s2", "q2")],
	);
	expect(investigatorOverlapOf(apart)).toMatchObject({ specs: 0, pages: 0, claims: 0 });
});

test("the same fact on two pages is one claim that both found; a run without investigators has no overlap", () => {
	const state = waveOf(
		["What do lamps cost?", "Who tends the beacon?"],
		[
			direct("A lamp costs 40 crowns in the harbour.", "s1", "q1"),
			direct("A lamp costs 40 crowns in the harbour.", "s2", "q2"),
		],
	);
	expect(investigatorOverlapOf(state)).toMatchObject({ pages: 0, claims: 1 });
	expect(investigatorOverlapOf(fold(begun("lookup", [subQuestion("q1")])))).toBeUndefined();
});

test("what two investigators found of one source on one fact is one claim of one origin", () => {
	const claims = [direct("A lamp costs 40 crowns.", "s1", "q1"), direct("A lamp costs 40 crowns.", "s1", "q2")];
	const state = waveOf(["What do lamps cost?", "Which price has a lamp?"], claims);
	expect(state.claims).toHaveLength(1);
	expect(state.claims[0]?.subQuestionIds).toEqual(["q1", "q2"]);
	expect(state.sources).toHaveLength(1);
	// Other words for the fact, from the same page, are no second origin.
	const worded = waveOf(
		["What do lamps cost?", "Which price has a lamp?"],
		[...claims.slice(0, 1), direct("A lamp costs 40 crowns each.", "s1", "q2")],
	);
	expect(worded.groups.map(({ origins, sourceIds }) => [origins, sourceIds])).toEqual([[1, ["s1"]]]);
});
