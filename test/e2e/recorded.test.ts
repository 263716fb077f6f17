import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../crash/kill.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder } from "../support/folder.ts";
import { argsOfRecording, corpusOf, recordingOf, recordings } from "../support/recorded.ts";
import { startReplay } from "../support/replay.ts";

/** What `--json` prints, as far as it is looked at here. */
interface Printed {
	report: string;
	answer?: { text: string };
	calls: { status: string }[];
	checks: { kind: string; failed: number }[];
}

test("there are recordings of a lookup, a comparison and a synthesis", () => {
	expect(recordings().length).toBeGreaterThanOrEqual(3);
});

for (const name of recordings()) {
	test(`${name}: the recorded answers of a careful reader make the same report again`, async ({ skip }) => {
		const { head, exchanges } = recordingOf(name);
		const corpus = corpusOf(head, join(emptyFolder(), "corpus"));
		if ("missing" in corpus) return skip(corpus.missing);
		const replay = closeAfterTest(await startReplay(exchanges));
		const end = await assay([...argsOfRecording(head, corpus.folder), "--base-url", replay.baseUrl], emptyFolder());
		// Asked what was asked then, and nothing else: the flow has not changed unseen.
		expect(replay.unknown).toEqual([]);
		expect(end.code, end.stderr).toBe(0);
		expect(new Set(replay.answered)).toEqual(new Set(exchanges.map(({ key }) => key)));
		const printed = JSON.parse(end.stdout) as Printed;
		expect(printed.answer?.text).toBe(head.answer);
		expect(printed.checks.find(({ kind }) => kind === "quote")?.failed).toBe(0);
		const [body] = printed.report.split("\n## How this was made");
		// The name of a stored page holds where its document lay: another folder each time.
		expect(body?.replace(/\]\(pages\/[^)]*\)/g, "](pages/…)")).toMatchSnapshot();
	});
}

test("a recorded run is extended by its recorded answers: nothing that was read is read again, and the report says what changed", async ({
	skip,
}) => {
	const [first, later] = [recordingOf("synthesis"), recordingOf("later/extend")];
	const corpus = corpusOf(first.head, join(emptyFolder(), "corpus"));
	if ("missing" in corpus) return skip(corpus.missing);
	const home = emptyFolder();
	const before = closeAfterTest(await startReplay(first.exchanges));
	const run = await assay([...argsOfRecording(first.head, corpus.folder), "--base-url", before.baseUrl], home);
	const { id, claims } = JSON.parse(run.stdout) as Printed & { id: string; claims: { id: string }[] };
	const replay = closeAfterTest(await startReplay(later.exchanges));
	const model = ["--model", "openai-compatible:replay", "--base-url", replay.baseUrl];
	const end = await assay(["extend", id, "--no-vectors", "--json", ...later.head.flags, ...model], home);
	expect(end.code, end.stderr).toBe(0);
	expect(replay.unknown).toEqual([]);
	expect(new Set(replay.answered)).toEqual(new Set(later.exchanges.map(({ key }) => key)));
	const extended = JSON.parse(end.stdout) as Printed & { claims: { id: string }[] };
	expect(new Set(extended.claims.map((one) => one.id)).isSupersetOf(new Set(claims.map((one) => one.id)))).toBe(true);
	expect(extended.report).toContain(`What changed since run ${id.slice(0, 8)}`);
	expect(extended.checks.find(({ kind }) => kind === "quote")?.failed).toBe(0);
});

test("a campaign of two pulses, killed in the middle, comes to the end that was recorded", async ({ skip }) => {
	const { head, exchanges } = recordingOf("later/campaign");
	const corpus = corpusOf(head, join(emptyFolder(), "corpus"));
	if ("missing" in corpus) return skip(corpus.missing);
	const home = emptyFolder();
	const replay = closeAfterTest(await startReplay(exchanges));
	const model = ["--model", "openai-compatible:replay", "--base-url", replay.baseUrl];
	const args = [
		"campaign",
		head.question,
		...head.flags,
		"--corpus",
		corpus.folder,
		"--no-vectors",
		"--json",
		...model,
	];
	await assay(args, home, 2_500);
	const end = await assay(args, home);
	expect(end.code, end.stderr).toBe(0);
	expect(replay.unknown).toEqual([]);
	expect(new Set(replay.answered)).toEqual(new Set(exchanges.map(({ key }) => key)));
	const { pulses, report } = JSON.parse(end.stdout) as {
		pulses: { objective: string; newFacts: number; decision: { goesOn: boolean } }[];
		report: Printed;
	};
	expect(pulses).toHaveLength(2);
	expect(pulses[1]?.objective).not.toBe(pulses[0]?.objective);
	expect(pulses.every(({ newFacts }) => newFacts > 0)).toBe(true);
	expect(report.checks.find(({ kind }) => kind === "quote")?.failed).toBe(0);
});
