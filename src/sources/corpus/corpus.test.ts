import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closeAfterTest } from "../../../test/support/close.ts";
import { pdfBytes, temporaryFolder } from "../../../test/support/corpus.ts";
import { type Corpus, type CorpusOptions, openCorpus } from "./corpus.ts";

async function open(folder: { path: string; index: string }, more: Partial<CorpusOptions> = {}): Promise<Corpus> {
	return closeAfterTest(
		await openCorpus({ folders: [folder.path], indexFolder: folder.index, vectors: false, ...more }),
	);
}

const record = (id: string, title: string, text: string) => JSON.stringify({ id, title, text });

test("documents of every format are found by their content, with their own title and locator", async () => {
	const folder = temporaryFolder();
	folder.write("guide/setup.md", "# Setting up\n\nFirst part.\n\nThe turbine needs coolant before each start.\n");
	folder.write("notes.txt", "Line one.\n\nThe elevator was inspected in March.\n");
	folder.write(
		"page.html",
		"<title>Harbour</title><h1>Harbour</h1><h2>Depth</h2><p>The harbour basin is eleven metres deep.</p>",
	);
	folder.write(
		"paper.pdf",
		pdfBytes([["An opening page."], ["Glaciers lose mass in summer."]], { Title: "On ice", Author: "R. Frost" }),
	);
	folder.write(
		"all.jsonl",
		`${record("a1", "Marie Curie", "She discovered polonium.")}\n${record("b#2", "Radium", "A metal.")}\n`,
	);
	const corpus = await open(folder);
	const best = async (query: string) => (await corpus.search(query, 5))[0];

	expect(await best("turbine coolant")).toMatchObject({
		title: "Setting up",
		label: "guide/setup.md",
		kind: "markdown",
	});
	expect(await best("elevator inspection")).toMatchObject({ title: "notes", locator: { kind: "line", line: 1 } });
	expect(await best("how deep is the basin")).toMatchObject({ title: "Harbour", kind: "html" });
	expect(await best("glacier mass")).toMatchObject({ title: "On ice", kind: "pdf" });
	expect(await best("who discovered polonium?")).toMatchObject({
		title: "Marie Curie",
		label: "all.jsonl#a1",
		kind: "record",
	});

	for (const query of ["turbine coolant", "elevator", "basin", "glacier", "polonium", "metal"]) {
		const hit = await best(query);
		const page = await corpus.read(hit?.url ?? "");
		expect(page.text.slice(hit?.start, hit?.end)).toBe(hit?.snippet);
		expect(page.title).toBe(hit?.title);
	}
	expect((await corpus.read((await best("glacier"))?.url ?? "")).marks.at(-1)?.locator).toEqual({
		kind: "page",
		page: 2,
	});
	expect((await corpus.read((await best("glacier"))?.url ?? "")).origin).toBe("R. Frost");
});

