import { describe, expect, it, test } from "vitest";
import { AssayError } from "../base/errors.ts";
import { describeFailure } from "./failure.ts";

test("an unexpected error says how to learn more, or how to resume the run", () => {
	const error = new TypeError("x is not a function\n    at somewhere");
	expect(describeFailure(error, undefined)).toEqual({
		code: "UNEXPECTED",
		message: "assay met an error of its own: x is not a function",
		hint: "with ASSAY_DEBUG=1 it says more",
		exitCode: 1,
	});
	expect(describeFailure(error, "1a2b3c4d5e6f7a8b").hint).toBe("the run is kept; to go on: assay resume 1a2b3c4d");
});

describe("a fault outside a run", () => {
	const told = (hint: string) =>
		describeFailure(new AssayError("MODEL_X", "m", { hint, keepsRun: true }), "0123456789abcdef").hint;

	it("is reported with what to fix, then how to resume, each once", () => {
		const onward = "the run is kept; to go on: assay resume 01234567";
		expect(told("check OPENAI_API_KEY")).toBe(`check OPENAI_API_KEY; ${onward}`);
		expect(told("resume the run")).toBe(onward);
		expect(told("the provider asks to wait 30 s; then resume the run")).toBe(
			`the provider asks to wait 30 s; ${onward}`,
		);
	});

	it("says what starts a new run if a server does not have the model", () => {
		const unknown = (hint: string) =>
			describeFailure(new AssayError("MODEL_UNKNOWN", "m", { hint, keepsRun: true }), "0123456789abcdef").hint;
		const onward = "makes a new run; once the server has this model: assay resume 01234567";
		const asked = "http://h/v1/chat/completions was asked: check --base-url and --model";
		expect(unknown(asked)).toBe(`${asked}; another of either ${onward}`);
		expect(unknown("it has e.g. vllm:a")).toBe(`it has e.g. vllm:a; another --model ${onward}`);
	});
});
