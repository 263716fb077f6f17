import { expect, test } from "vitest";
import { begun, pipeline, subQuestion } from "../../../test/support/planning.ts";
import type { ResearchEvent } from "../../evidence/event.ts";
import { fold } from "../../evidence/fold.ts";
import type { Route } from "../../evidence/question.ts";
import { guided } from "./guided.ts";

/** How many workers the first wave of a lookup sends. `literal`: the weight of the question's own words. */
function workersOf(literal: number, effort: Route["effort"], from?: string): number {
	const readings = [
		{ id: "r1", kind: "literal" as const, text: "When was it built?", weight: literal },
		{ id: "r2", kind: "misremembered" as const, text: "When was it rebuilt?", weight: 1 - literal },
	];
	const events = begun("lookup", [subQuestion("q1")], 20, pipeline, effort).map((event): ResearchEvent => {
		if (event.type === "started") return { ...event, options: { ...event.options, from } };
		return event.type === "interpreted" ? { ...event, readings } : event;
	});
	return guided(fold(events)).filter(({ added }) => added?.worker).length;
}

test("a lookup is hard if its route calls it complex, or if another reading is likelier than the question's own words", () => {
	expect([workersOf(1, "fact_check"), workersOf(0.6, "fact_check"), workersOf(0.6, "comparison")]).toEqual([0, 0, 0]);
	expect(workersOf(1, "complex")).toBeGreaterThan(1);
	expect(workersOf(1, "complex", "an earlier run")).toBe(0);
	expect([workersOf(0.2, "fact_check"), workersOf(0.2, "comparison")]).toEqual([3, 3]);
});
