import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shortHash } from "../../src/base/hash.ts";
import type { RunOptions } from "../../src/evidence/event.ts";
import { depths } from "../../src/evidence/plan.ts";
import type { Answer } from "../../src/evidence/report.ts";
import type { WriteInput } from "../../src/reasoning/reasoner.ts";
import { createRulesReasoner } from "../../src/reasoning/rules/index.ts";
import { research } from "../../src/research/loop.ts";
import type { Corpus } from "../../src/sources/corpus/corpus.ts";
import { createCorpusSource } from "../../src/sources/corpus/source.ts";
import { memoryPages, memoryRun } from "../../test/support/memory.ts";

/** What the report on a question is written from. */
export type DraftInput = WriteInput & { answer: Answer | undefined };

/** Where benches keep what is slow to make. */
export const benchCache =
	process.env.ASSAY_BENCH_CACHE ?? join(import.meta.dirname, "../../node_modules/.cache/assay-bench");
const folder = join(benchCache, "inputs");

/**
 * What the extractive report on a question is written from, after the whole research at standard depth; undefined where nothing was
 * found to write of. Kept under `key` in the cache, so that what is shown can be tuned without research. Delete the folder to have it anew.
 */
export async function draftInputOf(
	corpus: () => Promise<Corpus>,
	question: string,
	key: string,
): Promise<DraftInput | undefined> {
	const file = join(folder, `${shortHash([key, question])}.json`);
	const known = readIfThere(file);
	if (known !== undefined) return (JSON.parse(known) as { input?: DraftInput }).input;
	const input = await researchedInput(await corpus(), question);
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, JSON.stringify({ input }));
	return input;
}

async function researchedInput(corpus: Corpus, question: string): Promise<DraftInput | undefined> {
	const reasoner = createRulesReasoner();
	let kept: DraftInput | undefined;
	const { documents, passages, vectors } = corpus.stats;
	const { sources: maxSources, steps: maxSteps } = depths.standard;
	const options: RunOptions = {
		...{ corpus: [], depth: "standard", planner: "guided", vectors, deadlineMs: 1_200_000, maxSources, maxSteps },
	};
	await research(memoryRun(), question, options, {
		reasoner: {
			...reasoner,
			draft: async (input) => {
				kept ??= input;
				return { sections: [] };
			},
		},
		source: createCorpusSource(corpus),
		pages: memoryPages(),
		sourceInfo: { documents, passages, fingerprint: corpus.fingerprint },
	});
	return kept;
}

export function readIfThere(file: string): string | undefined {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return undefined;
	}
}
