import { expect, test } from "vitest";
import { claimOf, pageOf } from "../../test/support/evidence.ts";
import { memoryPages, memoryRun } from "../../test/support/memory.ts";
import { begun, lead, pipeline, subQuestion, turn } from "../../test/support/planning.ts";
import type { FollowUpNoted } from "../evidence/event.ts";
import type { DepthName } from "../evidence/plan.ts";
import type { CompareInput, GapsInput } from "../reasoning/reasoner.ts";
import { createRulesReasoner } from "../reasoning/rules/index.ts";
import { closeWave } from "./close-wave.ts";
import { openJournal } from "./journal.ts";
import { guided } from "./planners/guided.ts";
import type { Tools } from "./tools.ts";

const threadOf = (id: string) => ({ id, verdict: "partly" as const, found: "", hopedFor: "" });

/** A synthesis with a model, whose waves bring the given claims. Returns the inputs of the gap analysis after each. */
async function started({
	maxSources = 20,
	depth = "deep" as DepthName,
	isAnalysed = (_waiting: readonly string[]): boolean => true,
} = {}) {
	const asked: GapsInput[] = [];
	const compared: CompareInput[] = [];
	const tools = {
		reasoner: {
			...createRulesReasoner(),
			compareClaims: async (input: CompareInput) => {
				compared.push(input);
				return { conflicts: [], judged: ["a b"] };
			},
			findGaps: async (input: GapsInput) => {
				asked.push(input);
				if (!isAnalysed(input.waiting ?? [])) return { followUps: [] };
				return {
					followUps: [],
					missing: ["its price"],
					analysis: { threads: ["q1", "q2"].map(threadOf), blindSpots: [] },
				};
			},
		},
		source: { read: async () => pageOf("A page.") },
		...{ pages: memoryPages(), sourceInfo: {} },
	} as unknown as Tools;
	const journal = openJournal(memoryRun(), tools);
	const plan = begun("synthesis", [subQuestion("q1"), subQuestion("q2")], maxSources, pipeline).map((event) =>
		event.type === "started" ? { ...event, options: { ...event.options, depth } } : event,
	);
	for (const event of plan) await journal.record(0, { name: event.type, work: async () => event });
	const wave = async (n: number, ids: string[], texts: readonly string[]) => {
		const claims = texts.map((text, at) => claimOf(text, { sourceId: `s${n}${at}`, subQuestionIds: [ids[0] ?? ""] }));
		const [first, ...rest] = turn(n, ids[0] ?? "", 3, claims);
		const beside = ids.slice(1).map((id) => ({ action: { kind: "cover" as const, subQuestionId: id, reason: "" } }));
		const begins = first?.type === "decided" ? { ...first, beside } : first;
		const events = [begins, ...rest].filter((event) => event && event.type !== "compared" && event.type !== "followed");
		for (const [at, event] of events.entries())
			if (event) await journal.record(n, { name: `${n}:${at}`, work: async () => event });
		await closeWave(journal, n);
	};
	return { asked, compared, journal, wave };
}

test("gaps are analysed once between waves, and only after new evidence", async () => {
	const { asked, journal, wave } = await started();
	await wave(1, ["q1", "q2"], ["The quay opened in 1911."]);
	expect(asked.map(({ waiting }) => waiting)).toEqual([[]]);
	await wave(2, ["q2"], []);
	expect(asked).toHaveLength(1);
	expect(journal.state.missing).toEqual(["its price"]);
	await wave(3, ["q1"], ["The quay is 7 m wide."]);
	expect(asked).toHaveLength(2);
	expect(asked[1]?.closed).toEqual(["q2"]);
	// The second is told what the first saw of each sub-question, and which were searched since.
	const seen = Object.values(asked[1]?.earlier ?? {}).map(({ id, claimIds, searched }) => [
		id,
		claimIds.length,
		searched,
	]);
	expect(seen).toEqual([
		["q1", 1, true],
		["q2", 0, true],
	]);
});

test("gaps are not analysed when no page may be read any more", async () => {
	const { asked, wave } = await started({ maxSources: 1 });
	await wave(1, ["q1", "q2"], ["The quay opened in 1911."]);
	expect(asked).toEqual([]);
});

test("gaps are not analysed after the last wave: those found before it stay", async () => {
	const { asked, journal, wave } = await started({ depth: "standard" });
	await wave(1, ["q1", "q2"], ["The quay opened in 1911."]);
	await wave(2, ["q2"], ["The quay is 7 m wide."]);
	expect(asked).toHaveLength(1);
	expect(journal.state.missing).toEqual(["its price"]);
});

test("gaps are analysed after the last wave if only then the whole plan was searched", async () => {
	const { asked, journal, wave } = await started({ depth: "standard", isAnalysed: (waiting) => waiting.length === 0 });
	await wave(1, ["q1"], ["The quay opened in 1911."]);
	expect(journal.state.missing).toBeUndefined();
	await wave(2, ["q2"], ["The quay is 7 m wide."]);
	expect(asked).toHaveLength(2);
	expect(journal.state.missing).toEqual(["its price"]);
});

test("pairs that a wave judged are not judged again in the next", async () => {
	const { compared, wave } = await started();
	await wave(1, ["q1", "q2"], ["The quay opened in 1911."]);
	await wave(2, ["q1"], ["The quay opened in 1912."]);
	expect(compared.map(({ judged }) => judged)).toEqual([undefined, ["a b"]]);
});

test("a follow-up question is searched by its own queries", async () => {
	const { journal, wave } = await started();
	await wave(1, ["q1", "q2"], ["The quay opened in 1911.", "The quay is wide."]);
	const queries = ["Ilse Varga birthplace", "Ilse Varga born"];
	const followUps: FollowUpNoted[] = [{ ...lead, queries }];
	const added = guided({ ...journal.state, followUps }).find(({ added: one }) => one?.text === lead.text)?.added;
	expect(added?.threads).toEqual(queries);
});
