import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import type { Ended } from "../support/process.ts";
import { dieEnvironment } from "./die.ts";
import { assay } from "./kill.ts";

const question = "When was the Skerry lighthouse built?";
const corpus = {
	"guide.md": "# Harbour guide\n\nThe Skerry lighthouse was built in 1887. It guards the northern harbour.\n",
	"letters.md": "# Letters\n\nThe Skerry lighthouse was built in 1887, wrote the keeper.\n",
};

/** Types one command until it ends by itself; gives its end, and how many processes died before. */
async function typed(args: string[], home: string, env: NodeJS.ProcessEnv): Promise<Ended & { deaths: number }> {
	for (let deaths = 0; deaths < 8; deaths++) {
		const ended = await assay(args, home, undefined, env);
		if (ended.code !== null) return { ...ended, deaths };
	}
	throw new Error("it goes in circles");
}

describe("a step of a run that ends the program each time", () => {
	test("reading a page: the page is a gap, the report is made of the others, and says so", async () => {
		const folder = folderOf(corpus);
		const args = [question, "--corpus", folder, "--no-vectors"];
		const calm = join(emptyFolder(), "calm");
		await assay(args, calm);
		const home = emptyFolder();
		const ended = await typed(args, home, dieEnvironment(`step:${await stepOf(calm, "read:")}`, "abort"));
		expect(ended).toMatchObject({ code: 0, deaths: 2 });
		expect(ended.stdout).toContain("1887");
		expect(ended.stdout).toMatch(/Could not be read: (Harbour guide|Letters)/);
		expect(ended.stdout).toMatch(/Given up:\*\* reading (Harbour guide|Letters).*it ended the program 4 times/);
	});

	test("one that the run cannot do without: the run stops and names it; when it is resumed, the step is done again", async () => {
		const home = emptyFolder();
		const args = [question, "--corpus", folderOf(corpus), "--no-vectors"];
		const ended = await typed(args, home, dieEnvironment("step:plan:"));
		expect(ended).toMatchObject({ code: 1, deaths: 2, stdout: "" });
		expect(ended.stderr).toMatch(/the step plan:\w+ was not done: it ended the program 4 times/);
		expect(ended.stderr).toMatch(/→ .*more memory.*assay resume \w+/);
		const [run] = JSON.parse((await assay(["list", "--json"], home)).stdout).runs;
		expect(run).toMatchObject({ status: "interrupted" });
		const resumed = await assay(["resume", run.id], home);
		expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining("1887") });
	});

	test("the first search: nothing is said to be not found; when the run is resumed, it is searched, and the report is whole", async () => {
		const home = emptyFolder();
		const folder = folderOf(corpus);
		const args = [question, "--corpus", folder, "--no-vectors"];
		const ended = await typed(args, home, dieEnvironment("step:search:1:"));
		expect(ended).toMatchObject({ code: 1, deaths: 2, stdout: "" });
		expect(ended.stderr).not.toContain("No evidence was found");
		const [run] = JSON.parse((await assay(["list", "--json"], home)).stdout).runs;
		expect(run).toMatchObject({ status: "interrupted" });
		const resumed = await assay(["resume", run.id], home);
		expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining("1887") });
		expect(resumed.stdout).not.toMatch(/Given up|Not done/);
	});

	test("a later search: the report names it as a gap in one sentence", async () => {
		const args = [question, "--corpus", folderOf(corpus), "--no-vectors"];
		const ended = await typed(args, emptyFolder(), dieEnvironment("step:search:2:"));
		expect(ended).toMatchObject({ code: 0, deaths: 2, stdout: expect.stringContaining("1887") });
		expect(ended.stdout).toMatch(/Not done: .* \(it ended the program 4 times in a row/);
		expect(ended.stdout).not.toContain("Looked in: it ended");
	});

	test("the report of one pass of a survey: the pass failed, and what it had found is in the survey's report", async () => {
		const args = ["How does compaction work in Larkdb, and what are its costs?", "--corpus", folderOf(larkdb)];
		const flags = ["--no-vectors", "--depth", "survey"];
		const calm = join(emptyFolder(), "calm");
		await assay([...args, ...flags], calm);
		const home = emptyFolder();
		const ended = await typed([...args, ...flags], home, dieEnvironment(`step:${await draftOfPass(calm)}`));
		expect(ended).toMatchObject({ code: 0, deaths: 2 });
		const [undisturbed, broken] = [await evidenceOf(calm), await evidenceOf(home)];
		expect(broken.claims).toEqual(undisturbed.claims);
		expect(broken.passes.filter((one) => one.includes(" failed: "))).toHaveLength(1);
		expect(broken.passes.map((one) => one.replace(" failed: ", " finished: "))).toEqual(undisturbed.passes);
		expect(ended.stdout).toContain("30 percent");
		expect(ended.stdout).toMatch(/its disk space is needed twice/);
	});
});

/** The claims of a home's survey, and the lines of the trace on its passes. */
async function evidenceOf(home: string): Promise<{ claims: string[]; passes: string[] }> {
	const [run] = JSON.parse((await assay(["list", "--json"], home)).stdout).runs;
	const { claims } = JSON.parse((await assay(["show", run.id, "--json"], home)).stdout) as { claims: { id: string }[] };
	const { stdout } = await assay(["trace", run.id], home);
	return { claims: claims.map(({ id }) => id), passes: stdout.split("\n").filter((line) => line.startsWith("pass ")) };
}

/** The name of the step that drafts the report of the first pass of a home's survey. */
async function draftOfPass(home: string): Promise<string> {
	const store = await openStore({ home });
	try {
		const [run] = await store.runs();
		const [pass] = await store.children(run?.id ?? "");
		return pass?.log.find(({ name }) => name.startsWith("draft:"))?.name ?? "";
	} finally {
		await store.close();
	}
}

/** The name of the first step of a kind in a home's run. */
async function stepOf(home: string, prefix: string): Promise<string> {
	const store = await openStore({ home });
	try {
		const [run] = await store.runs();
		return (await store.log(run?.id ?? "")).find(({ name }) => name.startsWith(prefix))?.name ?? "";
	} finally {
		await store.close();
	}
}
