import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { run } from "../../bench/beside.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { startSimulatedModel } from "../support/simulated.ts";

const docs = Object.entries(larkdb).map(([path, text]) => ({
	CluewebID: path,
	Url: `https://lark.example/${path}`,
	Title: path,
	CluewebDocument: text as string | null,
}));
const rows = [
	{ id: "1", query: "how does Larkdb do compaction", DocStream: docs.slice(0, 1) },
	{
		id: "2",
		query: "who wrote Larkdb",
		DocStream: [...docs, { ...docs[0], Url: "https://lark.example/none", CluewebDocument: null }],
	},
];

async function beside(more: string[] = []): Promise<{ out: string; files: string[]; table: string[] }> {
	vi.spyOn(console, "log").mockImplementation(() => undefined);
	onTestFinished(() => void vi.restoreAllMocks());
	const server = await startSimulatedModel();
	onTestFinished(server.close);
	const file = "queries/researchy_queries_sample_clueweb_small.jsonl";
	const data = folderOf({ [file]: rows.map((row) => `${JSON.stringify(row)}\n`).join("") });
	const out = emptyFolder();
	const flags = ["--base-url", server.baseUrl, "--model", "simulated", "--no-vectors", "--ids", "1"];
	await run(["--data", data, "--out", out, ...flags, ...more]);
	const table = readFileSync(join(out, "table.md"), "utf8").trim().split("\n");
	return { out, files: readdirSync(out).filter((name) => name.endsWith(".md")), table };
}

test("both write a report on the same pages, of all questions, and the table has what they took", async () => {
	const { out, files, table } = await beside(["--gather", "pipeline,agent"]);
	expect(files.toSorted()).toEqual(["1-assay-agent.md", "1-assay-pipeline.md", "1-bare.md", "table.md"]);
	const pages = readFileSync(join(out, "corpus/pages.jsonl"), "utf8").trim().split("\n");
	expect(pages.map((line) => JSON.parse(line).url)).toEqual(docs.map(({ Url }) => Url));
	const cells = table.slice(2).map((line) => line.split("|").map((cell) => cell.trim()));
	expect(cells.map(([, id, name]) => `${id} ${name}`)).toEqual(["1 assay-pipeline", "1 assay-agent", "1 bare"]);
	for (const [, , , requests, input, output, chain, read] of cells) {
		expect(Number(chain)).toBeLessThanOrEqual(Number(requests));
		for (const number of [input, output, chain, read]) expect(Number(number)).toBeGreaterThan(0);
	}
	const report = readFileSync(join(out, "1-assay-pipeline.md"), "utf8");
	expect(report).toContain("# how does Larkdb do compaction");
	expect(report).toMatch(/\*\*Cost:\*\* .*\b\d+ calls/);
	expect(report).not.toContain("no model was asked");
});

test("an option that means nothing is refused before anything is asked", async () => {
	await expect(beside(["--gather", "pipelines"])).rejects.toMatchObject({ code: "BENCH_OPTION_UNKNOWN" });
	await expect(beside(["--only", "both"])).rejects.toMatchObject({ code: "BENCH_OPTION_UNKNOWN" });
});

test("one of both can be run alone", async () => {
	expect((await beside(["--only", "bare"])).files).toEqual(["1-bare.md", "table.md"]);
});
