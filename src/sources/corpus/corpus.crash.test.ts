import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { pdfBytes, temporaryFolder } from "../../../test/support/corpus.ts";
import { openCorpus } from "./corpus.ts";

type Folder = ReturnType<typeof temporaryFolder>;

/** Opens the corpus in a process of its own, which prints its progress and finally its statistics. */
function opening(folder: Folder, vectors: boolean, complete = true): ChildProcess {
	const code = `
		const { openCorpus } = await import(${JSON.stringify(new URL("./corpus.ts", import.meta.url).href)});
		const corpus = await openCorpus({
			folders: [${JSON.stringify(folder.path)}], indexFolder: ${JSON.stringify(folder.index)}, vectors: ${vectors}, complete: ${complete},
			onProgress: (progress) => console.log(JSON.stringify(progress)),
		});
		console.log(JSON.stringify({ stats: corpus.stats, hits: await corpus.search("copper number 7", 5) }));
		await corpus.close();`;
	return spawn(process.execPath, ["--no-warnings", "--input-type=module", "-e", code], {
		stdio: ["ignore", "pipe", "inherit"],
	});
}

async function outputOf(
	child: ChildProcess,
): Promise<{ stats: { indexed: number; unchanged: number; documents: number }; hits: unknown[] }> {
	let text = "";
	child.stdout?.on("data", (chunk) => {
		text += String(chunk);
	});
	const [code] = await once(child, "close");
	expect(code).toBe(0);
	return JSON.parse(text.trim().split("\n").at(-1) ?? "");
}

/** Kills the process without warning as soon as it has printed something that `when` matches. */
async function killWhen(child: ChildProcess, when: RegExp): Promise<void> {
	let text = "";
	child.stdout?.on("data", (chunk) => {
		text += String(chunk);
		if (when.test(text)) child.kill("SIGKILL");
	});
	const [, signal] = await once(child, "close");
	expect(signal).toBe("SIGKILL");
}

function manyRecords(folder: Folder, count: number): void {
	const lines = Array.from({ length: count }, (_, id) =>
		JSON.stringify({ id, title: `Item ${id}`, text: `Copper part number ${id} of the engine.` }),
	);
	folder.write("all.jsonl", lines.join("\n"));
}

test("killed while reading and while embedding, indexing resumes and ends with the same result", async () => {
	const folder = temporaryFolder();
	manyRecords(folder, 1_500);
	await killWhen(opening(folder, false), /"phase":"reading","done":[1-9]/);
	manyRecords(folder, 900);
	await killWhen(opening(folder, true), /"phase":"embedding","done":[1-9]/);

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
	expect(corpus.stats).toMatchObject({ documents: 900, indexed: 0, unchanged: 900, removed: 0, vectors: true });
	expect(embedded[0]).toBeLessThan(900);
	const hits = await corpus.search("copper number 7", 5);
	expect(hits[0]).toMatchObject({ title: "Item 7" });
	expect(hits.every((hit) => (hit.cosine ?? 0) > 0.2)).toBe(true);
	await corpus.close();
});

test("two processes index one folder at once: one works, the other waits, both answer the same", async () => {
	const folder = temporaryFolder();
	manyRecords(folder, 3_000);
	const [one, two] = await Promise.allSettled([outputOf(opening(folder, false)), outputOf(opening(folder, false))]);
	if (one.status === "rejected" || two.status === "rejected")
		throw new Error("a process failed", { cause: [one, two] });
	expect(one.value.stats.indexed + two.value.stats.indexed).toBe(3_000);
	expect(one.value.hits).toEqual(two.value.hits);
	expect(one.value.hits).toHaveLength(5);
});

test.skipIf(process.platform !== "linux")("the children of a killed process end", async () => {
	const slow = temporaryFolder();
	slow.write("slow.html", "<div>".repeat(60_000));
	const large = temporaryFolder();
	manyRecords(large, 3_000);
	const afterKill = async (child: ChildProcess, count: number) => {
		const children = () =>
			readdirSync("/proc")
				.filter((id) => /^\d+$/.test(id) && parentOf(id) === child.pid)
				.map(Number);
		let found: number[] = [];
		while (found.length < count) {
			await wait(50);
			found = children();
		}
		child.kill("SIGKILL");
		await once(child, "close");
		while (found.some((pid) => existsSync(`/proc/${pid}`) && !/\) Z /.test(statOf(pid)))) await wait(50);
	};
	await afterKill(opening(slow, false), 1);
	// The children that embed what a search needs, and the one that embeds the rest.
	const searching = opening(large, true, false);
	while (!indexHolds(large, 3_000)) await wait(50);
	await afterKill(searching, 2);
});

