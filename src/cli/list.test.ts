import { expect, test } from "vitest";
import type { RunSummary } from "../app/index.ts";
import { summaryLines } from "./list.ts";
import { createPaint } from "./terminal/paint.ts";

test("the error of a run is shown whole, however narrow the screen", () => {
	const error = `the provider answered 402: ${"no credit is left on this account, ".repeat(8)}top it up at example.org`;
	const run: RunSummary = {
		...{ id: "1a2b3c4d5e6f7a8b", status: "failed", createdAt: new Date(0), question: "Why?", kind: "research" },
		...{ steps: 0, sources: 0, error },
	};
	for (const width of [40, 79, Number.MAX_SAFE_INTEGER]) {
		const lines = summaryLines(run, width, createPaint({}, "never"));
		const shown = lines.filter((line) => /^(?:Error)? {5}/.test(line)).map((line) => line.slice(10));
		expect(shown.join(" ")).toBe(error);
		expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
	}
});
