import { expect, test } from "vitest";
import { claimOf, pageOf } from "../../test/support/evidence.ts";
import { memoryPages, memoryRun } from "../../test/support/memory.ts";
import { begun, pipeline, subQuestion } from "../../test/support/planning.ts";
import type { Decided } from "../evidence/event.ts";
import type { SubQuestion } from "../evidence/plan.ts";
import type { PooledHit } from "../evidence/source.ts";
import type { ExtractInput, Reasoner } from "../reasoning/reasoner.ts";
import { createRulesReasoner } from "../reasoning/rules/index.ts";
import { extractPages } from "./extract.ts";
import { type EventBody, openJournal } from "./journal.ts";
import { type ReadPage, sourceOf } from "./read.ts";
import type { Tools } from "./tools.ts";

const page = pageOf("Ilse Varga drew the logo in 1931. The cutter sails on Mondays.");
const source = sourceOf(page);
const read = { page, source };

/** A run whose wave 1 worked on q1 and read the pages. `extractClaims` is the model's answer. */
async function started(extractClaims: Reasoner["extractClaims"], reads: ReadPage[] = [read]) {
	const asked: ExtractInput[] = [];
	const reasoner: Reasoner = {
		...createRulesReasoner(),
		extractClaims: (input, context) => {
			asked.push(input);
			return extractClaims(input, context);
		},
	};
	const tools = { reasoner, source: {}, pages: memoryPages(), sourceInfo: {} } as unknown as Tools;
	for (const one of reads) await tools.pages.put(one.page);
	const journal = openJournal(memoryRun(), tools);
	const record = (turn: number, body: EventBody) =>
		journal.record(turn, { name: `${turn}:${body.type}`, work: async () => body });
	for (const event of begun("synthesis", [subQuestion("q1"), subQuestion("q2")], 20, pipeline)) await record(0, event);
	const wave = async (number: number, id: string, added?: SubQuestion) => {
		const decided: Decided = { action: { kind: "cover", subQuestionId: id, reason: "" }, added };
		await record(number, { type: "decided", ...decided, elapsedMs: 0 });
		if (number === 1)
			for (const [at, one] of reads.entries())
				await journal.record(number, {
					name: `read:${at}`,
					work: async () => ({ type: "read", source: one.source, characters: one.page.text.length }),
				});
		else await record(number, { type: "chosen", choices: [], again: [page.url] });
		await journal.run(extractPages, number);
	};
	return { asked, journal, wave };
}

const logo = subQuestion("q4", {
	text: "When did Ilse Varga make the logo of the cutter?",
	...{ origin: "hop", focus: ["Ilse Varga"] },
});
const found = claimOf("The cutter sails on Mondays.", { start: page.text.indexOf("The cutter") });

test("a page that a model extracted for the whole plan is not extracted again for the plan's other sub-questions", async () => {
	const { asked, journal, wave } = await started(async () => ({ claims: [{ ...found, for: ["q2"] }] }));
	await wave(1, "q1");
	await wave(2, "q2");
	expect(asked.map((one) => [one.subQuestion.id, one.others?.map(({ id }) => id)])).toEqual([["q1", ["q2"]]]);
	expect(journal.state.claims).toMatchObject([{ subQuestionIds: ["q2"] }]);
	expect(journal.state.claims[0]).not.toHaveProperty("for");
});

test("a page's speaker is recorded on its source from the first reading on", async () => {
	const { journal, wave } = await started(async ({ only }) => ({
		claims: [],
		speaker: { nature: only ? "list of dates" : "harbour's own timetable" },
	}));
	await wave(1, "q1");
	const text = "On which days does the cutter sail on Mondays?";
	await wave(2, "q3", subQuestion("q3", { text, origin: "gap" }));
	expect(journal.state.sources.map(({ speaker }) => speaker)).toEqual([{ nature: "harbour's own timetable" }]);
});

test("for a sub-question that was added later a page is extracted again where it holds its names", async () => {
	const { asked, wave } = await started(async () => ({ claims: [] }));
	await wave(1, "q1");
	await wave(2, "q3", subQuestion("q3", { text: "What did Jonas Weide draw?", origin: "hop", focus: ["Jonas Weide"] }));
	expect(asked).toHaveLength(1);
	await wave(3, "q4", logo);
	expect(asked[1]).toMatchObject({ subQuestion: { id: "q4" }, only: true });
	expect(asked[1]).not.toHaveProperty("others");
});

test.each<[string, Partial<SubQuestion>, ReadPage["source"]]>([
	["a page that only refers to a work is not extracted for that work", { origin: "citation" }, source],
	["a page of low credibility is extracted once", {}, { ...source, speaker: { standing: "thin" } }],
])("%s", async (_name, about, readSource) => {
	const { asked, wave } = await started(
		async () => ({ claims: [{ ...found, for: ["q1"] }] }),
		[{ page, source: readSource }],
	);
	await wave(1, "q1");
	await wave(2, "q4", { ...logo, ...about });
	expect(asked).toHaveLength(1);
});

