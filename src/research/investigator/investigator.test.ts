import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { subQuestionOf } from "../../../test/support/evidence.ts";
import {
	counts,
	investigate,
	portQuote,
	read,
	report,
	reportOf,
	researchMs,
	results,
	script,
	search,
	sent,
	texts,
} from "../../../test/support/investigator.ts";
import { type Mind, says } from "../../../test/support/scripted.ts";
import type { Json } from "../../base/json.ts";

test("a reported fact whose quote stands in the page becomes a claim with its place", async () => {
	const { findings } = await investigate(script([search()], [read("r1")], [report(portQuote)]));
	expect(findings).toMatchObject({ ended: "reported", messages: 3, dropped: 0, queries: ["port"], found: 4 });
	expect(findings.sources.map(({ label }) => label)).toEqual(["port.md"]);
	const stated = findings.claims.filter(({ quote }) => quote === portQuote[1]);
	expect(stated).toHaveLength(1);
	expect(stated[0]).toMatchObject({ class: "direct", subQuestionIds: ["q1"], start: 0 });
	expect(stated[0]?.values).toContainEqual(expect.objectContaining({ kind: "number", normal: "7171" }));
});

test("claims are extracted from a page as it is read, and its text stays out of the conversation", async () => {
	const { asked, findings } = await investigate(
		script([search()], [read("r1"), read("r3")], [["report", { gaps: [] }]]),
	);
	const [short = "", long = ""] = results(asked, 1);
	expect(short).toContain("The default port of the Larkdb server is 7171.");
	expect(long.length).toBeLessThan((texts.manual?.length ?? 0) / 4);
	expect(findings.claims.map(({ quote }) => quote)).toContain(portQuote[1]);
	expect(findings).toMatchObject({ ended: "reported", dropped: 0 });
});

test("the plan's queries were searched before its first message", async () => {
	const first = ["default port", "listening port"];
	const { asked, findings } = await investigate(script([read("r1")], [report()]), { first });
	expect(asked[0]?.opening).toMatch(
		/Results for "default port":[\s\S]*r1 The port[\s\S]*Results for "listening port":/,
	);
	expect(findings).toMatchObject({ queries: first, messages: 2 });
	expect(findings.claims.map(({ quote }) => quote)).toContain(portQuote[1]);
});

test("in a wave, an investigator whose first results name nothing that it is asked about sends no message", async () => {
	const about = (name: string) => ({
		...{ messages: 2, first: [`${name} Larkdb`] },
		subQuestion: subQuestionOf({ text: `What did ${name} say of Larkdb?`, focus: [], threads: [] }),
	});
	const unnamed = await investigate(script([read("r1")]), about("Otto Brand"));
	expect([unnamed.asked.length, unnamed.findings.ended]).toEqual([0, "reported"]);
	const named = await investigate(script([read("r1")]), { ...about("Otto Brand"), question: "Who is Otto Brand?" });
	expect(named.findings.sources).toHaveLength(1);
});

test("in a wave, a message that only reads is the last, and one that searches too is followed by another", async () => {
	const inWave = { messages: 2, first: ["port"] };
	const reads = await investigate(script([read("r1")], [read("r2")]), inWave);
	expect([reads.findings.messages, reads.findings.sources.length]).toEqual([1, 1]);
	const searches = await investigate(script([read("r1"), search("costs")], [read("r2")]), inWave);
	expect([searches.findings.messages, searches.findings.sources.length]).toEqual([2, 2]);
});

test("a gap without content is dropped", async () => {
	const told = reportOf([portQuote], ["None", "N/A", "null.", "the largest number of connections"]);
	const { findings } = await investigate(script([search()], [read("r1")], [["report", told]]));
	expect(findings.gaps).toEqual(["the largest number of connections"]);
});

test("the third search in a row without a read is refused, in one message or in several", async () => {
	counts.searches = 0;
	const apart = await investigate(script([search("a")], [search("b")], [search("c")], [read("r1")], [search("d")]));
	expect(results(apart.asked, 2)[0]).toContain("Refused: 2 searches in a row without a read");
	expect(results(apart.asked, 4)[0]).toContain('Results for "d"');
	const once = await investigate(script([search("a"), search("b"), search("c")]));
	expect(results(once.asked, 0).map((text) => text.startsWith("Refused"))).toEqual([false, false, true]);
	expect(apart.findings.queries).toEqual(["a", "b", "d"]);
	expect(counts.searches).toBe(5);
});

