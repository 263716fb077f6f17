import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, newestRun, place, start } from "./support.ts";

test("trace says for each step why it was taken and what it brought, one step in full on wish", async () => {
	const { home, run } = place();
	await assay([...run, "--quiet"]);
	const id = await newestRun(home);
	const all = await assay(["trace", id, "--home", home]);
	expect(all.code, all.stderr).toBe(0);
	expect(all.stdout).toMatch(/^step 1 +cover q1: .+\n +\d+ found, 3 read, \d+ new claims/);
	expect(all.stdout).toMatch(/\nstop +[A-Z_]+: .+\nfigures +100 % of questions covered · .+ of checks passed\n$/);
	const files = (await assay(["show", id, "--path", "--home", home])).stdout.trim();
	expect(JSON.parse(readFileSync(join(files, "trace.json"), "utf8")).figures).toMatchObject({
		...{ coverage: 1, groundingRate: 1, sites: 0 },
		conflictRate: 1,
	});
	const one = await assay(["trace", id.slice(0, 8), "--step", "1", "--home", home]);
	expect(one.stdout).toMatch(/\nread +history\.md\n/);
	expect(one.stdout).toMatch(
		/\nclaim +The Skerry lighthouse was built in 1889, wrote the keeper\. \(letters\.md, .+\)\n/,
	);
	expect(one.stdout).toMatch(/\nbefore +0 pages · 0 claims.+\n[\s\S]+\nafter +3 pages/);
	const { lines } = JSON.parse((await assay(["trace", id, "--step", "1", "--home", home, "--json"])).stdout);
	expect(lines[0]).toEqual({ label: "step", text: expect.stringMatching(/^1 of \d+, in wave 1$/) });
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
