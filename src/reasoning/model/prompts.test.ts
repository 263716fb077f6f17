import { expect, test } from "vitest";
import type { Role } from "../../evidence/call.ts";
import { promptFiles, promptOf } from "./prompts.ts";

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

test("a missing one is named, and the run is kept", () => {
	expect(() => promptOf("route", new URL("file:///nowhere/"))).toThrow(
		expect.objectContaining({ code: "PROMPT_MISSING", message: expect.stringContaining("prompts/"), keepsRun: true }),
	);
});
