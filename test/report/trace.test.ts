import fc from "fast-check";
import { expect, test } from "vitest";
import { traceJsonSchema } from "../../src/app/report/trace-schema.ts";
import { type EvidenceView, evidenceViewOf } from "../../src/app/trace/evidence-view.ts";
import { type EvidenceChanges, evidenceChangesOf } from "../../src/app/trace/step-changes.ts";
import { contentHash } from "../../src/base/hash.ts";
import type { Json } from "../../src/base/json.ts";
import { applyMergePatch, type PatchedObject } from "../../src/base/merge-patch.ts";
import { summaryOf } from "../../src/evidence/coverage.ts";
import type { ResearchEvent } from "../../src/evidence/event.ts";
import { fold } from "../../src/evidence/fold.ts";
import { claimOf, lookupRoute, sourceOf } from "../support/evidence.ts";
import { researchFolder } from "../support/flow.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { memoryRun } from "../support/memory.ts";

/** The final evidence by replaying the changes. */
function replayed({ start, steps, end }: EvidenceChanges): PatchedObject {
	return [start, ...steps.values(), end].reduce<PatchedObject>(applyMergePatch, {});
}

test("the published schema is the schema (made again by `npm test -- test/report/trace.test.ts -u`)", async () => {
	await expect(traceJsonSchema()).toMatchFileSnapshot("../../docs/trace.schema.json");
});

/** A wave of random width: each action finds pages and claims, some of which others found before. */
const waves = fc.array(
	fc.array(
		fc.record({
			subQuestion: fc.integer({ min: 1, max: 4 }),
			pages: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
			claims: fc.array(fc.constantFrom("It listens on port 7171.", "It listens on port 7272.", "It is a store."), {
				maxLength: 3,
			}),
		}),
		{ minLength: 1, maxLength: 4 },
	),
	{ maxLength: 5 },
);
type RandomWaves = typeof waves extends fc.Arbitrary<infer T> ? T : never;

function logOf(random: RandomWaves): ResearchEvent[] {
	const subQuestion = (id: string) => ({
		...{ id, text: `What is ${id}?`, dimension: "factual", stance: "supporting", priority: "core", readingId: "r1" },
		...{ origin: "plan", focus: [], threads: [] },
	});
	const plan = { dimensions: [], subQuestions: ["q1", "q2", "q3"].map(subQuestion) };
	const events: unknown[] = [
		{ turn: 0, order: 0, type: "routed", route: lookupRoute },
		{ turn: 0, order: 0, type: "planned", plan },
	];
	for (const [at, actions] of random.entries()) {
		const turn = at + 1;
		const decided = actions.map(({ subQuestion: n }, order) => ({
			action: { kind: "cover", subQuestionId: `q${n}`, reason: "" },
			...(n > 3 && order === 0 && at === 0 ? { added: subQuestion("q4") } : {}),
		}));
		const [first, ...beside] = decided;
		events.push({ turn, order: 0, type: "decided", ...first, beside, elapsedMs: at, spentUsd: at / 10 });
		let order = 0;
		const hits = (pages: number[]) =>
			pages.map((n) => ({ ...sourceOf(`s${n}`), snippet: "", start: 0, end: 0, score: 1, passages: [] }));
		for (const [position, { pages }] of actions.entries())
			events.push({ turn, order: position, type: "searched", found: pages.length, hits: hits(pages), failed: [] });
		for (const { subQuestion: n, pages, claims } of actions)
			for (const page of pages) {
				const sourceId = `s${page}`;
				events.push({ turn, order, type: "read", source: sourceOf(sourceId) });
				const found = claims.map((text) => claimOf(text, { sourceId, subQuestionIds: [`q${n}`] }));
				events.push({ turn, order: order++, type: "extracted", sourceId, claims: found, dropped: 0 });
			}
		const state = fold(events as ResearchEvent[]);
		const [a, b] = state.claims;
		const conflicts = a && b && at === 1 ? [{ kind: "number", a: a.id, b: b.id, why: "7171 against 7272" }] : [];
		events.push({ turn, order: 0, type: "compared", conflicts });
		const followUps = [
			{ text: `Who made ${at}?`, origin: "gap", focus: [], priority: "core", reason: "", promise: 0.5 },
		];
		events.push({ turn, order: 0, type: "followed", followUps, missing: [] });
	}
	const stop = { kind: "stop", stopReason: "COVERAGE_MET", reason: "" };
	events.push({ turn: random.length + 1, order: 0, type: "decided", action: stop, elapsedMs: 9, spentUsd: 1 });
	return events as ResearchEvent[];
}