/** Whether the index holds this many documents. */
function indexHolds(folder: Folder, count: number): boolean {
	const name = existsSync(folder.index)
		? readdirSync(folder.index).find((file) => file.endsWith(".sqlite"))
		: undefined;
	if (name === undefined) return false;
	const db = new DatabaseSync(join(folder.index, name), { readOnly: true, timeout: 5_000 });
	try {
		return Number(db.prepare("select count(*) as n from documents").get()?.n) === count;
	} catch {
		return false;
	} finally {
		db.close();
	}
}

function statOf(pid: number | string): string {
	try {
		return readFileSync(`/proc/${pid}/stat`, "utf8");
	} catch {
		return "0 (gone) Z 0";
	}
}

function parentOf(pid: string): number {
	return Number(/\) \S (\d+)/.exec(statOf(pid))?.[1]);
}

test("a damaged index is rebuilt, and a note says so", async () => {
	const folder = temporaryFolder();
	folder.write("a.md", "The copper engine.");
	const open = () => openCorpus({ folders: [folder.path], indexFolder: folder.index, vectors: false });
	await (await open()).close();
	const name = readdirSync(folder.index).find((each) => each.endsWith(".sqlite")) ?? "";
	const size = statSync(join(folder.index, name)).size;
	const damages: (() => void)[] = [
		() => writeFileSync(join(folder.index, name), "this is no database at all, it is a line of text"),
		() =>
			writeFileSync(
				join(folder.index, name),
				Buffer.concat([readFileSync(join(folder.index, name)).subarray(0, 100), Buffer.alloc(size - 100, 7)]),
			),
		() => writeFileSync(join(folder.index, name), readFileSync(join(folder.index, name)).subarray(0, size / 2)),
	];
	for (const damage of damages) {
		damage();
		const corpus = await open();
		expect(corpus.stats.notes.join()).toMatch(/built again/);
		expect(await corpus.search("copper", 1)).toHaveLength(1);
		await corpus.close();
	}
	const fine = await open();
	expect(fine.stats.notes).toEqual([]);
	await fine.close();
});

test("an index folder that cannot be written is an error with a hint", async () => {
	const folder = temporaryFolder();
	folder.write("a.md", "The copper engine.");
	const file = folder.write("taken.md", "A file.");
	await expect(
		openCorpus({ folders: [folder.path], indexFolder: join(file, "index"), vectors: false }),
	).rejects.toMatchObject({
		code: "INDEX_UNWRITABLE",
		hint: expect.stringContaining("--home"),
	});
	if (process.getuid?.() === 0) return;
	mkdirSync(folder.index);
	chmodSync(folder.index, 0o500);
	await expect(openCorpus({ folders: [folder.path], indexFolder: folder.index, vectors: false })).rejects.toMatchObject(
		{ code: "INDEX_UNWRITABLE" },
	);
});

test("stopped by its signal, indexing ends at once and the next opening resumes", async () => {
	const folder = temporaryFolder();
	manyRecords(folder, 3_000);
	const stop = new AbortController();
	const reason = new Error("stopped by the user");
	const opened = openCorpus({
		folders: [folder.path],
		indexFolder: folder.index,
		vectors: true,
		complete: true,
		signal: stop.signal,
		onProgress: ({ done }) => done > 0 && stop.abort(reason),
	});
	await expect(opened).rejects.toBe(reason);
	const corpus = await openCorpus({ folders: [folder.path], indexFolder: folder.index, vectors: false });
	expect(corpus.stats.documents).toBe(3_000);
	expect(corpus.stats.unchanged).toBeGreaterThan(0);
	await corpus.close();
});

test("a PDF that unpacks to more than memory is reported, and the next one is read", async () => {
	const folder = temporaryFolder();
	const { deflateSync } = await import("node:zlib");
	const bomb = deflateSync(deflateSync(Buffer.alloc(400_000_000, 32), { level: 1 }));
	folder.write("bomb.pdf", pdfBytes([["x"]], {}, { filters: "[/FlateDecode /FlateDecode]", data: bomb }));
	folder.write("fine.pdf", pdfBytes([["The copper engine."]]));
	const corpus = await openCorpus({ folders: [folder.path], indexFolder: folder.index, vectors: false });
	expect(corpus.stats.skipped).toEqual([
		{ path: join(folder.path, "bomb.pdf"), reason: expect.stringMatching(/reader down|within 30 s/) },
	]);
	expect(await corpus.search("copper", 3)).toHaveLength(1);
	await corpus.close();
});
