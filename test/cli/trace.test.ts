import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closeAfterTest } from "../support/close.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { readTrace } from "../support/trace.ts";
import { assay, newestRun, place, start } from "./support.ts";

test("trace says for each step why it was taken and what it brought, one step in full on wish", async () => {
	const { home, run } = place();
	await assay([...run, "--quiet"]);
	const id = await newestRun(home);
	const all = await assay(["trace", id, "--home", home]);
	expect(all.code, all.stderr).toBe(0);
	expect(all.stdout).toMatch(/^step 1 +cover q1: .+\n +\d+ found, 3 read, \d+ new claims/);
	expect(all.stdout).toMatch(
		/\nstop +[A-Z_]+: .+\nfigures +100 % of core questions with evidence · 100 % of questions covered by two sources · .+ of checks passed\n$/,
	);
	const files = (await assay(["show", id, "--path", "--home", home])).stdout.trim();
	expect(JSON.parse(readFileSync(join(files, "trace.json"), "utf8")).figures).toMatchObject({
		...{ coverage: 1, groundingRate: 1, sites: 0 },
		conflictRate: 1,
	});
	const one = await assay(["trace", id.slice(0, 8), "--step", "1", "--home", home]);
	expect(one.stdout).toMatch(/\noffer +taken: cover q1, by the rule "cover core": .+\[uncovered, 0 direct claims\]\n/);
	expect(one.stdout).toMatch(/\nchange +claims: [0-9a-f]{12}/);
	expect(one.stdout).toMatch(/\nread +history\.md\n/);
	expect(one.stdout).toMatch(
		/\nclaim +The Skerry lighthouse was built in 1889, wrote the keeper\. \(letters\.md, .+\)\n/,
	);
	expect(one.stdout).toMatch(/\nbefore +0 pages · 0 claims.+\n[\s\S]+\nafter +3 pages/);
	// The adversarial question is answered by pages that were read for the first one: its claims are new to it only.
	const again = await assay(["trace", id, "--step", "2", "--home", home]);
	expect(again.stdout).toMatch(/\nknown +The Skerry lighthouse was built in 1889, wrote the keeper\. /);
	expect(again.stdout).not.toMatch(/\nclaim +/);
	const { lines } = JSON.parse((await assay(["trace", id, "--step", "1", "--home", home, "--json"])).stdout);
	expect(lines[0]).toEqual({ label: "step", text: expect.stringMatching(/^1 of \d+, in wave 1$/) });
});

test("a limit on pages that was reached is named by trace and report, whatever the reason to stop", async () => {
	const { home, run } = place();
	const report = await assay([...run, "--quiet", "--max-sources", "2"]);
	expect(report.stdout).toMatch(/the limit of 2 pages \(--max-sources\) was reached/);
	const { stdout } = await assay(["trace", await newestRun(home), "--home", home]);
	expect(stdout).toMatch(/\nstop +[A-Z_]+: .+the limit of 2 pages \(--max-sources\) was reached/);
});

test("a step that the run has not taken is named, and a run that was killed shows the steps so far", async () => {
	const { home, run } = place();
	const child = start(run);
	await child.until("history.md:");
	child.child.kill("SIGKILL");
	await child.end;
	const id = await newestRun(home);
	const { stdout } = await assay(["trace", id, "--home", home]);
	expect(stdout).toMatch(/^step 1 +cover q1/);
	const unknown = await assay(["trace", id, "--step", "900", "--home", home]);
	expect(unknown).toMatchObject({ code: 2, stdout: "" });
	expect(unknown.stderr).toMatch(/the run has no step 900[\s\S]+its steps are 1 to \d/);
});

test.each(["pipeline", "agent"])(
	"the trace of a run that was killed and resumed is valid, is replayed to its evidence, and places every request: %s",
	async (gather) => {
		const { baseUrl } = closeAfterTest(await startSimulatedModel());
		const { home, options } = place();
		const model = ["--model", "openai-compatible:sim", "--base-url", baseUrl, "--gather", gather];
		const args = ["How was the Skerry lighthouse built?", ...options, ...model];
		const child = start(args);
		await child.until(gather === "agent" ? "findings q1" : "read ");
		child.child.kill("SIGKILL");
		await child.end;
		const end = await assay(args);
		expect(end.code, end.stderr).toBe(0);
		const id = await newestRun(home);
		const trace = readTrace((await assay(["show", id, "--path", "--home", home])).stdout.trim());
		expect(trace.steps.length).toBeGreaterThan(1);
		expect(trace.replayedHash).toBe(trace.evidenceHash);
		expect(trace.placed.length).toBeGreaterThan(3);
		// A request that was in flight at the kill may belong to a step that recorded another.
		expect(trace.placed).toEqual(trace.calls?.map((_call, at) => at));
		const { stdout } = await assay(["trace", id, "--step", "1", "--home", home]);
		expect(stdout).toMatch(/\nrequest +\w+ openai-compatible:sim: answered, \S+ tokens in, \S+ out, \S+, \d+\.\d s/);
	},
);
