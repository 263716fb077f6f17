import { expect, test } from "vitest";
import { holdsDissent } from "./dissent.ts";

test.each([
	["I do not agree that the dunes are growing.", true],
	["The keeper doesn’t agree with the count.", true],
	["The dunes are not growing, and most likely shrink.", false],
	["Both keepers agree that the dunes are growing.", false],
])("%s expresses dissent: %s", (statement, told) => {
	expect(holdsDissent(statement)).toBe(told);
});