test("unreadable files are reported with the reason, and the rest is searched", async () => {
	const folder = temporaryFolder();
	folder.write("good.md", "The lighthouse burns acetylene.");
	folder.write(
		"binary.txt",
		Uint8Array.from({ length: 600 }, (_, at) => (at * 37) % 256),
	);
	folder.write("broken.pdf", Buffer.from(pdfBytes([["x"]])).subarray(0, 90));
	folder.write("latin.txt", Buffer.from("caf\xe9 cr\xe8me", "latin1"));
	folder.write("empty.md", "");
	folder.write("huge.txt", Buffer.alloc(10_000_001, 97));
	folder.write(
		"rows.jsonl",
		`${record("1", "Buoy", "A buoy floats.")}\n{broken\n{"title":"none"}\n${record("1", "Twice", "Again.")}\n`,
	);
	folder.write(".hidden/secret.md", "Hidden lighthouse.");
	folder.write("node_modules/x/readme.md", "Package lighthouse.");
	folder.write("locked.md", "Locked lighthouse.");
	chmodSync(join(folder.path, "locked.md"), 0);
	mkdirSync(join(folder.path, "deep"));
	symlinkSync("..", join(folder.path, "deep", "loop"));
	symlinkSync("self.md", join(folder.path, "self.md"));
	symlinkSync("/etc", join(folder.path, "outside"));
	execFileSync("mkfifo", [join(folder.path, "pipe.txt")]);

	const told: string[] = [];
	const corpus = await open(folder, { onSkip: (skip) => told.push(skip.path.slice(folder.path.length + 1)) });
	const reasons = Object.fromEntries(
		corpus.stats.skipped.map(({ path, reason }) => [path.slice(folder.path.length + 1), reason]),
	);
	const expected: Record<string, RegExp> = {
		"binary.txt": /binary|encoding/,
		"broken.pdf": /PDF/,
		"latin.txt": /declares no encoding/,
		"empty.md": /empty/,
		"huge.txt": /larger than 10 MB/,
		"rows.jsonl:2": /not JSON/,
		"rows.jsonl:3": /no `text`/,
		"rows.jsonl:4": /id 1 was used above/,
		"deep/loop": /symbolic link/,
		"self.md": /circle/,
		outside: /out of the corpus/,
		"pipe.txt": /regular file/,
	};
	for (const [path, reason] of Object.entries(expected)) expect(reasons[path], path).toMatch(reason);
	if (process.getuid?.() !== 0) expect(reasons["locked.md"]).toMatch(/permission/);
	expect(told.sort()).toEqual(Object.keys(reasons).sort());
	const titles = (await corpus.search("lighthouse", 10)).map((hit) => hit.title);
	expect(titles).toContain("good");
	expect(titles).not.toContain("secret");
	expect(titles).not.toContain("readme");
	await corpus.close();

	const again = await open(folder);
	expect(again.stats).toMatchObject({ indexed: 0, removed: 0 });
	expect(again.stats.skipped).toEqual(corpus.stats.skipped);
});

test("a missing folder and a corpus without documents are different errors, each with a hint", async () => {
	const folder = temporaryFolder();
	await expect(open(folder, { folders: [join(folder.path, "missing")] })).rejects.toMatchObject({
		code: "CORPUS_MISSING",
		exitCode: 2,
	});
	folder.write("a.docx", "x");
	folder.write("b.docx", "x");
	folder.write("broken.pdf", "x");
	const refused = open(folder);
	await expect(refused).rejects.toMatchObject({
		code: "CORPUS_EMPTY",
		exitCode: 2,
		hint: expect.stringContaining(".jsonl"),
	});
	await expect(refused).rejects.toThrow(/2 of \.docx.*broken\.pdf/);
});

test("any query can be searched for", async () => {
	const folder = temporaryFolder();
	folder.write("ja.md", "富士山は日本で一番高い山です。");
	folder.write("ru.md", "Самая высокая гора России — Эльбрус.");
	folder.write("fr.md", "Le café est très chaud.");
	const corpus = await open(folder);
	const first = async (query: string) => (await corpus.search(query, 3))[0]?.title;
	expect(await first("富士山の高さ")).toBe("ja");
	expect(await first("Эльбрус гора")).toBe("ru");
	expect(await first("cafe")).toBe("fr");
	for (const query of [
		"",
		" ",
		"the of and",
		'"unclosed',
		"a NEAR(b) AND NOT (* col:x",
		"nul\0nul",
		"x".repeat(10_000),
		"word ".repeat(5_000),
		"'; drop table",
	])
		expect(Array.isArray(await corpus.search(query, 3)), query.slice(0, 20)).toBe(true);
});

