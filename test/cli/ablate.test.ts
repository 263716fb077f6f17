import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseRunInput } from "../../src/app/run.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { assay, lighthouse, start, storedRuns } from "./support.ts";

const questions = [
	{ id: "built", question: "When was the Skerry lighthouse built?", gold: ["guide.md", "nowhere.md"] },
	{ id: "how", question: "How was the Skerry lighthouse built?", decomposition: ["Who built the lighthouse?"] },
];

/** A corpus, a file of questions, a home, and the arguments of an ablation on them. */
function grid(more: string[]) {
	const home = emptyFolder();
	const file = join(emptyFolder(), "questions.jsonl");
	writeFileSync(file, questions.map((one) => JSON.stringify(one)).join("\n"));
	const sources = ["--home", home, "-c", folderOf(lighthouse), "--questions", file];
	return { home, args: ["ablate", ...sources, "--depth", "quick", ...more] };
}

test("a grid without a model compares in pairs, by evidence, plan, steps and stop reasons", async () => {
	const { args } = grid(["--no-vectors", "--vary", "planner=guided,baseline,rounds", "--json", "--quiet"]);
	const end = await assay(args);
	expect(end.code, end.stderr).toBe(0);
	const result = JSON.parse(end.stdout);
	expect(result).toMatchObject({ questions: 2, combinations: 3, failed: [] });
	expect(result.runs).toHaveLength(6);
	expect(result.goldUnread).toEqual(["nowhere.md"]);
	const [comparison] = result.comparisons;
	expect(comparison).toMatchObject({ first: "planner=guided", other: "planner=baseline" });
	const differenceOf = (measure: string) =>
		comparison.differences.find((one: { measure: string }) => one.measure === measure);
	// One of the two gold documents is there, and both planners read it.
	expect(differenceOf("recall")).toMatchObject({ first: 0.5, other: 0.5, difference: 0, pairs: 1 });
	expect(differenceOf("steps")).toMatchObject({ pairs: 2, interval: [expect.any(Number), expect.any(Number)] });
	expect(differenceOf("steps").difference).toBeGreaterThan(0);
	expect(differenceOf("decomposition").first).toBeGreaterThan(0);
	// The baseline adds no sub-question, so its plan asked for all that it found.
	expect(differenceOf("planned").other).toBe(1);
	expect(comparison.stopReasons.other).toEqual({ BUDGET_EXHAUSTED: 2 });
	expect(differenceOf("requests")).toBeUndefined();
});

test("one question has no interval, and the table says why; where the coverage was met, all core questions have evidence", async () => {
	const { args } = grid(["--no-vectors", "--vary", "max-steps=20,30", "--quiet"]);
	writeFileSync(args[args.indexOf("--questions") + 1] ?? "", JSON.stringify(questions[0]));
	const corpus = folderOf({ "guide.md": lighthouse["guide.md"] });
	const { stdout } = await assay(args.with(args.indexOf("-c") + 1, corpus));
	expect(stdout).toContain("1 COVERAGE_MET");
	expect(stdout).toMatch(/core questions with evidence +1 +1 +0 +1 pair/);
	expect(stdout).toContain("An interval needs at least 2 questions");
	expect(stdout).not.toContain("bootstrap");
});

test("a grid that was killed goes on: finished runs are taken, no answered request is sent again, one cost limit holds", async () => {
	const { baseUrl } = closeAfterTest(await startSimulatedModel());
	const model = ["--model", "openai-compatible:sim", "--base-url", baseUrl, "--no-vectors", "--max-cost", "80"];
	const { home, args } = grid([...model, "--vary", "no-review", "--parallel", "2"]);
	writeFileSync(join(home, "models.json"), JSON.stringify({ "openai-compatible:sim": { input: 1, output: 1 } }));
	const first = start(args);
	await first.until("1 of 4: ");
	first.child.kill("SIGKILL");
	await first.end;
	const before = await storedRuns(home);
	const finished = before.filter(({ status }) => status === "completed").map(({ id }) => id);
	expect(finished.length).toBeGreaterThan(0);
	expect(finished.length).toBeLessThan(4);

	const end = await assay(args);
	expect(end.code, end.stderr).toBe(0);
	expect(end.stderr).toMatch(/ note +4 runs: 2 questions × 2 combinations\n/);
	expect(end.stderr).toMatch(/ estimate openai-compatible:sim: \d+–\d+ calls, .+, never more than \$80/);
	expect(end.stdout).toMatch(/\nno-review against with review\n/);
	expect(end.stdout).toMatch(/\nrequests to models +\S+ +\S+ +-\S+ \[.+\] +2 pairs\n/);
	expect(end.stdout).toMatch(/\nlongest chain of requests +\S+ +\S+ +-\S+ \[.+\] +2 pairs\n/);
	const runs = await storedRuns(home);
	expect(runs.map(({ status }) => status)).toEqual(Array(4).fill("completed"));
	expect(runs.map(({ id }) => id)).toEqual(expect.arrayContaining(finished));
	for (const { calls, input } of runs) {
		const answered = calls.filter(({ result }) => result?.message).map(({ request }) => request.key);
		expect(new Set(answered).size).toBe(answered.length);
		expect(parseRunInput(input)?.options.model?.maxCostUsd).toBe(20);
	}
	// The table was delivered: the same command is a new measurement.
	const again = await assay([...args, "--json"]);
	const ids = new Set(runs.map(({ id }) => id));
	expect(JSON.parse(again.stdout).runs.some(({ run }: { run: string }) => ids.has(run))).toBe(false);
});

test.each([
	[
		"no file",
		["--questions", "nowhere.jsonl", "--vary", "no-vectors"],
		"nowhere.jsonl cannot be used: there is no such file",
	],
	["an option that asks its user", ["--vary", "confirm"], "nobody is asked here"],
	["nothing varied", [], "nothing is varied"],
	["an option without effect", ["--vary", "model-parallel=1,2"], "does not change what a run does here"],
	["an option that needs a model", ["--vary", "gather=pipeline,agent"], "needs a language model"],
])("bad input ends before the first run with what is wrong: %s", async (_what, more, text) => {
	const { home, args } = grid(more);
	const end = await assay(args);
	expect([end.code, end.stdout]).toEqual([2, ""]);
	expect(end.stderr).toContain(text);
	expect(await storedRuns(home)).toEqual([]);
});

test("the help names the command and its options", async () => {
	const { stdout } = await assay(["ablate", "--help"]);
	expect(stdout).toMatch(/--questions <file>[\s\S]+--vary <option>[\s\S]+--parallel <n>[\s\S]+--corpus <folder>/);
});
