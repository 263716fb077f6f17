import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../test/support/corpus.ts";
import { hostileDocuments } from "../../../test/support/hostile-documents.ts";
import { processTree } from "../../base/process-memory.ts";
import { openCorpus } from "./corpus.ts";

test("documents that make parsers slow are read or reported, and the others are searched", async () => {
	const folder = temporaryFolder();
	folder.write("harmless.md", "The lighthouse burns acetylene.");
	const quick = Object.entries(hostileDocuments).filter(([name]) => !name.endsWith(".html"));
	for (const [name, content] of quick) folder.write(`in/${name}`, content(150_000));
	const corpus = await openCorpus({ folders: [folder.path], indexFolder: folder.index, vectors: false });
	const reasons = corpus.stats.skipped.map(({ reason }) => reason);
	expect(reasons.filter((reason) => /within|reader down/.test(reason))).toEqual([]);
	expect((await corpus.search("lighthouse", 1))[0]?.title).toBe("harmless");
	await corpus.close();
});

test("Ctrl-C ends indexing while a document is parsed", async () => {
	const folder = temporaryFolder();
	folder.write("harmless.md", "The lighthouse burns acetylene.");
	folder.write("slow.html", "<div>".repeat(200_000));
	const child = fork(new URL("../../../test/support/open-corpus.ts", import.meta.url), [folder.path, folder.index]);
	onTestFinished(() => void child.kill("SIGKILL"));
	const said = once(child, "message");
	while (((await processTree(child.pid ?? Number.NaN)) ?? []).length < 2) await delay(20);
	await delay(500);
	child.kill("SIGINT");
	expect(await said).toEqual([{ error: expect.stringContaining("SIGINT") }, undefined]);
	await once(child, "exit");
});
