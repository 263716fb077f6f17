import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
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
		expect(ended).toMatchObject({ code: 0, deaths: 3 });
		expect(ended.stdout).toContain("1887");
		expect(ended.stdout).toMatch(/Could not be read: (Harbour guide|Letters)/);
		expect(ended.stdout).toMatch(/Given up:\*\* reading (Harbour guide|Letters).*it ended the program 3 times/);
	});

	test("one that the run cannot do without: the run ends, and says which step it was and what to type", async () => {
		const home = emptyFolder();
		const args = [question, "--corpus", folderOf(corpus), "--no-vectors"];
		const ended = await typed(args, home, dieEnvironment("step:plan:"));
		expect(ended).toMatchObject({ code: 1, deaths: 3, stdout: "" });
		expect(ended.stderr).toMatch(/the step plan:\w+ was not done: it ended the program 3 times/);
		expect(ended.stderr).toMatch(/→ .*type the command again/);
		const { stdout } = await assay(["list", "--json"], home);
		expect(JSON.parse(stdout).runs).toMatchObject([{ status: "failed" }]);
	});
});

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
