import { expect, test } from "vitest";
import { lookupRoute, subQuestionOf } from "../../test/support/evidence.ts";
import { emptyState } from "../evidence/fold.ts";
import type { Plan } from "../evidence/plan.ts";
import type { Reading } from "../evidence/question.ts";
import { describeEvent } from "./event-words.ts";

test("readings and plan are shown alike, whether one answer of a model gave them or three", () => {
	const readings: Reading[] = [
		{ id: "r1", kind: "literal", text: "Why is gasoline dear?", weight: 0.8 },
		{ id: "r2", kind: "paraphrase", text: "Why is natural gas dear?", weight: 0.2 },
	];
	const plan: Plan = { dimensions: [], subQuestions: [subQuestionOf()] };
	const place = { turn: 0, order: 0 };
	const together = describeEvent({ ...place, type: "routed", route: lookupRoute, readings, plan }, emptyState);
	const apart = [
		...describeEvent({ ...place, type: "routed", route: lookupRoute }, emptyState),
		...describeEvent({ ...place, type: "interpreted", readings }, emptyState),
		...describeEvent({ ...place, type: "planned", plan }, emptyState),
	];
	expect(together).toEqual(apart);
	expect(together.map(([label]) => label)).toEqual(["route", "reading", "reading", "plan"]);
	expect(together[2]).toEqual(["reading", "paraphrase 20 %: Why is natural gas dear?"]);
});
