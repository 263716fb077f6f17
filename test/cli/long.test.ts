import { expect, it } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { assay, lighthouseQuestion, place } from "./support.ts";

const megabytes = 1e6;

it("lists how far an interrupted run is as it is shown by itself", async () => {
	const { home, run: args } = place();
	await assay([...args, "-q"]);
	const store = await openStore({ home });
	const [run] = await store.runs();
	const log = await store.log(run?.id ?? "");
	const stop = new AbortController();
	const half = await store.create(run?.input ?? null);
	const working = store.execute(
		half,
		async ({ step }) => {
			for (const { name, output } of log) if (!name.startsWith("write:")) await step(name, async () => output);
			stop.abort(new Error("stopped"));
			return null;
		},
		stop.signal,
	);
	await expect(working).rejects.toThrow("stopped");
	await store.close();
	const { runs } = JSON.parse((await assay(["list", "--json", "--home", home])).stdout);
	const listed = runs.find(({ id }: { id: string }) => id === half);
	expect(listed).toMatchObject({ status: "interrupted", shape: "lookup", stopReason: "COVERAGE_MET" });
	// A list does not read the messages that wait for a run.
	const { waiting, ...shown } = JSON.parse((await assay(["show", half, "--json", "--home", home])).stdout);
	expect(waiting).toEqual([]);
	expect(listed).toEqual(shown);
});

it("reads a record of one endless word", async () => {
	const text = `The Skerry lighthouse was built in 1887. ${"lighthouse".repeat((9 * megabytes) / 10)}`;
	const { run } = place({ "a.jsonl": `${JSON.stringify({ id: "1", title: "Harbour", text })}\n` });
	const end = await assay([...run, "-q"]);
	expect(end.stderr).not.toContain("assay met an error of its own");
	expect([0, 3]).toContain(end.code);
});

it("answers from a folder of many new texts within a short deadline, before all of them are read for their meaning", async () => {
	const words = (at: number) => `Keeper ${at} of the harbour wrote in his book of ship ${at * 7} and its lamp of oil. `;
	const text = Array.from({ length: 12_000 }, (_, at) => words(at)).join("");
	const corpus = folderOf({ "a.txt": `The Skerry lighthouse was built in 1887.\n\n${text}` });
	const run = [lighthouseQuestion, "--home", emptyFolder(), "--corpus", corpus];
	const { stdout, stderr, code } = await assay([...run, "--deadline", "8"]);
	expect([0, 4]).toContain(code);
	expect(stdout).toContain("1887");
	expect(stderr).not.toMatch(/index +embedding/);
});
