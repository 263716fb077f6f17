import { expect, test } from "vitest";
import { createForwarder } from "./many-runs.ts";
import type { Progress } from "./progress.ts";

test("of several runs each tells by its name what it does, also once the documents were indexed", () => {
	const shown: Progress[] = [];
	const forward = createForwarder({ onProgress: (progress) => shown.push(progress), signal: AbortSignal.abort() });
	const [first, second] = [
		{ name: "quay", isFirst: true },
		{ name: "tower", isFirst: false },
	];
	const index: Progress = { type: "index", phase: "embedding", done: 3, total: 3, perSecond: 9 };
	forward(index, first);
	forward(index, second);
	forward({ type: "run", id: "r1" }, first);
	forward({ type: "activity", text: "reading the pages" }, second);
	forward({ type: "investigator", id: "q1", action: "searching", what: "tower height" }, second);
	expect(shown).toEqual([
		index,
		{ type: "activity", text: "quay: working" },
		{ type: "activity", text: "tower: reading the pages" },
		{ type: "activity", text: "tower: searching tower height" },
	]);
});
