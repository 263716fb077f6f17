import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { traceOverview, traceStep } from "../../src/app/trace-words.ts";
import { AssayError } from "../../src/base/errors.ts";
import type { Json } from "../../src/base/json.ts";
import type { CallRecord } from "../../src/evidence/call.ts";
import type { RunOptions } from "../../src/evidence/event.ts";
import { noSpending } from "../../src/evidence/spending.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import { createAsker } from "../../src/reasoning/model/asking/create-asker.ts";
import { createModelReasoner } from "../../src/reasoning/model/index.ts";
import { openLedger } from "../../src/reasoning/model/money/ledger.ts";
import { openModel } from "../../src/reasoning/model/wire/open-model.ts";
import type { Reasoner } from "../../src/reasoning/reasoner.ts";
import { createRulesReasoner } from "../../src/reasoning/rules/index.ts";
import { research } from "../../src/research/loop.ts";
import { type Corpus, openCorpus } from "../../src/sources/corpus/corpus.ts";
import { openFolderStore } from "../../src/store/folder.ts";
import type { CallLog, PageStore } from "../../src/store/store.ts";
import { closeAfterTest } from "../support/close.ts";
import { optionsFor, toolsFor } from "../support/flow.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { memoryCalls, memoryPages, memoryRun } from "../support/memory.ts";
import { failing, failingCalls, PowerCut } from "../support/power-cut.ts";
import { seededRandom } from "../support/random.ts";
import { quotedIn } from "../support/report.ts";
import { diligent, type Mind, says, scriptedReasoner } from "../support/scripted.ts";
import { startSimulatedModel } from "../support/simulated.ts";

const model = {
	lead: "scripted:mind",
	utility: "scripted:mind",
	gather: "agent",
	session: "isolated",
	review: false,
	support: false,
	rewrite: false,
} as const;

interface Setting {
	steps?: Map<string, Json>;
	calls?: CallLog;
	pages?: PageStore;
	corpus?: Corpus;
	reasoner?: (reasoner: Reasoner) => Reasoner;
	options?: Partial<RunOptions>;
}

/** Waves of two actions: the first wave of an open question is the pipeline's, so the rest of the plan is left to investigators. */
const width = 2;

/** The whole method on the little documentation, with investigators of that mind. */
async function agents(mind: Mind, question: string, setting: Setting = {}): Promise<ResearchState> {
	const calls = setting.calls ?? memoryCalls();
	const base = toolsFor(setting.corpus ?? (await openLarkdb()));
	const reasoner = setting.reasoner?.(scriptedReasoner(mind, calls)) ?? scriptedReasoner(mind, calls);
	const tools = { ...base, reasoner, ...(setting.pages ? { pages: setting.pages } : {}) };
	const options = optionsFor("standard", { model, width, ...setting.options });
	return research(memoryRun(setting.steps, calls), question, options, tools);
}

async function openLarkdb(): Promise<Corpus> {
	const folders = [folderOf(larkdb)];
	return closeAfterTest(await openCorpus({ folders, indexFolder: emptyFolder(), vectors: false }));
}

/** A state without its times. */
function timeless(state: ResearchState): unknown {
	return JSON.parse(JSON.stringify(state, (key, value: unknown) => (key === "elapsedMs" ? 0 : value)));
}

const lookup = "What is the default port of the Larkdb server?";
const synthesis = "How does compaction work in Larkdb, and what are its costs?";

test("a lookup is looked for by one investigator, with quotes that stand in the pages it read", async () => {
	const pages = memoryPages();
	const state = await agents(diligent, lookup, { pages });
	expect(quotedIn(state.report)).toContain("7171");
	expect(state.turns.filter(({ wave }) => wave === 1)).toMatchObject([{ investigated: true }]);
	expect(state.claims.length).toBeGreaterThan(0);
	for (const claim of state.claims) {
		const source = state.sources.find(({ id }) => id === claim.sourceId);
		expect((await pages.get(source?.hash ?? ""))?.text.startsWith(claim.quote, claim.start)).toBe(true);
	}
});

test("a synthesis sends several investigators at once after its first wave, and each sub-question's coverage is its own", async () => {
	const state = await agents(diligent, synthesis);
	const waves = Map.groupBy(state.turns, ({ wave }) => wave);
	expect(waves.get(1)?.map(({ investigated = false }) => investigated)).toEqual([false, false]);
	expect(waves.get(2)?.map(({ investigated = false }) => investigated)).toEqual([true, true]);
	for (const { subQuestionId: id = "" } of state.turns) {
		const own = state.claims.filter((claim) => claim.subQuestionIds.includes(id) && claim.class === "direct");
		expect(state.coverage[id]).toMatchObject({ directClaims: own.length });
		expect(state.coverage[id]?.turns).toBeGreaterThan(0);
	}
	expect(state.report?.sections.length).toBeGreaterThan(0);
});

