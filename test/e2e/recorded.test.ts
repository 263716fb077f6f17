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
