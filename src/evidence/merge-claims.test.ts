import { expect, test } from "vitest";
import { claimOf } from "../../test/support/evidence.ts";
import { begun, direct, subQuestion, turn } from "../../test/support/planning.ts";
import type { Claim } from "./claim.ts";
import type { ResearchEvent } from "./event.ts";
import { fold } from "./fold.ts";

const plan = begun("synthesis", [subQuestion("q1"), subQuestion("q2")]);

test("the same quote of a page, extracted again for another sub-question, is one claim for both", () => {
	const again = direct("The cutter sails on Mondays.", "s1", "q2");
	const state = fold([
		...plan,
		...turn(1, "q1", 3, [{ ...again, subQuestionIds: ["q1"] }]),
		...turn(2, "q2", 3, [again]),
	]);
	expect(state.claims).toMatchObject([{ id: again.id, subQuestionIds: ["q1", "q2"] }]);
	expect(state.groups).toMatchObject([{ claimIds: [again.id], subQuestionIds: ["q1", "q2"] }]);
	expect(state.turns[1]).toMatchObject({ signal: "NEW_EVIDENCE", claims: [again.id] });
	expect(state.coverage).toMatchObject({ q1: { directClaims: 1 }, q2: { directClaims: 1 } });
});

test("a claim that is adjacent for one sub-question and direct for another counts for the direct one", () => {
	const claim = direct("The cutter sails on Mondays.", "s1", "q2");
	const near: Claim = { ...claim, class: "adjacent", subQuestionIds: ["q1"] };
	const state = fold([...plan, ...turn(1, "q1", 3, [near]), ...turn(2, "q2", 3, [claim])]);
	expect(state.claims).toMatchObject([{ class: "direct", subQuestionIds: ["q2"] }]);
	expect(state.groups).toHaveLength(1);
	expect(state.coverage).toMatchObject({ q1: { status: "uncovered" }, q2: { status: "thin" } });
});

test("the claims of a page that one action read count for the other actions of the wave on their sub-questions", () => {
	const both = claimOf("The cutter sails on Mondays.", { subQuestionIds: ["q2", "q1"] });
	const [decided, ...rest] = turn(1, "q1", 3, [both]);
	const beside = [{ action: { kind: "cover" as const, subQuestionId: "q2", reason: "" } }];
	const state = fold([...plan, ...(decided?.type === "decided" ? [{ ...decided, beside }] : []), ...rest]);
	expect(state.turns.map(({ claims }) => claims)).toEqual([[both.id], [both.id]]);
});

test("reads logs of older releases, whose claims have one sub-question", () => {
	const { subQuestionIds: _, ...claim } = direct("The cutter sails on Mondays.", "s1", "q1");
	const older = { ...claim, subQuestionId: "q1" } as unknown as Claim;
	const events: ResearchEvent[] = [...plan, ...turn(1, "q1", 3, [older])];
	expect(fold(events).claims[0]).toMatchObject({ subQuestionIds: ["q1"] });
	expect(fold(events).coverage.q1).toMatchObject({ directClaims: 1 });
});

test("a claim on a sub-question without an action counts for its coverage, not for the action that read the page", () => {
	const state = fold([...plan, ...turn(1, "q1", 3, [direct("The cutter sails on Mondays.", "s1", "q2")])]);
	expect(state.coverage).toMatchObject({ q1: { status: "uncovered", turns: 1 }, q2: { status: "thin", turns: 0 } });
	expect(state.turns[0]).toMatchObject({ signal: "DEAD_END" });
});
