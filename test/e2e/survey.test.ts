import { expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import type { CallRecord } from "../../src/evidence/call.ts";
import type { ModelOptions, RunOptions } from "../../src/evidence/event.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import { createAsker } from "../../src/reasoning/model/asking/create-asker.ts";
import { createModelReasoner } from "../../src/reasoning/model/index.ts";
import { openLedger } from "../../src/reasoning/model/money/ledger.ts";
import { openModel } from "../../src/reasoning/model/wire/open-model.ts";
import type { FollowUp, Reasoner } from "../../src/reasoning/reasoner.ts";
import { createRulesReasoner } from "../../src/reasoning/rules/index.ts";
import { research } from "../../src/research/loop.ts";
import { type Corpus, openCorpus } from "../../src/sources/corpus/corpus.ts";
import { openFolderStore } from "../../src/store/folder.ts";
import type { CallLog, PageStore } from "../../src/store/store.ts";
import { closeAfterTest } from "../support/close.ts";
import { optionsFor, toolsFor } from "../support/flow.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { memoryPages, memoryRun } from "../support/memory.ts";
import { failing, failingCalls, PowerCut } from "../support/power-cut.ts";
import { quotedIn } from "../support/report.ts";
import { diligent, scriptedReasoner } from "../support/scripted.ts";
import { startSimulatedModel } from "../support/simulated.ts";

const question = "How does compaction work in Larkdb, and what are its costs?";
const model: ModelOptions = {
	...{ lead: "openai-compatible:sim", utility: "openai-compatible:sim", gather: "pipeline", session: "isolated" },
	...{ review: true, support: true, rewrite: true },
};

interface Setting {
	steps?: Map<string, Json>;
	rows?: CallRecord[];
	calls?: CallLog;
	pages?: PageStore;
	reasoner?: Reasoner;
	options?: Partial<RunOptions>;
}

async function openLarkdb(): Promise<Corpus> {
	const folders = [folderOf(larkdb)];
	return closeAfterTest(await openCorpus({ folders, indexFolder: emptyFolder(), vectors: false }));
}

async function surveyed(corpus: Corpus, setting: Setting = {}): Promise<ResearchState> {
	const { steps, calls, reasoner = createRulesReasoner(), pages = memoryPages() } = setting;
	const tools = { ...toolsFor(corpus), reasoner, pages };
	return research(memoryRun(steps, calls), question, optionsFor("survey", setting.options), tools);
}

/** A reasoner over the wire of a simulated model, on the ledger of an earlier process. */
function overWire(baseUrl: string, rows: CallRecord[], log: CallLog, session: "isolated" | "single"): Reasoner {
	const opened = openModel({ provider: "openai-compatible", model: "sim", baseUrl });
	const records = structuredClone(rows);
	const ledger = openLedger({ log, records });
	const asker = createAsker({ lead: opened, utility: opened, ledger, session, records });
	return createModelReasoner({ asker, fallback: createRulesReasoner(), name: "sim" });
}

const timeless = (state: ResearchState): unknown =>
	JSON.parse(JSON.stringify(state, (key, value: unknown) => (key === "elapsedMs" ? 0 : value)));

/** Every marker of the report names a claim of a page that the report lists. */
function expectMarkersResolve({ report, claims, sources }: ResearchState): void {
	const cited = (report?.sections ?? []).flatMap(({ sentences, blocks = [] }) =>
		[...sentences, ...blocks].flatMap(({ claimIds }) => claimIds),
	);
	expect(cited.length).toBeGreaterThan(0);
	for (const id of [...cited, ...(report?.bottomLine ?? []).flatMap(({ claimIds }) => claimIds)]) {
		const claim = claims.find((one) => one.id === id);
		expect(report?.sourceIds).toContain(claim?.sourceId);
		expect(sources.map((one) => one.id)).toContain(claim?.sourceId);
	}
}

test("without a model, passes over parts of the plan make one report of quotations, each shown once", async () => {
	const state = await surveyed(await openLarkdb());
	expect(state.passes?.length).toBeGreaterThan(1);
	const asked = state.passes?.flatMap(({ slice }) => slice.subQuestionIds);
	expect(asked?.toSorted()).toEqual(state.plan.subQuestions.map(({ id }) => id).toSorted());
	expectMarkersResolve(state);
	const shown = quotedIn(state.report);
	expect(shown).toContain("Compaction merges small segments");
	expect(shown.split("its disk space is needed twice")).toHaveLength(2);
});

test("the limits on pages hold for all passes together", async () => {
	const corpus = await openLarkdb();
	for (const maxSources of [1, 3, 5]) {
		const state = await surveyed(corpus, { options: { maxSources } });
		const read = new Set(state.turns.flatMap((turn) => turn.read));
		expect(read.size).toBeLessThanOrEqual(maxSources);
	}
});

test("a gap that no pass filled is a pass of its own, and the survey ends when a round brings less than those before", async () => {
	const followUp = (text: string): FollowUp => ({
		...{ text, origin: "gap", focus: [], priority: "core", reason: "missing", promise: 0.9, queries: [text] },
	});
	const gaps = ["Who designed the Larkdb logo?", "How is a sourdough starter fed?"];
	const reasoner: Reasoner = {
		...createRulesReasoner(),
		findGaps: async ({ plan }) => ({
			followUps: gaps.filter((text) => !plan.subQuestions.some((one) => one.text === text)).map(followUp),
		}),
		choosePages: async (input) => createRulesReasoner().choosePages({ ...input, max: Math.min(input.max, 1) }),
	};
	const state = await surveyed(await openLarkdb(), { reasoner, options: { maxSources: 8, maxSteps: 12 } });
	const rounds = state.passes?.map(({ round }) => round) ?? [];
	expect(Math.max(...rounds)).toBeGreaterThan(1);
	expect(state.subQuestions.map(({ text }) => text)).toEqual(expect.arrayContaining([gaps[0]]));
	expect(["DIMINISHING_RETURNS", "COVERAGE_MET", "BUDGET_EXHAUSTED"]).toContain(state.stop?.reason);
	expectMarkersResolve(state);
});

test("cut off anywhere and resumed, a survey by rules ends in the same state", async () => {
	const corpus = await openLarkdb();
	const pages = memoryPages();
	const whole = timeless(await surveyed(corpus, { pages }));
	for (let left = 0; ; left += 7) {
		const steps = new Map<string, Json>();
		const power = { left };
		const cut = await surveyed(corpus, { pages, steps: failing(steps, power) }).catch((error: unknown) => error);
		if (!(cut instanceof PowerCut)) {
			expect(left).toBeGreaterThan(40);
			break;
		}
		expect(timeless(await surveyed(corpus, { pages, steps }))).toEqual(whole);
	}
});

test("the time of a pass counts though its process was killed: a survey that is over its deadline starts no further round", async () => {
	const corpus = await openLarkdb();
	const pages = memoryPages();
	const options = { deadlineMs: 3_600_000 };
	const left = { calm: 0, killed: 0 };
	for (const kind of ["calm", "killed"] as const) {
		const steps = new Map<string, Json>();
		await expect(surveyed(corpus, { pages, options, steps: failing(steps, { left: 30 }) })).rejects.toThrow(PowerCut);
		const inFlight = [...steps.keys()].filter((name) => name.startsWith("pass:") && name.includes("/"));
		const last = inFlight.at(-1) ?? "";
		const event = steps.get(last) as { elapsedMs: number };
		expect(event.elapsedMs, last).toBeTypeOf("number");
		// As if the pass had been at work for 59 minutes when it was killed. The survey has 60.
		if (kind === "killed") steps.set(last, { ...event, elapsedMs: 59 * 60_000 + 1_000 });
		const state = await surveyed(corpus, { pages, options, steps });
		left[kind] = options.deadlineMs - state.elapsedMs;
		expect(state.stop?.reason === "DEADLINE", state.stop?.detail).toBe(kind === "killed");
		expect(state.report).toBeDefined();
	}
	expect(left.killed).toBeLessThanOrEqual(60_000);
	expect(left.calm).toBeGreaterThan(60_000);
});

test.each(["isolated", "single"] as const)(
	"with a model (%s): one bottom line, wording that keeps what it says, and after a cut no answered request is sent again",
	async (session) => {
		const corpus = await openLarkdb();
		const pages = memoryPages();
		const { baseUrl } = closeAfterTest(await startSimulatedModel());
		const options = { model: { ...model, session } };
		const run = (rows: CallRecord[], power = { left: Number.POSITIVE_INFINITY }, steps = new Map<string, Json>()) => {
			const calls = failingCalls(rows, power);
			const reasoner = overWire(baseUrl, rows, calls, session);
			return surveyed(corpus, { options, pages, calls, reasoner, steps: failing(steps, power) });
		};
		const rows: CallRecord[] = [];
		const whole = await run(rows);
		expectMarkersResolve(whole);
		expect(whole.report?.bottomLine?.length).toBeGreaterThan(0);
		const text = JSON.stringify(whole.report?.sections);
		// The simulated model adds a number to every second paragraph; those stay as they were.
		expect(text).toContain("The page states");
		expect(text).not.toContain("7 more");
		const length = rows.length;
		for (const left of [5, Math.round(length * 0.6), Math.round(length * 1.6)]) {
			const [cutRows, steps] = [[] as CallRecord[], new Map<string, Json>()];
			await expect(run(cutRows, { left }, steps)).rejects.toThrow(PowerCut);
			const resumed = await run(cutRows, undefined, steps);
			if (session === "isolated") expect(timeless(resumed)).toEqual(timeless(whole));
			expectMarkersResolve(resumed);
			const answered = cutRows.filter(({ result }) => result?.message).map(({ request }) => request.key);
			expect(new Set(answered).size).toBe(answered.length);
		}
	},
);

test("the passes of a survey may have investigators, which are children of the survey", async () => {
	const corpus = await openLarkdb();
	const store = closeAfterTest(await openFolderStore(emptyFolder()));
	const runId = await store.create({ question });
	const options = optionsFor("survey", { model: { ...model, gather: "agent", review: false, support: false } });
	let state: ResearchState | undefined;
	await store.execute(runId, async (run) => {
		const reasoner = scriptedReasoner(diligent, run.calls);
		state = await research(run, question, options, { ...toolsFor(corpus), reasoner });
		return null;
	});
	expect(state?.turns.some(({ investigated }) => investigated)).toBe(true);
	const names = (await store.children(runId)).map(({ name }) => name);
	expect(names.filter((name) => !name.includes("/")).length).toBe(state?.passes?.length);
	expect(names.some((name) => /^pass:.*\/investigate:/.test(name))).toBe(true);
});
