import { expect, test } from "vitest";
import { startPostgres } from "../real/postgres.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { simulatedAnswer, startSimulatedModel } from "../support/simulated.ts";
import { assay, idOf } from "./kill.ts";
import { killedAfterEachMessage } from "./messages.ts";

const minute = 60_000;
const question = "When was Larkdb first released?";

function argsFor(gather: "pipeline" | "agent", corpus: string): string[] {
	return [
		...[question, "--corpus", corpus, "--no-vectors", "--depth", "quick", "--json"],
		...["--model", "openai-compatible:simulated", "--gather", gather],
	];
}

/** What no crash may change: what was found and written. What was paid and lost on the way differs, and is told. */
function foundIn(stdout: string): unknown {
	const { report, claims, sources, answer, gaps, disputes, stopReason } = JSON.parse(stdout) as Record<string, unknown>;
	const [written] = String(report).split("\n## How this was made");
	return JSON.parse(
		JSON.stringify({ written, claims, sources, answer, gaps, disputes, stopReason }).replaceAll(idOf(stdout), "ID"),
	);
}

async function unbroken(gather: "pipeline" | "agent", corpus: string): Promise<unknown> {
	const model = await startSimulatedModel();
	try {
		const home = emptyFolder();
		const calm = await assay([...argsFor(gather, corpus), "--base-url", model.baseUrl], home);
		expect(calm.code, calm.stderr).toBe(0);
		return foundIn(calm.stdout);
	} finally {
		await model.close();
	}
}

async function survives(gather: "pipeline" | "agent", each: number, databaseUrl?: string): Promise<void> {
	const corpus = folderOf(larkdb);
	const calm = await unbroken(gather, corpus);
	const end = await killedAfterEachMessage(argsFor(gather, corpus), simulatedAnswer, {
		home: emptyFolder(),
		databaseUrl,
		each,
	});
	expect(end.code, end.stderr).toBe(0);
	expect(end.killed).toBe(Math.floor(end.answered.length / each));
	// Not one answer that was recorded was asked for again.
	expect(new Set(end.answered).size).toBe(end.answered.length);
	expect(end.calls.filter(({ result }) => result?.message)).toHaveLength(end.answered.length);
	expect(foundIn(end.stdout)).toEqual(calm);
}

test("a run with investigators, killed after each single message, repeats none and ends with the same report", {
	timeout: 2 * minute,
}, async () => {
	await survives("agent", 1);
});

test("the same on Postgres, gathering by pipeline, after every third", { timeout: 2 * minute }, async ({ skip }) => {
	const postgres = await startPostgres();
	if ("missing" in postgres) return skip(postgres.missing);
	try {
		await survives("pipeline", 3, postgres.url);
	} finally {
		await postgres.stop();
	}
});
