import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { assay, lighthouse, lighthouseQuestion } from "./support.ts";

/** A run on documents that are gone afterwards: only what it stored is left. */
async function finishedRun(): Promise<{ home: string; id: string }> {
	const [home, corpus] = [emptyFolder(), folderOf(lighthouse)];
	const end = await assay([lighthouseQuestion, "--corpus", corpus, "--no-vectors", "--home", home, "--json"]);
	rmSync(corpus, { recursive: true });
	return { home, id: JSON.parse(end.stdout).id };
}

test("a further question is answered from the pages that a run stored, with quotes in them, and is a run of its own", async () => {
	const { home, id } = await finishedRun();
	const end = await assay([
		"ask",
		id.slice(0, 8),
		"What does the Skerry lighthouse guard?",
		"--no-vectors",
		"--home",
		home,
	]);
	expect(end.code, end.stderr).toBe(0);
	expect(end.stdout).toMatch(/^# What does the Skerry lighthouse guard\?\n/);
	expect(end.stdout).toContain(`that run ${id.slice(0, 8)} stored`);
	expect(end.stderr).toMatch(new RegExp(`pages +\\d+ pages? of run ${id.slice(0, 8)}`));
	const { runs } = JSON.parse((await assay(["list", "--json", "--home", home])).stdout);
	expect(runs).toHaveLength(2);
	const shown = await assay(["show", runs[0].id, "--home", home, "-q"]);
	expect(shown.stdout).toBe(end.stdout);
});

test("what those pages do not hold is no report: it says where it looked, and how to search for it", async () => {
	const { home, id } = await finishedRun();
	const end = await assay(["ask", id, "Which composer wrote the opera Zauberwinkel?", "--no-vectors", "--home", home]);
	expect(end).toMatchObject({ code: 3, stdout: "" });
	expect(end.stderr).toContain(`of run ${id.slice(0, 8)}`);
	expect(end.stderr.replace(/\s+/g, " ")).toMatch(
		/search for it: assay --home \S+ "Which composer wrote the opera Zauberwinkel\?" --search NAMES/,
	);
});

test("where no passage is certain to answer, it offers to search: as a command that works as it stands", async () => {
	const [home, corpus] = [emptyFolder(), folderOf(lighthouse)];
	const base = ["--no-vectors", "--home", home];
	const { stdout } = await assay([lighthouseQuestion, "--corpus", corpus, ...base, "--json"]);
	const id: string = JSON.parse(stdout).id;
	const question = 'Who painted the "Skerry" lighthouse for $5?';
	const end = await assay(["ask", id, question, ...base], { env: { npm_lifecycle_event: "start" } });
	expect([end.code, end.stdout]).toEqual([0, expect.stringContaining("none is certain to answer")]);
	const [, command = ""] = /to search for it: npm start -- (.*?); elsewhere/.exec(end.stderr) ?? [];
	expect(command).toBe(
		`--home ${home} extend ${id.slice(0, 8)} --focus "Who painted the \\"Skerry\\" lighthouse for \\$5?"`,
	);
	const words = spawnSync("sh", ["-c", `printf '%s\\n' ${command}`], { encoding: "utf8" })
		.stdout.trim()
		.split("\n");
	const further = await assay([...words, "--json", "-q"]);
	expect(further.stderr).toBe("");
});

test("a run that is not there, or that stored no page, is named", async () => {
	const { home } = await finishedRun();
	const unknown = await assay(["ask", "feedbeef", "Why?", "--home", home, "--json"]);
	expect(JSON.parse(unknown.stdout).error.code).toBe("RUN_UNKNOWN");
	const empty = await assay([
		"Which composer wrote Zauberwinkel?",
		"-c",
		folderOf({ "a.md": "Bread rises." }),
		"--no-vectors",
		"--home",
		home,
		"--json",
	]);
	const { id } = JSON.parse(empty.stdout);
	const asked = await assay(["ask", id, "Why?", "--home", home, "--json"]);
	expect([asked.code, JSON.parse(asked.stdout)]).toMatchObject([3, {}]);
});
