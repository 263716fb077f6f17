import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/corpus.ts";
import { type CorpusOptions, openCorpus } from "./corpus.ts";

type Folder = ReturnType<typeof temporaryFolder>;

const query = "Which small feline napped near the engine?";

/** A corpus with more texts than are embedded when it is opened. */
function library(): Folder {
	const folder = temporaryFolder();
	const lines = Array.from({ length: 110 }, (_, id) =>
		JSON.stringify({ id, title: `Engine ${id}`, text: `Engine number ${id} drives a pump.` }),
	);
	lines.push(JSON.stringify({ id: "cat", title: "Ship's cat", text: "A small cat slept beside the engine." }));
	folder.write("all.jsonl", lines.join("\n"));
	return folder;
}

function open(folder: Folder, more: Partial<CorpusOptions> = {}) {
	return openCorpus({ folders: [folder.path], indexFolder: folder.index, vectors: true, ...more });
}

function withoutVector(folder: Folder): number {
	const name = readdirSync(folder.index).find((file) => file.endsWith(".sqlite")) ?? "";
	const db = new DatabaseSync(join(folder.index, name), { readOnly: true });
	const row = db
		.prepare("select count(*) as n from windows where embedded not in (select embedded from vectors)")
		.get();
	db.close();
	return Number(row?.n);
}

test("a new folder is searched at once by words, and what they find is compared by meaning", async () => {
	const folder = library();
	const phases = new Set<string>();
	const corpus = await open(folder, { onProgress: ({ phase }) => phases.add(phase) });
	expect([...phases]).toEqual(["reading"]);
	expect(corpus.stats).toMatchObject({ documents: 111, meaning: "candidates", vectors: true, notes: [] });
	const [hit] = await corpus.search(query, 5);
	expect(hit?.title).toBe("Ship's cat");
	expect(hit?.cosine).toBeGreaterThan(0.3);
	await corpus.close();
});

test("the rest is embedded meanwhile; the same question finds the same when all is embedded", async () => {
	const folder = library();
	const first = await open(folder);
	const found = await first.search(query, 10);
	while (withoutVector(folder) > 0) await wait(100);
	expect(await first.search(query, 10)).toEqual(found);
	await first.close();
	const second = await open(folder);
	expect(await second.search(query, 10)).toEqual(found);
	// Words find nothing of this. A search that compared all by meaning would.
	expect(await second.search("feline napping", 3)).toEqual([]);
	await second.close();
});

test("a run that began with all texts embedded continues so on an index that lost them", async () => {
	const folder = library();
	const complete = await open(folder, { complete: true });
	const found = await complete.search("feline napping", 3);
	expect(found[0]?.title).toBe("Ship's cat");
	await complete.close();
	const other = { ...folder, index: `${folder.index}-new` };
	const corpus = await open(other);
	corpus.setMeaningScope("all");
	expect(await corpus.search("feline napping", 3)).toEqual(found);
	await corpus.close();
});

test("without time for embedding a search is by words only, and one note says so", async () => {
	const notes: string[] = [];
	const corpus = await open(library(), { embedMs: 1, onNote: (note) => notes.push(note) });
	for (const each of [query, "pump number 7"]) {
		const hits = await corpus.search(each, 3);
		expect(hits).toHaveLength(3);
		expect(hits.every(({ cosine }) => cosine === undefined)).toBe(true);
	}
	expect(notes).toEqual([expect.stringContaining("the time for it was short")]);
	await corpus.close();
});
