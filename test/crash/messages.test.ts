import { join } from "node:path";
import { expect, test } from "vitest";
import { startPostgres } from "../real/postgres.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { argsOfRecording, corpusOf, recordingOf } from "../support/recorded.ts";
import { simulatedAnswer } from "../support/simulated.ts";
import { byRecording, survives } from "./messages-check.ts";

const minute = 60_000;

test("a recorded run with investigators, killed after each single message, repeats none and ends with the same report", {
	timeout: 3 * minute,
}, async ({ skip }) => {
	const { head, exchanges } = recordingOf("comparison");
	const corpus = corpusOf(head, join(emptyFolder(), "corpus"));
	if ("missing" in corpus) return skip(corpus.missing);
	const asked = { args: argsOfRecording(head, corpus.folder), answerTo: byRecording(exchanges) };
	const { wrong, lives } = await survives(asked, { calmHome: emptyFolder(), home: emptyFolder() });
	expect(wrong).toEqual([]);
	expect(lives.killed).toBe(exchanges.length);
});

test("on Postgres, a run that gathers by pipeline, killed after every third message", {
	timeout: 2 * minute,
}, async ({ skip }) => {
	const postgres = await startPostgres();
	if ("missing" in postgres) return skip(postgres.missing);
	try {
		const args = ["When was Larkdb first released?", "--corpus", folderOf(larkdb), "--no-vectors", "--depth", "quick"];
		const model = ["--json", "--model", "openai-compatible:simulated", "--gather", "pipeline"];
		const place = { calmHome: emptyFolder(), home: emptyFolder(), databaseUrl: postgres.url, each: 3 };
		const { wrong } = await survives({ args: [...args, ...model], answerTo: simulatedAnswer }, place);
		expect(wrong).toEqual([]);
	} finally {
		await postgres.stop();
	}
});
