import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { assay, newestRun } from "./support.ts";

const question = "How does compaction work in Larkdb, and what are its costs?";

test("a survey and a campaign are exported in several formats, and no file is replaced unasked", async () => {
	const [home, corpus, folder] = [emptyFolder(), folderOf(larkdb), emptyFolder()];
	const sources = ["-c", corpus, "--no-vectors", "--home", home, "-q"];
	await assay([question, "--depth", "survey", ...sources]);
	const run = await newestRun(home);
	const campaign = JSON.parse(
		(await assay(["campaign", question, "--pulses", "1", "--depth", "quick", ...sources, "--json"])).stdout,
	);
	const formats = "md,html,docx,csv,xlsx,bibtex,ris,csl,json";
	for (const id of [run, (campaign as { id: string }).id]) {
		const exported = await assay(["export", id.slice(0, 8), "--format", formats, "--home", home], { cwd: folder });
		expect(exported, exported.stderr).toMatchObject({ code: 0, stderr: "" });
		const names = exported.stdout.trimEnd().split("\n");
		expect(names).toContain(`assay-${id.slice(0, 8)}.docx`);
		expect(readdirSync(folder)).toEqual(expect.arrayContaining(names));
		expect(readFileSync(join(folder, `assay-${id.slice(0, 8)}.md`), "utf8")).toContain(`# ${question}`);
	}
	const file = join(folder, "report.bib");
	const named = await assay(["export", run, "--format", "bib", "--out", file, "--home", home, "--json"]);
	expect(JSON.parse(named.stdout)).toEqual({
		files: [{ format: "bibtex", path: file, bytes: readFileSync(file).length }],
	});
	const again = await assay(["export", run, "--format", "bib", "--out", file, "--home", home]);
	expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("--force") });
	expect((await assay(["export", run, "--format", "bib", "--out", file, "--force", "--home", home])).code).toBe(0);
	const printed = await assay(["export", run, "--format", "bibtex", "--out", "-", "--home", home]);
	expect(printed.stdout).toBe(readFileSync(file, "utf8"));
});

test("what cannot be exported says what to do", async () => {
	const [home, corpus] = [emptyFolder(), folderOf({ "a.md": "# Tea\n\nTea is a drink.\n" })];
	await assay([
		"Which year did the Zorblax treaty of Quinnport end?",
		"-c",
		corpus,
		"--no-vectors",
		"--home",
		home,
		"-q",
	]);
	const run = await newestRun(home);
	const wrong = await assay(["export", run, "--format", "odt", "--home", home]);
	expect(wrong).toMatchObject({
		code: 2,
		stderr: expect.stringContaining("md, html, pdf, docx, csv, xlsx, bibtex, ris, csl, json"),
	});
	const none = await assay(["export", run, "--home", home]);
	expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("--format pdf") });
	const empty = await assay(["export", run, "--format", "md", "--home", home]);
	expect(empty).toMatchObject({ code: 3, stderr: expect.stringMatching(`assay .*show ${run.slice(0, 8)}`) });
	const unknown = await assay(["export", "ffff", "--format", "md", "--home", home]);
	expect(unknown.code).toBe(2);
});