test("never more than two searches follow each other, and never more pages are read than its share", async () => {
	const call = fc.oneof(
		fc.constantFrom("a", "b", "c", "d", "e").map((query) => search(query)),
		fc.constantFrom("r1", "r2", "r3", "r9").map((id) => read(id)),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(fc.array(call, { minLength: 1, maxLength: 4 }), { maxLength: 7 }), async (messages) => {
			sent.length = 0;
			const { findings } = await investigate(script(...messages), { reads: 2 });
			let row = 0;
			for (const kind of sent) {
				row = kind === "search" ? row + 1 : 0;
				if (row > 2) return false;
			}
			return findings.sources.length <= 2;
		}),
		{ numRuns: 60 },
	);
});

test("with its last message it may only read and report, and that report counts", async () => {
	const stubborn: Mind = ({ transcript, tools }) =>
		tools.length === 2
			? says(report(portQuote))
			: says(transcript.length % 2 ? read("r1", transcript.length) : search(`${transcript.length}`));
	const { findings, asked } = await investigate(stubborn, { messages: 4 });
	expect(findings).toMatchObject({ ended: "budget", messages: 4 });
	expect(findings.claims).toHaveLength(1);
	expect(asked.map(({ only, messagesLeft }) => [only, messagesLeft])).toEqual([
		[undefined, 4],
		[undefined, 3],
		[undefined, 2],
		[undefined, 1],
	]);
	expect(asked.at(-1)?.tools.map(({ name }) => name)).toEqual(["read", "report"]);
});

test("claims of pages that it reads with its last message count without a report", async () => {
	const { findings, asked } = await investigate(
		({ transcript }) => says(transcript.length === 0 ? search() : read("r1")),
		{
			messages: 2,
		},
	);
	expect(asked).toHaveLength(2);
	expect(findings).toMatchObject({ ended: "budget", messages: 2, summary: "" });
	expect(findings.claims.map(({ quote }) => quote).join()).toContain("7171");
});

test("one that still does not report ends, and its pages are extracted without it", async () => {
	counts.searches = 0;
	const deaf: Mind = ({ transcript }) => says(transcript.length === 1 ? read("r1") : search(`q${transcript.length}`));
	const { findings } = await investigate(deaf, { messages: 3 });
	expect(findings.ended).toBe("failed");
	expect(findings.claims.map(({ quote }) => quote).join()).toContain("7171");
	expect(counts.searches).toBe(1);
});

test("once the time for research is over, its next message must be a report", async () => {
	const slow: Mind = async ({ transcript }) => {
		if (transcript.length > 0) await setTimeout(60);
		return says(transcript.length === 0 ? search() : transcript.length === 1 ? read("r1") : report(portQuote));
	};
	const { asked, findings } = await investigate(slow, {}, researchMs - 50);
	expect(asked.at(-1)?.only).toBe("report");
	expect(findings).toMatchObject({ ended: "budget", messages: 3 });
	expect(findings.claims.map(({ quote }) => quote)).toContain(portQuote[1]);
});

test("when the time is over before it has read anything, its best results are read and extracted without it", async () => {
	const slow: Mind = async ({ transcript }) => {
		await setTimeout(40);
		return transcript.length === 0 ? says(search()) : says(report());
	};
	const { asked, findings } = await investigate(slow, {}, researchMs - 20);
	expect(asked).toHaveLength(1);
	expect(findings).toMatchObject({ ended: "budget", messages: 1 });
	expect(findings.sources.map(({ label }) => label)).toEqual(["port.md", "costs.md"]);
	expect(findings.claims.map(({ quote }) => quote).join()).toContain("7171");
});

test("a quote that no page holds is sent back once for repair, and is dropped after that", async () => {
	const wrong: [string, string] = ["r1", "The default port of the Larkdb server is 9999."];
	const mended = await investigate(script([search()], [read("r1")], [report(wrong)], [report(portQuote)]));
	expect(results(mended.asked, 2)[0]).toContain("its quote is not in r1");
	expect(mended.asked[3]).toMatchObject({ only: "report", messagesLeft: 1 });
	expect(mended.findings).toMatchObject({ dropped: 0, ended: "reported", messages: 4 });
	expect(mended.findings.claims.map(({ quote }) => quote)).toContain(portQuote[1]);
	const kept = await investigate(script([search()], [read("r1")], [report(wrong, portQuote)], [report(wrong)]));
	expect(kept.findings).toMatchObject({ dropped: 1 });
	expect(kept.findings.claims.map(({ quote }) => quote)).toContain(portQuote[1]);
	expect(kept.findings.claims.map(({ quote }) => quote)).not.toContain(wrong[1]);
	const late = await investigate(script([search()], [read("r1")], [report(wrong)], [report(portQuote)]), {
		messages: 3,
	});
	expect(late.findings).toMatchObject({ ended: "budget", messages: 4, dropped: 0 });
});

