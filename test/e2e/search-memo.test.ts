import { expect, test } from "vitest";
import { shortHash } from "../../src/base/hash.ts";
import type { Json } from "../../src/base/json.ts";
import { queryKey } from "../../src/evidence/search-memo.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import { research } from "../../src/research/loop.ts";
import { type Corpus, openCorpus } from "../../src/sources/corpus/corpus.ts";
import { closeAfterTest } from "../support/close.ts";
import { optionsFor, toolsFor } from "../support/flow.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { memoryPages, memoryRun } from "../support/memory.ts";
import { agent, pipeline } from "../support/planning.ts";
import { failing, PowerCut } from "../support/power-cut.ts";
import { type Mind, says, scriptedReasoner } from "../support/scripted.ts";

const question = "How does compaction work in Larkdb, and what are its costs?";

/** Investigators that all ask for the same, each in another spelling, and read what they find. */
const alike: Mind = ({ transcript, subQuestion, only }) => {
	if (only === "report" || transcript.length > 1) return says(["report", { summary: "", claims: [], gaps: ["more"] }]);
	const query = Number(subQuestion.id.slice(1)) % 2 === 0 ? "Merge  segments?" : "merge segments";
	return says(["search", { query }], ["read", { id: "r1" }]);
};

/** The run's end, and what it sent to the source. */
async function run(corpus: Corpus, steps: Map<string, Json>, model = agent, pages = memoryPages()) {
	const sent: string[] = [];
	const base = toolsFor(corpus);
	const source: typeof base.source = {
		...base.source,
		search: (query, ...rest) => {
			sent.push(queryKey(query));
			return base.source.search(query, ...rest);
		},
	};
	const tools = { ...base, pages, source, reasoner: scriptedReasoner(alike) };
	const options = optionsFor("deep", { model, width: 2 });
	const state = await research(memoryRun(steps), question, options, tools).catch((error: unknown) => {
		if (!(error instanceof PowerCut)) throw error;
		return undefined;
	});
	return { state, sent };
}

async function open(): Promise<Corpus> {
	return closeAfterTest(await openCorpus({ folders: [folderOf(larkdb)], indexFolder: emptyFolder(), vectors: false }));
}

/** A state without its times. */
function timeless(state: ResearchState | undefined): unknown {
	return JSON.parse(JSON.stringify(state, (key, value: unknown) => (key === "elapsedMs" ? 0 : value)));
}

test("no query is sent twice: by the pipeline, by investigators of one wave, by those of the next, or after a power cut", async () => {
	const corpus = await open();
	const whole = await run(corpus, new Map());
	const asked = whole.state?.turns.flatMap(({ queries }) => queries.map(queryKey)) ?? [];
	expect(asked.filter((query) => query === "merge segments").length).toBeGreaterThan(2);
	expect(whole.sent.toSorted()).toEqual([...new Set(whole.sent)].toSorted());
	let isSharedRecorded = false;
	for (let left = 3; ; left += 4) {
		const steps = new Map<string, Json>();
		const pages = memoryPages();
		const cut = await run(corpus, failing(steps, { left }), agent, pages);
		if (cut.state) break;
		const isShared = steps.has(sharedStep);
		const recorded = recordedQueries(steps);
		isSharedRecorded ||= isShared;
		const resumed = await run(corpus, steps, agent, pages);
		expect(resumed.sent.filter((query) => recorded.has(query))).toEqual([]);
		if (isShared) expect(resumed.sent).not.toContain("merge segments");
		expect(resumed.sent.toSorted()).toEqual([...new Set(resumed.sent)].toSorted());
		expect(timeless(resumed.state)).toEqual(timeless(whole.state));
	}
	expect(isSharedRecorded).toBe(true);
});

/** The step that sends the query of all investigators. */
const sharedStep = `search:${shortHash("merge segments")}/send`;

/** The queries of the pipeline whose answers the log holds. */
function recordedQueries(steps: ReadonlyMap<string, Json>): Set<string> {
	const lists = [...steps].flatMap(([name, output]) => {
		const { lists = [] } = (output ?? {}) as { lists?: unknown[] };
		return name.startsWith("search:") && !name.endsWith("/send") ? (lists as { query: string }[]) : [];
	});
	return new Set(lists.map(({ query }) => queryKey(query)));
}

test("an action whose query an action before it has sent gets the same results without sending it", async () => {
	const corpus = await open();
	const { sent, state } = await run(corpus, new Map(), pipeline);
	expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted());
	const shared = state?.turns.filter(({ queries }) => queries.includes(question)) ?? [];
	expect(shared.length).toBeGreaterThan(1);
	const pageSets = shared.map(({ hits }) => new Set(hits.map(({ url }) => url)));
	const [first = new Set()] = pageSets;
	expect(first.size).toBeGreaterThan(0);
	for (const pages of pageSets) expect([...first].filter((url) => !pages.has(url))).toEqual([]);
});
