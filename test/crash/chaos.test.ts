import { expect, test } from "vitest";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { chaosRun } from "./chaos.ts";
import { unmarked } from "./chaos-check.ts";

// Chosen so that both ways to gather, both sessions, a cap, a kill and most faults are among them. More: `npm run torture -- --chaos`.
const seeds = [7, 10, 15, 18];

test.each(seeds)("a run with a model that misbehaves keeps every promise: seed %i", async (seed) => {
	const { wrong, told, lives } = await chaosRun(seed, emptyFolder(), folderOf(larkdb));
	expect(wrong, `${told}\n${lives.at(-1)?.stderr}`).toEqual([]);
});

test("a report whose sentences lead nowhere is seen", () => {
	const report = (body: string) =>
		`# Q\n\n*Written by m; each.*\n\n${body}\n\n## Sources\n\n1. One — a.md\n\n## How this was made\n\n- x\n`;
	expect(unmarked(report("It was built in 1887. [1] This rests on a single source."))).toEqual([]);
	expect(unmarked(report("It was built in 1887. [1] It burned in 1901."))).toHaveLength(1);
	expect(unmarked(report("It was built in 1887. [2]"))).toHaveLength(1);
	expect(unmarked(report("The keeper was Ilse Varga."))).toHaveLength(1);
	expect(unmarked(report("|  | year |\n| --- | --- |\n| **Tower** | 1887 |"))).toHaveLength(1);
});