test("quotes of pages that were never read give no claims", async () => {
	const quotes = fc.array(
		fc.tuple(
			fc.constantFrom("r1", "r2", "r3", "r7", ""),
			fc.oneof(fc.constantFrom(...Object.values(texts).map((text) => text.slice(0, 60))), fc.string()),
		),
		{ maxLength: 5 },
	);
	await fc.assert(
		fc.asyncProperty(quotes, async (given) => {
			const { findings } = await investigate(script([search()], [read("r2")], [report(...given)], [report(...given)]));
			return findings.claims.every(
				({ quote, start, sourceId }) =>
					texts.costs?.startsWith(quote, start) && findings.sources.some(({ id }) => id === sourceId),
			);
		}),
		{ numRuns: 60 },
	);
});

test("after one message without a call it is told what to do", async () => {
	const { findings, fallbacks } = await investigate(script([], [search()], [read("r1")], [report(portQuote)]));
	expect(findings).toMatchObject({ ended: "reported", messages: 4 });
	expect(fallbacks).toEqual([]);
});

test("the same call again gives the same result, and costs nothing", async () => {
	Object.assign(counts, { searches: 0, reads: 0 });
	const mind = script([search(), search()], [read("r1"), read("r1")], [search(), read(" r1 ")]);
	const { asked, findings } = await investigate(mind);
	const [first, again] = results(asked, 0);
	expect(again).toBe(first);
	expect(results(asked, 2)[0]).toBe(first);
	expect(counts).toEqual({ searches: 1, reads: 1 });
	expect(findings.queries).toEqual(["port"]);
});

test("a refused call that a message makes twice is refused twice, and may be made again later", async () => {
	const refused: [string, Json] = ["read", { id: "r9" }];
	const { asked } = await investigate(
		script([search(), refused, refused], [refused], [read("r1")], [report(portQuote)]),
	);
	const [, once, twice] = results(asked, 0);
	expect(twice).toBe(once);
	expect(results(asked, 1)[0]).toContain("There is no result r9");
});

test("windows lead through all of a long page, and words in it are found with their place", async () => {
	const seen: string[] = [];
	let at: number | undefined = 0;
	const bare = (text = "") => text.replace(/\s/g, "");
	while (at !== undefined) {
		const { asked } = await investigate(script([search()], [read("r3", at)], [report()]));
		const window: string = results(asked, 1)[0] ?? "";
		seen.push(window.split("\n\n")[1] ?? "");
		const next: string | undefined = /"from": (\d+)/.exec(window)?.[1];
		at = next === undefined ? undefined : Number(next);
	}
	expect(bare(seen.join(""))).toBe(bare(texts.manual));
	expect(Math.max(...seen.map(({ length }) => length))).toBeLessThanOrEqual(8_000);
	const found = await investigate(
		script([search()], [["read_document", { id: "r3", find: "garbage interval" }]], [report()]),
	);
	const passage = results(found.asked, 1)[0] ?? "";
	expect(passage).toContain("The garbage interval is 40 seconds.");
	const place = Number(/At character (\d+)/.exec(passage)?.[1]);
	expect(Math.abs(place - (texts.manual?.indexOf("The garbage") ?? 0))).toBeLessThan(700);
});

test("faults of tools go back to the model as results, without the path of a file", async () => {
	const searching = await investigate(script([search("broken")], [search("nothing")], [read("r1")]));
	expect(results(searching.asked, 0)[0]).toContain("The search failed.");
	expect(results(searching.asked, 1)[0]).toContain("Nothing was found");
	expect(results(searching.asked, 2)[0]).toContain("search first");
	const reading = await investigate(
		script([search()], [read("r4"), read("r77"), ["fly", {}]], [["read", { from: "x" }]]),
	);
	expect(results(reading.asked, 1)[0]).toContain("r4 could not be read");
	const all = [...searching.asked, ...reading.asked]
		.flatMap(({ transcript }) => transcript.flatMap((one) => one.results.map(({ text }) => text)))
		.join("\n");
	expect(all).not.toContain("secret");
	expect(reading.findings.sources).toEqual([]);
});

test("code can calculate with numbers that were read", async () => {
	const { asked } = await investigate(
		script([["run_code", { language: "javascript", code: "console.log(7171 * 2)" }]]),
	);
	expect(results(asked, 0)).toEqual(["14342"]);
});

test("of too many calls in one message only the first ones are carried out", async () => {
	const flood = Array.from({ length: 20 }, (_, n): [string, Json] => ["run_code", { code: `${n}` }]);
	const { asked } = await investigate(script(flood));
	const refused = Array(12).fill("Refused: at most 8 calls in one message.");
	expect(results(asked, 0)).toEqual([..."01234567", ...refused]);
});