test("the changes of all steps, applied in order, give the final evidence, whatever the waves hold", () => {
	fc.assert(
		fc.property(waves, (random) => {
			const events = logOf(random);
			const state = fold(events);
			const changes = evidenceChangesOf(events);
			expect([...changes.steps.keys()]).toEqual(state.turns.map(({ n }) => n));
			const final = replayed(changes);
			expect(final).toEqual(evidenceViewOf(state, 1));
			expect(contentHash(final)).toBe(changes.hash);
			// Each step begins with what the one before it left, and the last leaves what the run has.
			const counts = [...changes.counts.values()];
			expect(counts.slice(1).map(({ before }) => before)).toEqual(counts.slice(0, -1).map(({ after }) => after));
			// The log above may read a page twice.
			const sources = new Set(state.sources.map(({ id }) => id)).size;
			if (counts.length > 0) expect(counts.at(-1)?.after).toEqual({ ...summaryOf(state), sources });
			expect(Object.keys((final as unknown as EvidenceView).claims)).toHaveLength(state.claims.length);
			// Each claim's text is added once.
			const added = [changes.start, ...changes.steps.values(), changes.end].flatMap((patch) =>
				Object.values((patch as { claims?: Record<string, { text?: string }> }).claims ?? {}).flatMap(
					({ text }) => text ?? [],
				),
			);
			expect(added).toHaveLength(state.claims.length);
		}),
		{ numRuns: 60 },
	);
});

test("a step's change holds the claims and pages of its own, in a wave of several", () => {
	const text = "It listens on port 7171.";
	const events = logOf([
		[
			{ subQuestion: 1, pages: [1], claims: [text] },
			{ subQuestion: 2, pages: [2], claims: ["It is a store."] },
		],
	]);
	const { steps, counts } = evidenceChangesOf(events);
	const keysOf = (n: number, part: string) => Object.keys((steps.get(n)?.[part] ?? {}) as object);
	expect([keysOf(1, "sources"), keysOf(2, "sources")]).toEqual([["s1"], ["s2"]]);
	expect([keysOf(1, "coverage"), keysOf(2, "coverage")]).toEqual([["q1"], ["q2"]]);
	expect([keysOf(1, "groups").length, keysOf(2, "groups").length]).toEqual([1, 1]);
	expect(steps.get(1)?.claims).toMatchObject({ [claimOf(text).id]: { text } });
	const one = { sources: 1, claims: 1, groups: 1 };
	expect(counts.get(1)).toMatchObject({ before: { sources: 0, claims: 0, groups: 0 }, after: one });
	expect(counts.get(2)).toMatchObject({ before: one, after: { sources: 2, claims: 2, groups: 2 } });
});

test("a real run in a folder is replayed to its final evidence; each decision has what else was offered", async () => {
	const steps = new Map<string, Json>();
	const question = "How does compaction work in Larkdb, and what are its costs?";
	const state = await researchFolder(question, folderOf(larkdb), emptyFolder(), {}, memoryRun(steps));
	const changes = evidenceChangesOf([...steps.values()] as unknown as ResearchEvent[]);
	expect(state.turns.length).toBeGreaterThan(2);
	expect(replayed(changes)).toEqual(evidenceViewOf(state, 0));
	const first = changes.offers.get(1) ?? [];
	expect(first[0]).toMatchObject({ rule: "coverCore", taken: true, coverage: { status: "uncovered" } });
	expect(first.filter(({ taken }) => taken)).toHaveLength(1);
	expect(first.length).toBeGreaterThan(1);
});
