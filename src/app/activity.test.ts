import { expect, it } from "vitest";
import type { CallRecord, Role } from "../evidence/call.ts";
import { describePending, parseActivity } from "./activity.ts";

it("parses activity texts: roles in words, and the actions of investigators", () => {
	expect(parseActivity("extractClaims: 2 requests in flight")).toEqual({
		type: "activity",
		text: "weighing pages: 2 requests in flight",
	});
	expect(parseActivity("q12 searching: who built it: the tower?")).toEqual({
		type: "investigator",
		id: "q12",
		action: "searching",
		what: "who built it: the tower?",
	});
	expect(parseActivity("weighing: reading: a guide")).toEqual({ type: "activity", text: "weighing: reading: a guide" });
});

it("finds the pending requests in a ledger, without those that a dead process left", () => {
	const call = (role: Role, answered: boolean) =>
		({ request: { role }, ...(answered ? { result: {} } : {}) }) as unknown as CallRecord;
	expect(describePending([])).toBeUndefined();
	expect(describePending([call("plan", false), call("plan", true)])).toBeUndefined();
	expect(describePending([call("plan", false), call("plan", true), call("draft", false)])).toBe(
		"writing the report: waiting for the model",
	);
	expect(describePending([call("nextAction", false), call("nextAction", false)])).toBe(
		"investigators: 2 requests in flight",
	);
});