test("the trace of an investigated step shows its spec and what it used; the figures, how much investigators overlap", async () => {
	const state = await agents(diligent, synthesis);
	const step = state.turns.find(({ investigated }) => investigated)?.n ?? 0;
	const shown = new Map(traceStep(state, step, [], []));
	expect(shown.get("not asked")).toMatch(/\w/);
	expect(shown.get("tools")).toBe("search, read, read_document, report");
	expect(shown.get("budget")).toMatch(/^2 messages, \d+ calls, \d+ new pages?, \d+ tokens$/);
	expect(shown.get("result")).toBe("summary, claims, gaps");
	expect(shown.get("used")).toMatch(/^\d messages?, about \d+ tokens; it (reported|ended at a limit)$/);
	expect(traceOverview(state, "completed", []).at(-1)?.[1]).toMatch(
		/two investigators of one wave share \d+ % of words, \d+ % of pages/,
	);
});

test("investigators never read more pages than the run may", async () => {
	const greedy: Mind = ({ transcript, only, subQuestion }) => {
		if (only === "report") return says(["report", { summary: "", claims: [], gaps: ["all of it"] }]);
		if (transcript.length === 0) return says(["search", { query: subQuestion.text }]);
		return says(...[1, 2, 3, 4, 5, 6].map((n) => ["read", { id: `r${n}` }] as [string, Json]));
	};
	for (const maxSources of [1, 3, 4]) {
		const state = await agents(greedy, synthesis, { options: { maxSources } });
		expect(state.sources.length).toBeLessThanOrEqual(maxSources);
	}
});

test("a question that investigators find nothing on ends with what was tried, and no report", async () => {
	const empty: Mind = ({ transcript, subQuestion, messagesLeft }) =>
		transcript.length === 0 && messagesLeft > 1
			? says(["search", { query: subQuestion.text }])
			: says(["report", { summary: "Nothing.", claims: [], gaps: [`no page on: ${subQuestion.text}`] }]);
	const state = await agents(empty, lookup);
	expect(state.done).toBe(true);
	expect(state.report).toBeUndefined();
	expect(state.stop?.reason).toBe("NO_EVIDENCE");
	expect(Object.values(state.coverage).flatMap(({ queries }) => queries).length).toBeGreaterThan(1);
});

test("a run cut off after any step or message is taken up again: the same state, and no message is asked twice", async () => {
	const corpus = await openLarkdb();
	const pages = memoryPages();
	const whole = await agents(diligent, synthesis, { corpus, pages });
	for (let left = 0; ; left++) {
		const steps = new Map<string, Json>();
		const rows: CallRecord[] = [];
		const power = { left };
		const cut = await agents(diligent, synthesis, {
			corpus,
			pages,
			steps: failing(steps, power),
			calls: failingCalls(rows, power),
		}).catch((error: unknown) => error);
		if (!(cut instanceof PowerCut)) {
			expect(timeless(cut as ResearchState)).toEqual(timeless(whole));
			expect(left).toBeGreaterThan(30);
			break;
		}
		const resumed = await agents(diligent, synthesis, { corpus, pages, steps, calls: memoryCalls(rows) });
		expect(timeless(resumed)).toEqual(timeless(whole));
		const answered = rows.filter(({ result }) => result?.message).map(({ request }) => request.key);
		expect(new Set(answered).size).toBe(answered.length);
	}
});

test("a run in a folder that a provider's fault left goes on where it was, and repeats no message", async () => {
	const corpus = await openLarkdb();
	const whole = timeless(await agents(diligent, synthesis, { corpus }));
	const store = closeAfterTest(await openFolderStore(emptyFolder()));
	const options = optionsFor("standard", { model, width });
	const runId = await store.create({ question: synthesis });
	let state: ResearchState | undefined;
	let asked = 0;
	const execute = (most: number) =>
		store.execute(runId, async (run) => {
			const mind: Mind = (input) => {
				if (++asked > most) throw new AssayError("MODEL_OVERLOADED", "the provider is away", { keepsRun: true });
				return diligent(input);
			};
			state = await research(run, synthesis, options, {
				...toolsFor(corpus),
				reasoner: scriptedReasoner(mind, run.calls),
			});
			return null;
		});
	for (const most of [1, 2, 3]) {
		await expect(execute(most)).rejects.toMatchObject({ code: "MODEL_OVERLOADED" });
		expect((await store.run(runId)).status).toBe("interrupted");
		asked = Math.min(asked, most);
	}
	await execute(Number.POSITIVE_INFINITY);
	expect(timeless(state ?? ({} as ResearchState))).toEqual(whole);
	const answered = (await store.calls(runId)).flatMap(({ request, result }) => (result?.message ? [request.key] : []));
	expect(new Set(answered).size).toBe(answered.length);
	const children = await store.children(runId);
	expect(children.filter(({ name }) => name.startsWith("investigate:")).length).toBeGreaterThan(1);
});

