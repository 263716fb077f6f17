import { expect, test } from "vitest";
import { begun, direct, lead, subQuestion, turn } from "../../../../test/support/planning.ts";
import type { ResearchEvent } from "../../../evidence/event.ts";
import { fold } from "../../../evidence/fold.ts";
import { guided } from "../guided.ts";
import { choicesOf } from "./choices.ts";
import { offerFeatureNames, offerFeatures } from "./features.ts";
import { learned, learnedOffers } from "./planner.ts";
import weights from "./weights.json" with { type: "json" };

const plan = begun(
	"lookup",
	[subQuestion("q1"), subQuestion("q2", { stance: "adversarial", priority: "optional" })],
	10,
);
const found = [direct("The logo was drawn by Ilse Varga.", "s1", "q1")];
const after = (more: ResearchEvent[] = []) => fold([...plan, ...turn(1, "q1", 5, found, [lead]), ...more]);

test("the learned planner takes one of the guided rules' offers, the same for the same log", () => {
	const state = after();
	const [decided] = learned(state);
	const offered = choicesOf(state).map(([, { action, added }]) => added?.text ?? action.kind);
	expect(offered.length).toBeGreaterThan(2);
	expect(offered).toContain(decided?.added?.text ?? decided?.action.kind);
	expect(learned(after())).toEqual([decided]);
	expect(learnedOffers(state).map(String).toSorted()).toEqual(choicesOf(state).map(String).toSorted());
});

test("what the user asked for and the end of the budget are not the policy's to decide", () => {
	const message = { id: "m1", kind: "redirect", text: "Who paid for the logo?", at: "2031-01-01T00:00:00Z" } as const;
	const change = { added: [subQuestion("q3")], dropped: [], refocused: [], by: "rules" } as const;
	const requested = after([
		{
			turn: 2,
			order: 0,
			type: "received",
			message,
			outcome: "taken",
			change: { ...change, added: [...change.added] },
		} as unknown as ResearchEvent,
	]);
	expect(learned(requested)).toMatchObject([{ action: { subQuestionId: "q3" } }]);
	expect(learned(requested)).toEqual(guided(requested));
	const spent = fold([...begun("lookup", [subQuestion("q1")], 1), ...turn(1, "q1", 5, found, [lead])]);
	expect(learned(spent)).toMatchObject([{ action: { kind: "stop", stopReason: "BUDGET_EXHAUSTED" } }]);
});

test("every feature of an offer is a finite number with a weight, and a new sub-question has an id", () => {
	const state = after();
	for (const features of offerFeatures(state, choicesOf(state))) {
		expect(Object.keys(features).toSorted()).toEqual([...offerFeatureNames].toSorted());
		expect(Object.values(features).every(Number.isFinite)).toBe(true);
	}
	expect(Object.keys(weights.features).every((name) => (offerFeatureNames as readonly string[]).includes(name))).toBe(
		true,
	);
	const hop = learned(after()).find(({ added }) => added);
	if (hop) expect(hop.added?.id).toBe("q3");
});