test("a name leads to the page about it", async () => {
	const folder = temporaryFolder();
	folder.write(
		"all.jsonl",
		[
			record("1", "J. R. R. Tolkien", "A writer."),
			record("2", "Mercury (planet)", "A planet."),
			record("3", "25.1. Routine Vacuuming", "Housekeeping."),
			record("4", "The Beatles", "A band."),
			record("5", "Tolkien family", "A family."),
		].join("\n"),
	);
	const corpus = await open(folder);
	const titles = async (...names: string[]) => (await corpus.titles(names)).map((hit) => hit.title);
	expect(await titles("J.R.R. Tolkien")).toEqual(["J. R. R. Tolkien"]);
	expect(await titles("mercury", "Routine vacuuming")).toEqual(
		["25.1. Routine Vacuuming", "Mercury (planet)"].sort((a) => (a.startsWith("M") ? 1 : -1)).reverse(),
	);
	expect(await titles("Beatles")).toEqual(["The Beatles"]);
	expect(await titles("Nobody", "")).toEqual([]);
});

test("search by meaning finds what words do not, and a changed page is read as it is now", async () => {
	const folder = temporaryFolder();
	folder.write("a.md", "# Kitten\n\nA small cat slept on the rug.\n");
	folder.write("b.md", "# Shares\n\nMarkets fell sharply on Monday.\n");
	const corpus = await open(folder, { vectors: true });
	expect(corpus.stats).toMatchObject({ vectors: true, notes: [] });
	const [hit] = await corpus.search("feline napping", 1);
	expect(hit?.title).toBe("Kitten");
	const [near, far] = (await corpus.similarity("feline napping", [hit?.snippet ?? "", "Markets fell."])) ?? [];
	expect(near?.whole).toBeGreaterThan(far?.whole ?? 1);
	expect(Math.min(...(near?.tokens ?? []))).toBeGreaterThan(Math.min(...(far?.tokens ?? [1])));
	const before = await corpus.read(hit?.url ?? "");
	writeFileSync(join(folder.path, "a.md"), "# Kitten\n\nIt woke up.\n");
	const after = await corpus.read(hit?.url ?? "");
	expect(after.text).toContain("It woke up.");
	expect(after.hash).not.toBe(before.hash);
	await expect(corpus.read("file:///nowhere.md")).rejects.toMatchObject({ code: "PAGE_UNREADABLE" });
});

test("the source text of a page is skipped beside the page, and read when the page is missing", async () => {
	const folder = temporaryFolder();
	folder.write("html/usage.html", "<title>Usage</title><h1>Usage</h1><p>The turbine needs coolant.</p>");
	folder.write("html/_sources/usage.rst.txt", "Usage\n=====\n\nThe turbine needs coolant.\n");
	folder.write("html/_sources/tutorial/first.rst.txt", "First\n=====\n\nThe turbine needs coolant at first.\n");
	const corpus = await open(folder);
	const found = await corpus.search("turbine coolant", 9);
	expect(found.map(({ label }) => label).toSorted()).toEqual([
		"html/_sources/tutorial/first.rst.txt",
		"html/usage.html",
	]);
	expect(corpus.stats.skipped).toMatchObject([{ reason: "1 of its files are what pages were made of that are read" }]);
});

test("a text beside a page of the same name is its source only if the page holds its words", async () => {
	const folder = temporaryFolder();
	folder.write(
		"git-tag.html",
		"<title>git-tag</title><h1>git-tag</h1><p>Creates or deletes a <em>tag</em> object.</p>",
	);
	folder.write("git-tag.txt", "git-tag\n=======\n\nCreates or deletes a 'tag' object.\n");
	folder.write("readme.html", "<title>Readme</title><p>How a tag is printed.</p>");
	folder.write("readme.txt", "Notes of last summer: the tag fell off my rucksack in Bergen.\n");
	const corpus = await open(folder);
	const found = await corpus.search("tag", 9);
	expect(found.map(({ label }) => label).toSorted()).toEqual(["git-tag.html", "readme.html", "readme.txt"]);
	expect(corpus.stats.skipped).toMatchObject([{ reason: "1 of its files are what pages were made of that are read" }]);
});
