import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { assay, lighthouse, start, storedRuns } from "./support.ts";

const csv = [
	"id,question,answer,gold",
	"built,When was the Skerry lighthouse built?,1887 | the year 1887,guide.md | history.md",
	"guards,What does the Skerry lighthouse guard?,the northern harbour,guide.md",
	"height,How tall is the Skerry lighthouse?,41 metres,heights.md",
].join("\n");

/** A home, and the arguments of an evaluation of a file of one's own. */
function suite(more: string[] = []) {
	const home = emptyFolder();
	const file = join(emptyFolder(), "own.csv");
	writeFileSync(file, csv);
	const args = ["eval", "run", file, "--home", home, "-c", folderOf(lighthouse), "--depth", "quick", "--no-vectors"];
	return { home, args: [...args, ...more] };
}

const figureOf = (result: { figures: { name: string; judge: string }[] }, name: string, judge = "code") =>
	result.figures.find((one) => one.name === name && one.judge === judge);

test("a file of one's own questions is answered and graded by code, and shown again from its log", async () => {
	const { home, args } = suite(["--json", "--quiet"]);
	const end = await assay(args);
	expect(end.code, end.stderr).toBe(0);
	const result = JSON.parse(end.stdout);
	expect(figureOf(result, "stated")).toMatchObject({ value: 2 / 3, questions: 3, interval: [0, 1] });
	// Of the three gold documents of two questions all are read; that of the third is not there.
	expect(figureOf(result, "evidenceRead")).toMatchObject({ value: 2 / 3 });
	// Every passage that is quoted stands in its page.
	expect(figureOf(result, "faithful")).toMatchObject({ value: 1, dimension: "faithfulness" });
	expect(result.cost.map(({ name }: { name: string }) => name)).toEqual(["seconds", "pages", "steps"]);
	expect(result.figures.every(({ judge }: { judge: string }) => judge === "code")).toBe(true);
	expect(existsSync(join(home, "runs", result.id, "evaluation.json"))).toBe(true);
	// The third question has its answer nowhere, and its gold document does not exist.
	const stage = expect.stringMatching(/^(?:never_searched|not_found)$/);
	expect(result.losses.lost.map((one: { question: string; stage: string }) => [one.question, one.stage])).toEqual([
		["height", stage],
		["height", stage],
	]);
	const page = readFileSync(join(home, "runs", result.id, "failures.html"), "utf8");
	expect(page).toContain("<svg");
	expect(page).toMatch(/event \d+ of the log, step /);
	const markdown = readFileSync(join(home, "runs", result.id, "evaluation.md"), "utf8");
	expect(markdown).toContain("seed 20260101");

	const shown = await assay(["eval", "show", result.id.slice(0, 8), "--home", home, "--json"]);
	expect(JSON.parse(shown.stdout)).toEqual({ ...result, status: "completed" });
	// The list shows the evaluation and not its runs; each of its runs can be shown.
	const list = await assay(["list", "--home", home, "--json"]);
	expect(JSON.parse(list.stdout).runs).toMatchObject([{ id: result.id, kind: "evaluation" }]);
	const report = await assay(["show", result.runs[0].run, "--home", home]);
	expect(report.stdout).toContain("1887");
	// It was shown: the same command is a new measurement.
	const again = JSON.parse((await assay(args)).stdout);
	expect(again.id).not.toBe(result.id);
	expect(again.figures).toEqual(result.figures);
	const diff = JSON.parse((await assay(["eval", "diff", result.id, again.id, "--home", home, "--json"])).stdout);
	expect(diff).toMatchObject({ won: [], lost: [] });
	expect(diff.figures.map(({ difference }: { difference: number }) => difference)).toEqual(Array(7).fill(0));
	// An evaluation has neither a report nor steps of its own.
	for (const command of ["trace", "resume", "export", "finish"]) {
		const more = command === "export" ? ["--format", "pdf"] : [];
		const refused = await assay([command, result.id, ...more, "--home", home]);
		expect(refused.stderr, command).toContain("is an evaluation of many runs");
	}
	expect((await assay(["show", result.id, "--home", home])).stderr).toContain(`eval show ${result.id.slice(0, 8)}`);
	// With the evaluation go its runs.
	await assay(["delete", result.id, "--yes", "--home", home]);
	expect((await storedRuns(home)).map(({ id }) => id).includes(result.runs[0].run)).toBe(false);
});