test("parallel investigators end in any order with the same state", async () => {
	const corpus = await openLarkdb();
	const whole = timeless(await agents(diligent, synthesis, { corpus }));
	await fc.assert(
		fc.asyncProperty(fc.integer(), async (seed) => {
			const random = seededRandom(seed);
			const slow: Mind = async (input) => {
				for (let waits = Math.floor(random() * 8); waits > 0; waits--) await setTimeout(random() * 4);
				return diligent(input);
			};
			expect(timeless(await agents(slow, synthesis, { corpus }))).toEqual(whole);
		}),
		{ numRuns: 12 },
	);
});

test("without a model that can investigate, the run is refused at its start with what to type", async () => {
	const mindless = ({ nextAction: _, ...rest }: Reasoner): Reasoner => rest;
	await expect(agents(diligent, lookup, { reasoner: mindless })).rejects.toMatchObject({
		code: "AGENT_NEEDS_MODEL",
		exitCode: 2,
		hint: expect.stringContaining("--gather pipeline"),
	});
});

test("an investigator whose model fails is told of in the run, and its pages are read without it", async () => {
	const failingMind: Mind = (input) => {
		if (input.transcript.length >= 2) throw new AssayError("MODEL_ANSWER_UNUSABLE", "nextAction: nothing usable came");
		return diligent(input);
	};
	const state = await agents(failingMind, lookup);
	expect(state.fallbacks).toContainEqual(
		expect.objectContaining({ role: "nextAction", code: "MODEL_ANSWER_UNUSABLE" }),
	);
	expect(quotedIn(state.report)).toContain("7171");
});

test("investigators of a model that calls no tool are done without, and the run says so", async () => {
	const state = await agents(() => ({ text: "I think it is 7171.", toolCalls: [], finish: "stop" }), synthesis);
	expect(state.report?.sections.length).toBeGreaterThan(0);
	const told = state.fallbacks.filter(({ role }) => role === "nextAction");
	expect(told).toHaveLength(state.turns.filter(({ investigated }) => investigated).length);
	expect(new Set(told.map(({ code }) => code))).toEqual(new Set(["MODEL_ANSWER_UNUSABLE"]));
});

test("investigators that only search are ended soon, and their best results are read", async () => {
	let asked = 0;
	const searching: Mind = ({ only }) => {
		asked++;
		return only === "report"
			? says(["report", { summary: "", claims: [], gaps: [] }])
			: says(["search", { query: `compaction ${asked}` }]);
	};
	const state = await agents(searching, synthesis);
	expect(state.report?.sections.length).toBeGreaterThan(0);
	expect(asked).toBeLessThanOrEqual(5 * state.turns.filter(({ investigated }) => investigated).length);
});

test.each(["pipeline", "agent"] as const)(
	"a deadline shorter than the answers of the model ends in time with a short report by rules: %s",
	async (gather) => {
		const deadlineMs = 1_200;
		const slow = closeAfterTest(await startSimulatedModel({ latencyMs: 2_000 }));
		const opened = openModel({ provider: "openai-compatible", model: "simulated", baseUrl: slow.baseUrl });
		const ledger = openLedger({ log: memoryCalls(), records: [] });
		const asker = createAsker({ lead: opened, utility: opened, ledger, session: "isolated", records: [] });
		const byModel = createModelReasoner({ asker, fallback: createRulesReasoner(), name: "slow" });
		const state = await agents(diligent, lookup, {
			reasoner: () => byModel,
			options: { deadlineMs, model: { ...model, gather } },
		});
		expect(quotedIn(state.report)).toContain("7171");
		expect(state.stop?.reason).toBe("DEADLINE");
		expect(new Set(state.turns.map(({ wave }) => wave))).toEqual(new Set([1]));
		expect(new Set(state.fallbacks.map(({ code }) => code))).toEqual(new Set(["DEADLINE"]));
	},
);

test("once the money for research is used up, the run stops and says so", async () => {
	const corpus = await openLarkdb();
	const meter = { spending: () => ({ ...noSpending, usd: 0.5 }), usedUp: () => "cost" as const };
	const tools = { ...toolsFor(corpus), reasoner: scriptedReasoner(diligent), meter };
	const options = optionsFor("standard", { model: { ...model, maxCostUsd: 0.6 } });
	const state = await research(memoryRun(), lookup, options, tools);
	expect(state.stop).toMatchObject({
		reason: "BUDGET_EXHAUSTED",
		detail: expect.stringContaining("cost limit of $0.6"),
	});
	expect(state.spentUsd).toBe(0.5);
});
