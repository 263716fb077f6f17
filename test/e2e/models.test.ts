import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import type { CallRecord } from "../../src/evidence/call.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import { createAsker } from "../../src/reasoning/model/asking/create-asker.ts";
import { createModelReasoner } from "../../src/reasoning/model/index.ts";
import { openLedger } from "../../src/reasoning/model/money/ledger.ts";
import { openModel } from "../../src/reasoning/model/wire/open-model.ts";
import type { Reasoner } from "../../src/reasoning/reasoner.ts";
import { createRulesReasoner } from "../../src/reasoning/rules/index.ts";
import { research } from "../../src/research/loop.ts";
import { type Corpus, openCorpus } from "../../src/sources/corpus/corpus.ts";
import type { PageStore } from "../../src/store/store.ts";
import { optionsFor, toolsFor } from "../support/flow.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { memoryCalls, memoryPages, memoryRun } from "../support/memory.ts";
import { startSimulatedModel } from "../support/simulated.ts";

interface World {
	folder: string;
	corpus: Corpus;
	baseUrl: string;
	/** The body of each request that came over the wire. */
	sent: string[];
}

async function world(): Promise<World> {
	const folder = folderOf(larkdb);
	const opened = await openCorpus({ folders: [folder], indexFolder: emptyFolder(), vectors: false });
	const sent: string[] = [];
	const server = await startSimulatedModel({ onRequest: (_role, { body }) => sent.push(JSON.stringify(body)) });
	onTestFinished(async () => {
		await server.close();
		await opened.close();
	});
	// One page that every search may find is gone, and the fault says where it was.
	const corpus: Corpus = Object.assign(Object.create(opened) as Corpus, {
		read: (url: string, signal?: AbortSignal) =>
			url.endsWith("operations.md")
				? Promise.reject(new Error(`ENOENT: no such file, open '${new URL(url).pathname}' (${url})`))
				: opened.read(url, signal),
		search: (...given: Parameters<Corpus["search"]>) => opened.search(...given),
		titles: (...given: Parameters<Corpus["titles"]>) => opened.titles(...given),
	});
	return { folder, corpus, baseUrl: server.baseUrl, sent };
}

interface Kept {
	steps: Map<string, Json>;
	rows: CallRecord[];
	pages: PageStore;
}

type Gather = "pipeline" | "agent";

/** The whole method over a model's wire, on what is kept of an earlier process. */
async function asked(
	{ corpus, baseUrl }: World,
	question: string,
	gather: Gather,
	kept: Kept,
	session: "isolated" | "single" = "isolated",
	changed: (reasoner: Reasoner) => Partial<Reasoner> = () => ({}),
): Promise<ResearchState> {
	const name = "openai-compatible:simulated";
	const model = openModel({ provider: "openai-compatible", model: "simulated", baseUrl });
	const calls = memoryCalls(kept.rows);
	const ledger = openLedger({ log: calls, records: structuredClone(kept.rows) });
	const asker = createAsker({ lead: model, utility: model, ledger, session, records: structuredClone(kept.rows) });
	const own = createModelReasoner({ asker, fallback: createRulesReasoner(), name });
	const reasoner = { ...own, ...changed(own) };
	const options = optionsFor("standard", {
		model: { lead: name, utility: name, gather, session, review: true, support: true, rewrite: true },
	});
	const tools = { ...toolsFor(corpus), reasoner, pages: kept.pages, meter: ledger };
	return research(memoryRun(kept.steps, calls), question, options, tools);
}

const lookup = "What is the default port of the Larkdb server?";
const synthesis = "How does compaction work in Larkdb, and what are its costs?";

test.each<[string, Gather, string, ("single" | undefined)?]>([
	["a lookup", "pipeline", lookup],
	["a synthesis", "pipeline", synthesis],
	["a lookup of investigators", "agent", lookup],
	["a synthesis of investigators", "agent", synthesis],
	["a synthesis of investigators in one conversation", "agent", synthesis, "single"],
	["a lookup in one conversation", "pipeline", lookup, "single"],
])(
	"%s tells models no address, and a process that goes on after any step asks for nothing that was answered",
	async (_name, gather, question, session) => {
		const here = await world();
		const kept: Kept = { steps: new Map(), rows: [], pages: memoryPages() };
		const whole = await asked(here, question, gather, kept, session);
		expect(whole.report).toBeDefined();
		expect(whole.unread).toMatchObject([{ title: expect.any(String) }]);
		for (const words of [...here.sent, JSON.stringify(whole.report)]) {
			expect(words).not.toContain("file:");
			expect(words).not.toContain(here.folder);
		}
		// A form with "or null" in it leads small models to answer null.
		for (const words of here.sent) expect(words).not.toContain("anyOf");
		expect(new Set(kept.rows.map(({ request }) => request.key)).size).toBe(kept.rows.length);

		const all = [...kept.steps];
		here.sent.length = 0;
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: all.length }), async (count) => {
				const steps = new Map(all.slice(0, count));
				const again = await asked(
					here,
					question,
					gather,
					{ ...kept, steps, rows: structuredClone(kept.rows) },
					session,
				);
				expect(here.sent).toEqual([]);
				expect(again.report).toEqual(whole.report);
			}),
			{ numRuns: 8 },
		);
	},
);

test("what is missing is asked for only while a lookup's answer is neither stated whole nor quoted and checked", async () => {
	const here = await world();
	const analyses = async (complete: boolean, confidence: "medium" | "low") => {
		const kept: Kept = { steps: new Map(), rows: [], pages: memoryPages() };
		await asked(here, lookup, "pipeline", kept, "isolated", (own) => ({
			answer: async (...given) => {
				const found = await own.answer(...given);
				return found && { ...found, complete, confidence };
			},
		}));
		return kept.rows.filter(({ request }) => request.role === "findGaps").length;
	};
	expect(await analyses(true, "medium")).toBe(0);
	expect(await analyses(false, "medium")).toBe(0);
	expect(await analyses(false, "low")).toBeGreaterThan(0);
});
