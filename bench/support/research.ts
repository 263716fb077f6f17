import type { RunOptions } from "../../src/evidence/event.ts";
import { type DepthName, depths } from "../../src/evidence/plan.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import { createRulesReasoner } from "../../src/reasoning/rules/index.ts";
import { research } from "../../src/research/loop.ts";
import type { Corpus } from "../../src/sources/corpus/corpus.ts";
import { createCorpusSource } from "../../src/sources/corpus/source.ts";
import { memoryPages, memoryRun } from "../../test/support/memory.ts";

/** The whole flow in this process, without a model and without a store: its steps are kept in memory while it runs. */
export async function researched(
	corpus: Corpus,
	question: string,
	depth: DepthName,
	more: Partial<RunOptions> = {},
): Promise<ResearchState> {
	const { documents, passages, vectors } = corpus.stats;
	const options: RunOptions = {
		corpus: [],
		depth,
		planner: "guided",
		vectors,
		deadlineMs: 1_200_000,
		maxSources: depths[depth].sources,
		maxSteps: depths[depth].steps,
		...more,
	};
	return research(memoryRun(), question, options, {
		reasoner: createRulesReasoner(),
		source: createCorpusSource(corpus),
		pages: memoryPages(),
		sourceInfo: { documents, passages, fingerprint: corpus.fingerprint },
	});
}

/** The id of the record behind an address of a `.jsonl` corpus. */
export function recordOf(url: string): string {
	return decodeURIComponent(url.slice(url.indexOf("#") + 1));
}

/** The ids of the first records of one search, best first. */
export async function firstRecords(corpus: Corpus, query: string, count: number): Promise<string[]> {
	// At most two passages of one record are found.
	const hits = await corpus.search(query, 2 * count);
	return [...new Set(hits.map(({ url }) => recordOf(url)))].slice(0, count);
}
