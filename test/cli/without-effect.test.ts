import { expect, it } from "vitest";
import { assay, place } from "./support.ts";

it("options that were typed and change nothing are named once at the start, and in JSON", async () => {
	const { home, run } = place();
	const typed = ["--no-model", "--no-rewrite", "--no-skeptics", "--max-cost", "2", "--review-model", "anthropic"];
	const end = await assay([...run, ...typed, "--no-variants", "--no-survey", "--json"]);
	const { id, withoutEffect } = JSON.parse(end.stdout);
	expect(end.stderr.match(/without effect in this run: .*/g)).toEqual([
		"without effect in this run: --review-model, --max-cost, --no-rewrite, --no-skeptics (no language model is used); --no-survey (the depth is not survey)",
	]);
	expect(withoutEffect).toContainEqual({ option: "--no-rewrite", why: "no language model is used" });
	const shown = JSON.parse((await assay(["show", id, "--home", home, "--json"])).stdout);
	expect(shown.withoutEffect).toEqual(withoutEffect);
	// What a later run takes over was not typed for it.
	const later = await assay(["extend", id, "--no-support", "--home", home, "--json"]);
	expect(later.stderr).toMatch(/without effect in this run: --no-support \(no language model is used\)\n/);
});

it("nothing is said of options that have an effect", async () => {
	const end = await assay([
		...place().run,
		"--no-variants",
		"--max-steps",
		"3",
		"--depth",
		"survey",
		"--no-survey",
		"--json",
	]);
	expect(end.stderr).not.toContain("without effect");
	expect(JSON.parse(end.stdout)).not.toHaveProperty("withoutEffect");
});
