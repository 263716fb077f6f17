import { expect, test } from "vitest";
import { signalOf } from "./signal.ts";

const covered = { found: 3, failed: false, before: "covered", newlyDisputed: 0, direct: 2 } as const;

test("a direct claim that no group held is new evidence, also on a covered sub-question and from a known page", () => {
	expect(signalOf({ ...covered, directIsNewFact: true, directFromNewSource: false })).toBe("NEW_EVIDENCE");
	expect(signalOf({ ...covered, directIsNewFact: false, directFromNewSource: true })).toBe("REDUNDANT");
	expect(signalOf({ ...covered, direct: 0, directIsNewFact: false, directFromNewSource: false })).toBe("DEAD_END");
});
