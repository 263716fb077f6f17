import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { emptyFolder } from "../support/folder.ts";
import { assay } from "./support.ts";

const depths = ["quick", "standard", "deep", "survey"];

test("--estimate prints what a model costs at each depth, without a key, and begins no run", async () => {
	const env = { ASSAY_HOME: emptyFolder() };
	const { code, stdout } = await assay(["Why is it so?", "--estimate", "--model", "anthropic"], { env });
	expect(code).toBe(0);
	for (const depth of depths)
		expect(stdout).toMatch(new RegExp(`^${depth}: (?:usually|probably) \\$\\d.*at most \\d+ minutes$`, "m"));
	expect(readdirSync(env.ASSAY_HOME)).toEqual([]);
});

test("--estimate without a model says that every depth costs nothing, and how to see what a model costs", async () => {
	const { code, stdout } = await assay(["Why is it so?", "--estimate"]);
	expect(code).toBe(0);
	expect(stdout).toContain("costs $0 at every depth");
	for (const depth of depths) expect(stdout).toContain(`${depth}: at most`);
	expect(stdout).toContain("--model NAME");
});

test("a model without a key names the way to its cost", async () => {
	const { code, stderr } = await assay(["Why is it so?", "--model", "anthropic", "--corpus", "."]);
	expect(code).toBe(2);
	expect(stderr).toContain("--estimate");
});
