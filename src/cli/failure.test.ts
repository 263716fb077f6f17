import { expect, test } from "vitest";
import { failureOf } from "./failure.ts";

test("an error that nobody foresaw says how to learn more, or how to go on with the run that it met", () => {
	const error = new TypeError("x is not a function\n    at somewhere");
	expect(failureOf(error, undefined)).toEqual({
		code: "UNEXPECTED",
		message: "assay met an error of its own: x is not a function",
		hint: "with ASSAY_DEBUG=1 it says more",
		exitCode: 1,
	});
	expect(failureOf(error, "1a2b3c4d5e6f7a8b").hint).toBe("the run is kept; to go on: assay resume 1a2b3c4d");
});
