import { expect, test } from "vitest";
import { assay, newestRun, start } from "../cli/support.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { startSimulatedModel } from "../support/simulated.ts";

const question = "How does compaction work in Larkdb, and what are its costs?";

interface Shown {
	status: string;
	steps: number;
	sources: number;
	passes: { id: string; status: string; subQuestions: string[]; steps: number; sources: number; claims: number }[];
}

test("a survey killed inside a pass shows its passes, and each step and claim that the one in flight had", async () => {
	const home = emptyFolder();
	let kill = () => true;
	// The first pass that drafts its report has its evidence.
	const onRequest = (role: string) => role === "draft" && kill();
	const { baseUrl } = closeAfterTest(await startSimulatedModel({ latencyMs: 10, onRequest }));
	const model = ["--model", "openai-compatible:sim", "--base-url", baseUrl];
	const args = [question, "--corpus", folderOf(larkdb), "--no-vectors", "--depth", "survey", "--home", home];
	const killed = start([...args, ...model]);
	kill = () => killed.child.kill("SIGKILL");
	expect((await killed.end).code).toBeNull();
	kill = () => true;
	const id = await newestRun(home);

	const json = JSON.parse((await assay(["show", id, "--json", "--home", home])).stdout) as Shown;
	expect(json.status).toBe("interrupted");
	expect(json.passes.length).toBeGreaterThan(1);
	expect(new Set(json.passes.map(({ status }) => status))).toEqual(new Set(["interrupted"]));
	const atWork = json.passes.find(({ claims }) => claims > 0);
	expect(atWork).toMatchObject({ subQuestions: expect.arrayContaining([expect.stringMatching(/^q\d$/)]) });
	expect(atWork?.steps).toBeGreaterThan(0);
	expect(atWork?.sources).toBeGreaterThan(0);
	expect(json.steps).toBe(json.passes.reduce((sum, { steps }) => sum + steps, 0));

	const { stdout } = await assay(["show", id, "--home", home]);
	expect(stdout).toMatch(/^Pass p1 +interrupted · q1.* · [1-9]\d* steps? · [1-9]\d* pages? · \d+ claims? · /m);
	for (const pass of json.passes) expect(stdout).toContain(`Pass ${pass.id}`);

	const traced = await assay(["trace", id, "--home", home]);
	expect(traced.stdout).toMatch(
		/^pass p1 +interrupted: [^\n]+\nstep 1 +cover q1: q1 is uncovered \(core\)\n +\d+ found, [1-9]/m,
	);
	const steps = traced.stdout.match(/^step \d+/gm) ?? [];
	expect(steps.length).toBe(json.steps);
	const one = await assay(["trace", id, "--step", "1", "--home", home]);
	expect(one.stdout).toMatch(/^pass +p1\b/m);
	expect(one.stdout).toMatch(/^read +\S/m);

	const { runs } = JSON.parse((await assay(["list", "--json", "--home", home])).stdout) as { runs: Shown[] };
	expect(runs[0]).toMatchObject({ steps: json.steps, sources: json.sources });

	const resumed = await assay(["resume", id, "--json", "--home", home]);
	expect(resumed.code, resumed.stderr).toBe(0);
	const finished = await assay(["trace", id, "--home", home]);
	expect(finished.stdout).toMatch(/^pass p1 +finished: /m);
	expect(finished.stdout).not.toContain("so far");
});
