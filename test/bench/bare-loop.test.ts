import { expect, onTestFinished, test } from "vitest";
import { bareLoop, barePrompts } from "../../bench/bare-loop.ts";
import { measuredModel } from "../../bench/support/measured.ts";
import { longestChain } from "../../src/base/critical-path.ts";
import { openCorpus } from "../../src/sources/corpus/corpus.ts";
import { createCorpusSource } from "../../src/sources/corpus/source.ts";
import { type ChatBody, roleOf } from "../support/chat.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { startProvider } from "../support/provider.ts";
import { simulatedAnswer } from "../support/simulated.ts";

/**
 * The loop on a small corpus. `fails`: requests whose answer is an empty object. `levels`: how many requests are answered at once, in
 * turn: none of a level is answered before all of it have come, so that what waits for what does not depend on the clock.
 */
async function bare(fails: (role: string, text: string) => boolean = () => false, levels: readonly number[] = []) {
	const corpus = await openCorpus({ folders: [folderOf(larkdb)], indexFolder: emptyFolder(), vectors: false });
	onTestFinished(() => corpus.close());
	const asked: { role: string; text: string }[] = [];
	const gates = levels.flatMap((size) => {
		const gate = { ...Promise.withResolvers<void>(), waiting: size };
		return Array.from({ length: size }, () => gate);
	});
	const server = await startProvider(async ({ body }) => {
		const chat = body as unknown as ChatBody;
		const one = { role: roleOf(chat), text: JSON.stringify(chat.messages) };
		const gate = gates[asked.push(one) - 1];
		if (gate && --gate.waiting === 0) gate.resolve();
		await gate?.promise;
		return fails(one.role, one.text) ? { text: "{}", usage: null } : simulatedAnswer(chat);
	});
	onTestFinished(server.close);
	const settings = { provider: "openai-compatible", model: "simulated", baseUrl: server.baseUrl, parallel: 8 } as const;
	const model = measuredModel({ ...settings, window: 200_000 }, barePrompts);
	const question = "How does the Larkdb server do compaction and backup?";
	return { asked, result: await bareLoop(question, model, createCorpusSource(corpus)) };
}

test("four queries, two for each below them, then one report of all that was learned", async () => {
	const { asked, result } = await bare(undefined, [1, 4, 4, 8, 1]);
	const times = (role: string) => asked.filter((one) => one.role === role).length;
	expect({ queries: times("plan"), learnings: times("extractClaims"), reports: times("draft") }).toEqual({
		queries: 1 + 4,
		learnings: 4 + 8,
		reports: 1,
	});
	// Queries, learnings, queries, learnings, report: each level is asked at once, else the test would wait for ever.
	expect(result).toMatchObject({ requests: 18, chain: 5 });
	expect(result.input).toBeGreaterThan(result.output);
	const last = asked.at(-1)?.text ?? "";
	for (const { text, url } of result.learnings) {
		expect(last).toContain(JSON.stringify(text).slice(1, -1));
		expect(result.pages.map((page) => page.url)).toContain(url);
	}
	expect(result.learnings.length).toBeGreaterThan(1);
	for (const [at, { url, title }] of result.pages.entries())
		expect(result.report).toContain(`${at + 1}. ${title} <${url}>`);
	expect(new Set(result.pages.map(({ url }) => url)).size).toBe(result.pages.length);
});

test("queries below the first level know what was learned above them", async () => {
	const { asked } = await bare();
	const [first, ...below] = asked.filter(({ role }) => role === "plan");
	expect(first?.text).not.toContain('title=\\"Learnings');
	expect(below).toHaveLength(4);
	for (const { text } of below) expect(text).toContain('title=\\"Learnings');
});

test("a query whose answer cannot be used brings nothing, and the report is written all the same", async () => {
	const { asked, result } = await bare((role, text) => role === "extractClaims" && text.includes("Its goal: Part 0"));
	const failed = asked.filter(({ role, text }) => role === "extractClaims" && text.includes("Its goal: Part 0"));
	// Each was asked for twice.
	expect(failed.length).toBeGreaterThan(1);
	expect(result.failed).toBe(failed.length / 2);
	expect(result.learnings.length).toBeGreaterThan(0);
	expect(result.report).toContain(result.learnings[0]?.text);
});

test("the longest chain counts spans that wait for each other, however short", () => {
	const spans = [
		[0, 100],
		[0, 1],
		[2, 3],
		[3, 4],
		[101, 102],
	].map(([start = 0, end = 0]) => ({ start, end }));
	expect(longestChain(spans)).toBe(4);
	expect(longestChain([])).toBe(0);
});