test("an evaluation that was killed in each of its stages goes on: nothing is run, asked or paid twice", async () => {
	const { baseUrl } = closeAfterTest(await startSimulatedModel());
	const judges = ["openai-compatible:strict", "openai-compatible:mild"];
	const { home, args } = suite([
		...["--base-url", baseUrl, "--model", "openai-compatible:sim", "--max-cost", "60", "--parallel", "1"],
		...judges.flatMap((name) => ["--judge", name]),
	]);
	const prices = ["sim", "strict", "mild"].map((name) => [`openai-compatible:${name}`, { input: 1, output: 1 }]);
	writeFileSync(join(home, "models.json"), JSON.stringify(Object.fromEntries(prices)));
	for (const reached of ["research 1 of 3: ", "judged 1 of 3: ", "traced 1 of 3: "]) {
		const killed = start(args);
		await killed.until(reached);
		killed.child.kill("SIGKILL");
		await killed.end;
	}
	const end = await assay([...args, "--json"]);
	expect(end.code, end.stderr).toBe(0);
	const result = JSON.parse(end.stdout);
	const all = await storedRuns(home);
	// One evaluation with one run for each question.
	expect(all.map(({ status }) => status)).toEqual(Array(4).fill("completed"));
	for (const { calls } of all) {
		const answered = calls.filter(({ result: got }) => got?.message).map(({ request }) => request.key);
		expect(new Set(answered).size).toBe(answered.length);
	}
	const graded = all.find(({ id }) => id === result.id)?.calls ?? [];
	expect(graded.map(({ request }) => request.role)).toEqual(Array(graded.length).fill("grade"));
	for (const judge of judges) expect(figureOf(result, "correct", judge)).toMatchObject({ questions: 3, unjudged: 0 });
	expect(result.prompts.answer).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{12}$/), whose: "ours" });
	expect(result.total).toMatchObject({ judgeRequests: graded.length, maxCostUsd: 60 });
	expect(result.cost.map(({ name }: { name: string }) => name)).toEqual(
		expect.arrayContaining(["usd", "tokens", "requests", "chain", "seconds"]),
	);
	// A judge's figure is never without its name and the hash of its instructions.
	const shown = await assay(["eval", "show", result.id, "--home", home]);
	const lines = shown.stdout.split("\n").filter((line) => line.includes("answer correct"));
	expect(lines).toHaveLength(2);
	for (const line of lines)
		expect(line).toMatch(/openai-compatible:(?:strict|mild), prompt answer [0-9a-f]{12} \(ours\)/);
});

test.each([
	["no suite", ["eval", "run", "nowhere"], "there is no suite nowhere"],
	["an unknown question", ["--only", "tower"], 'has no question "tower"'],
	["batches without a judge", ["--batch"], "no judge is named"],
	["a limit on cost without a model", ["--max-cost", "1"], "--max-cost limits what models use"],
	["a question to the user", ["--confirm"], "unknown option"],
	["nothing to do", ["eval"], "all it can do"],
	["a run that is none", ["eval", "show", "zzz"], "zzz"],
])("bad input ends before the first run with what is wrong: %s", async (_what, more, text) => {
	const { home, args } = suite();
	const end = await assay(more[0] === "eval" ? [...more, "--home", home] : [...args, ...more]);
	expect([end.code, end.stdout]).toEqual([2, ""]);
	expect(end.stderr).toContain(text);
	expect(await storedRuns(home)).toEqual([]);
});
