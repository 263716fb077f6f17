import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/corpus.ts";
import { openCorpus } from "./corpus.ts";

const names = ["a.md", "b.txt", "sub/c.md", "d.jsonl", "sub/e.jsonl"];
const words = ["river", "bridge", "copper", "engine", "harvest", "signal", "granite", "lantern", "orchard", "turbine"];

const sentence = fc
	.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 })
	.map((some) => `The ${some.join(" ")}.`);
const content = fc.array(sentence, { minLength: 1, maxLength: 6 });
const change = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({ kind: fc.constant("write" as const), name: fc.constantFrom(...names), content }),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), name: fc.constantFrom(...names) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("touch" as const), name: fc.constantFrom(...names) }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant("index" as const) }) },
);

function fileText(name: string, sentences: string[]): string {
	if (!name.endsWith(".jsonl")) return sentences.join("\n\n");
	return sentences
		.map((text, index) => JSON.stringify({ id: index % 4 === 3 ? 0 : index, title: `Record ${index}`, text }))
		.join("\n");
}

/** Everything a user sees of a corpus. */
async function seen(folders: string[], indexFolder: string, vectors = false) {
	const corpus = await openCorpus({ folders, indexFolder, vectors });
	try {
		const { documents, passages, skipped } = corpus.stats;
		const found = [];
		for (const query of [...words.slice(0, 4), "copper engine harvest", "record 2"])
			found.push(await corpus.search(query, 6));
		return { documents, passages, skipped, found, fingerprint: corpus.fingerprint };
	} finally {
		await corpus.close();
	}
}

test("after any changes to the files the index answers like a new one", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 14 }), async (changes) => {
			const folder = temporaryFolder();
			folder.write("always.md", "The lantern in the orchard.");
			for (const step of changes) {
				if (step.kind === "write") folder.write(step.name, fileText(step.name, step.content));
				else if (step.kind === "remove") rmSync(join(folder.path, step.name), { force: true });
				else if (step.kind === "index") await seen([folder.path], folder.index);
				else {
					try {
						utimesSync(join(folder.path, step.name), 1, 1);
					} catch {}
				}
			}
			expect(await seen([folder.path], folder.index)).toEqual(await seen([folder.path], `${folder.index}-new`));
		}),
		{ numRuns: 20 },
	);
});

test("the same holds with vectors, and only changed texts are embedded", async () => {
	const folder = temporaryFolder();
	folder.write("a.md", "The copper engine.");
	folder.write("d.jsonl", fileText("d.jsonl", ["The river.", "The bridge of granite.", "The signal."]));
	await seen([folder.path], folder.index, true);
	folder.write("d.jsonl", fileText("d.jsonl", ["The river.", "The bridge of copper.", "The signal."]));
	folder.write("b.txt", "The orchard at harvest.");
	rmSync(join(folder.path, "a.md"));
	const embedded: number[] = [];
	const onProgress = ({ phase, total }: { phase: string; total: number }) =>
		phase === "embedding" && embedded.push(total);
	const corpus = await openCorpus({
		folders: [folder.path],
		indexFolder: folder.index,
		vectors: true,
		complete: true,
		onProgress,
	});
	expect(corpus.stats).toMatchObject({ indexed: 2, unchanged: 2, removed: 1, documents: 4 });
	expect(Math.max(...embedded)).toBe(2);
	await corpus.close();
	expect(await seen([folder.path], folder.index, true)).toEqual(await seen([folder.path], `${folder.index}-new`, true));
});

test("a large file of records that all change is indexed again", async () => {
	const folder = temporaryFolder();
	const lines = (word: string) =>
		Array.from({ length: 1_500 }, (_, id) =>
			JSON.stringify({ id, title: `T${id}`, text: `The ${word} number ${id} stood ${id % 7} by ${id * 13}.` }),
		);
	folder.write("d.jsonl", lines("copper").join("\n"));
	const before = await seen([folder.path], folder.index);
	folder.write("d.jsonl", lines("engine").join("\n"));
	const after = await seen([folder.path], folder.index);
	expect(after.documents).toBe(before.documents);
	expect(after).toEqual(await seen([folder.path], `${folder.index}-new`));
});
