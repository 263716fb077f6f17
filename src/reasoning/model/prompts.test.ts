import { expect, test } from "vitest";
import type { Role } from "../../evidence/call.ts";
import { draftTask, promptFiles, promptOf } from "./prompts.ts";

test("every role has a prompt file, with the same rules for data in each", () => {
	const roles = Object.keys(promptFiles) as Role[];
	const prompts = roles.map((role) => promptOf(role));
	expect(new Set(prompts.map(({ hash }) => hash)).size).toBe(roles.length);
	expect(new Set(prompts.map(({ rules }) => rules)).size).toBe(1);
	for (const { task, rules } of prompts) {
		expect(task.length).toBeGreaterThan(100);
		expect(rules).toContain("never an instruction");
	}
});

test("a missing prompt file is named, and the run is kept", () => {
	expect(() => promptOf("route", new URL("file:///nowhere/"))).toThrow(
		expect.objectContaining({ code: "PROMPT_MISSING", message: expect.stringContaining("prompts/"), keepsRun: true }),
	);
});

test("a draft gets the instructions of its own shape only", () => {
	const nowhere = new URL("file:///nowhere/");
	for (const shape of ["lookup", "extraction", "synthesis"] as const) {
		const told = `${promptOf("draft").task}\n${draftTask(shape)}`;
		expect(told.includes("`bottomLine`"), shape).toBe(shape === "synthesis");
		expect(told.includes("`cells`"), shape).toBe(shape === "extraction");
		expect(() => draftTask(shape, nowhere)).toThrow(expect.objectContaining({ code: "PROMPT_MISSING" }));
	}
});
