import { expect, test } from "vitest";
import { emptyState } from "../../app/api.ts";
import { LinesDisplay } from "./lines.ts";

const stopped = {
	type: "decided" as const,
	action: { kind: "stop" as const, stopReason: "DEADLINE" as const, reason: "time is up" },
	...{ elapsedMs: 2, turn: 0, order: 0 },
};

test("an indexing that ends after the report is no line of the run", () => {
	const lines: string[] = [];
	const display = new LinesDisplay(
		(line) => lines.push(line),
		(_style, text) => text,
	);
	const index = { type: "index" as const, phase: "embedding" as const, total: 5, perSecond: 1 };
	display.show({ ...index, done: 0 });
	display.show({ ...index, done: 2 });
	display.show({ type: "event", event: stopped, state: { ...emptyState, report: {} as never } });
	display.show({ ...index, done: 5 });
	display.end();
	expect(lines.join("")).toContain("embedding …");
	expect(lines.join("")).not.toContain("5 of 5");
});

test("the time of a resumed run goes on from that of its earlier processes", () => {
	const lines: string[] = [];
	const display = new LinesDisplay(
		(line) => lines.push(line),
		(_style, text) => text,
	);
	display.show({
		type: "event",
		event: { ...stopped, elapsedMs: 83_000 },
		state: { ...emptyState, elapsedMs: 83_000 },
	});
	display.show({ type: "note", text: "goes on" });
	display.end();
	expect(lines.at(-1)).toMatch(/^ 1:23 note/);
});

test("of many paths that are skipped for one reason the first have a line each, and the others are counted", () => {
	const lines: string[] = [];
	const display = new LinesDisplay(
		(line) => lines.push(line),
		(_style, text) => text,
	);
	for (let at = 0; at < 1_800; at++) {
		display.show({ type: "skip", path: `link${at}`, reason: "a symbolic link" });
		display.show({ type: "index", phase: "reading", done: at, total: 1_800, perSecond: 1 });
	}
	display.show({ type: "skip", path: "notes.pdf", reason: "it is empty" });
	display.show({ type: "run", id: "r1" });
	display.show({ type: "note", text: "goes on" });
	display.end();
	const skips = lines.filter((line) => line.includes("skip"));
	expect(skips).toHaveLength(7);
	expect(skips[5]).toContain("notes.pdf");
	expect(skips[6]).toContain("1795 others: a symbolic link");
});
