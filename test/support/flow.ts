import type { RunOptions } from "../../src/evidence/event.ts";
import { type DepthName, depths } from "../../src/evidence/plan.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import { createRulesReasoner } from "../../src/reasoning/rules/index.ts";
import { research } from "../../src/research/loop.ts";
import type { Tools } from "../../src/research/tools.ts";
import { type Corpus, openCorpus } from "../../src/sources/corpus/corpus.ts";
import { createCorpusSource } from "../../src/sources/corpus/source.ts";
import type { RunContext } from "../../src/store/store.ts";
import { memoryPages, memoryRun } from "./memory.ts";

export function optionsFor(depth: DepthName, more: Partial<RunOptions> = {}): RunOptions {
	const { sources, steps } = depths[depth];
	return {
		corpus: [],
		depth,
		planner: "guided",
		vectors: false,
		deadlineMs: 1_200_000,
		maxSources: sources,
		maxSteps: steps,
		...more,
	};
}

export function toolsFor(corpus: Corpus): Tools {
	const { documents, passages } = corpus.stats;
	return {
		reasoner: createRulesReasoner(),
		source: createCorpusSource(corpus),
		pages: memoryPages(),
		sourceInfo: { documents, passages, fingerprint: corpus.fingerprint },
	};
}

/** The whole method on a folder, without a durable store. */
export async function researchFolder(
	question: string,
	folder: string,
	indexFolder: string,
	more: Partial<RunOptions> = {},
	run: RunContext = memoryRun(),
): Promise<ResearchState> {
	const corpus = await openCorpus({ folders: [folder], indexFolder, vectors: false });
	try {
		return await research(run, question, optionsFor(more.depth ?? "standard", more), toolsFor(corpus));
	} finally {
		await corpus.close();
	}
}
