import { expect, test } from "vitest";
import { passagesIn } from "./find-passages.ts";
import { holdsAsked } from "./held-terms.ts";

test.each([
	["How high was the flood of 2015?", true],
	["How high was the flood of 2019?", false],
])("a passage on another year does not hold what is asked: %s", (core, isHeld) => {
	const [passage] = passagesIn({ text: "The flood of 2015 rose to 1.92 metres.", kind: "text" }, "s1");
	if (!passage) throw new Error("no passage");
	expect(holdsAsked(passage, "Flood records", { core, background: "", names: [], answerType: "number" })).toBe(isHeld);
});