test("a page that two searches of a wave find again is extracted for the one that it answers, not only for the first", async () => {
	const { asked, journal, wave } = await started(async () => ({ claims: [] }));
	await wave(1, "q1");
	const weide = subQuestion("q3", { text: "What did Jonas Weide draw?", origin: "hop", focus: ["Jonas Weide"] });
	const decided = (id: string, added: SubQuestion): Decided => ({
		action: { kind: "cover", subQuestionId: id, reason: "" },
		added,
	});
	const hits = [
		{ url: page.url, title: page.title, snippet: "", score: 1, queries: ["logo"] },
	] as unknown as PooledHit[];
	const step = (name: string, body: EventBody) => ({ name, work: async () => body });
	await journal.record(
		2,
		step("decided", { type: "decided", ...decided("q3", weide), beside: [decided("q4", logo)], elapsedMs: 0 }),
	);
	await journal.recordAll(
		2,
		[0, 1].map((at) => step(`searched:${at}`, { type: "searched", found: 1, hits, failed: [] })),
	);
	await journal.record(2, step("chosen", { type: "chosen", choices: [], again: [page.url] }));
	await journal.run(extractPages, 2);
	expect(asked.map(({ subQuestion }) => subQuestion.id)).toEqual(["q1", "q4"]);
});

test("a page that only names the subject of a later sub-question is not extracted for it", async () => {
	const { asked, wave } = await started(async () => ({ claims: [] }));
	await wave(1, "q1");
	const follow = (id: string, text: string) =>
		wave(2, id, subQuestion(id, { text, origin: "gap", focus: ["Ilse Varga"] }));
	await follow("q3", "Which prizes and pensions was Ilse Varga awarded?");
	expect(asked).toHaveLength(1);
});

test("a claim that repeats an earlier one of its page becomes that claim, also for the later sub-question", async () => {
	const piece = { ...found, quote: "The cutter sails", text: "The cutter sails on Mondays." };
	const { journal, wave } = await started(async ({ only }) => ({
		claims: [only ? { ...piece, for: ["q4"] } : { ...found, for: ["q1"] }],
	}));
	await wave(1, "q1");
	await wave(2, "q4", logo);
	expect(journal.state.claims).toMatchObject([{ quote: found.quote, subQuestionIds: ["q1", "q4"] }]);
});

test("a page that rules extracted as a fallback, for one sub-question alone, is extracted again", async () => {
	const { asked, wave } = await started(async (_, context) => {
		context?.onFallback?.({ role: "extractClaims", code: "DEADLINE", reason: "late" });
		return { claims: [] };
	});
	await wave(1, "q1");
	await wave(2, "q2");
	expect(asked.map(({ subQuestion: { id } }) => id)).toEqual(["q1", "q2"]);
});

test("from a page that repeats another page's text only what it adds is extracted", async () => {
	const story = Array.from(
		{ length: 30 },
		(_, at) => `Boat ${at} of the harbour was sold to buyer number ${at * 7} in a dry month.`,
	);
	const [whole, reprint, later] = [
		pageOf(story.join("\n"), { url: "file:///a.md", hash: "a" }),
		pageOf(`Home | News\n${story.join("\n")}`, { url: "file:///b.md", hash: "b" }),
		pageOf(`${story.slice(0, 20).join("\n")}\nThe mayor told us that 4,711 boats more are for sale.`, {
			title: "More",
		}),
	];
	const reads = [whole, reprint, later].map((one) => ({ page: one, source: sourceOf(one) }));
	const { asked, journal, wave } = await started(async ({ page: shown }) => {
		const quote = "The mayor told us that 4,711 boats more are for sale.";
		return { claims: shown.text.includes(quote) ? [claimOf(quote, { start: shown.text.indexOf(quote) })] : [] };
	}, reads);
	await wave(1, "q1");
	expect(asked.map(({ page: shown }) => shown.text)).toEqual([
		whole.text,
		"The mayor told us that 4,711 boats more are for sale.",
	]);
	const [claim] = journal.state.claims;
	expect(later.text.startsWith(claim?.quote ?? "-", claim?.start)).toBe(true);
	expect(journal.state.extractedFor).toHaveProperty(reads[1]?.source.id ?? "");
});

test("many long pages of one wave are each shown in part, together within the wave's limit", async () => {
	const reads = Array.from({ length: 10 }, (_, at) => {
		const words = Array.from({ length: 4_000 }, (__, word) => `pier${at}w${word}`).join(" ");
		const long = pageOf(words, { url: `file:///pier-${at}.md`, hash: `h${at}` });
		return { page: long, source: sourceOf(long) };
	});
	const { asked, wave } = await started(async () => ({ claims: [] }), reads);
	await wave(1, "q1");
	const rooms = asked.map(({ room = 0 }) => room);
	expect(rooms).toHaveLength(10);
	expect(rooms.reduce((sum, room) => sum + room, 0)).toBeLessThanOrEqual(160_000);
	expect(Math.min(...rooms)).toBeGreaterThan(10_000);
});
