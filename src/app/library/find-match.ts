import type { RunOptions } from "../../evidence/event.ts";
import { openTextSimilarity } from "../../sources/vectors/text-similarity.ts";
import type { RunRecord, Store } from "../../store/store.ts";
import { parseCampaignInput } from "../campaign/campaign-input.ts";
import { parseRunInput, type RunInput, type RunOutput, storedOutcome } from "../run.ts";
import { canBeSameQuestion, wordSimilarity } from "./same-question.ts";

/** How a match was found: word for word, by the embedding model, or by words. */
export type MatchKind = "exact" | "meaning" | "words";

/** A finished run whose report may answer a question. */
export interface RunMatch {
	id: string;
	question: string;
	createdAt: Date;
	kind: MatchKind;
	/** The cosine of the embeddings, or the Dice coefficient of the words; 1 for the same question. */
	similarity: number;
	/** It was written without a model, and the new run would use one. */
	isWithoutModel: boolean;
}

/** From this similarity on, questions that pass the rules count as the same (docs/figures.md, "Questions asked before"). */
export const matchThresholds = { meaning: 0.91, words: 0.85 } as const;

export function isSameQuestion(canBe: boolean, kind: keyof typeof matchThresholds, similarity: number): boolean {
	return canBe && similarity >= matchThresholds[kind];
}

/** Runs that are compared by meaning, newest first: each costs some 10 ms. */
const comparedMax = 200;

/**
 * The finished run with a report, on the same sources, whose question is most similar to that of `input`: the newest of the same
 * words, else the nearest by meaning. `vectors`: the embedding model may be loaded. Undefined when none is near enough.
 */
export async function findMatch(store: Store, input: RunInput, vectors: boolean): Promise<RunMatch | undefined> {
	const candidates = (await store.runs()).flatMap((run) => {
		const earlier = isReported(run) && !parseCampaignInput(run.input) ? parseRunInput(run.input) : undefined;
		if (earlier?.pulseOf || earlier?.evaluatedBy || earlier?.options.earlier?.monitored) return [];
		return earlier && haveSameSources(earlier.options, input.options) ? [{ run, earlier }] : [];
	});
	const toMatch = (one: (typeof candidates)[number], kind: MatchKind, similarity: number): RunMatch => ({
		...{ id: one.run.id, question: one.earlier.question, createdAt: one.run.createdAt, kind, similarity },
		isWithoutModel: input.options.model !== undefined && one.earlier.options.model === undefined,
	});
	const exact = candidates.find(({ earlier }) => comparable(earlier.question) === comparable(input.question));
	if (exact) return toMatch(exact, "exact", 1);
	const possible = candidates
		.slice(0, comparedMax)
		.filter(({ earlier }) => canBeSameQuestion(input.question, earlier.question));
	if (possible.length === 0) return undefined;
	const questions = possible.map(({ earlier }) => earlier.question);
	const byMeaning = vectors ? await cosinesOf(input.question, questions) : undefined;
	const kind = byMeaning ? "meaning" : "words";
	const similarities = byMeaning ?? questions.map((question) => wordSimilarity(input.question, question));
	const [best] = possible
		.map((one, at) => toMatch(one, kind, similarities[at] ?? 0))
		.toSorted((a, b) => b.similarity - a.similarity);
	return best && isSameQuestion(true, kind, best.similarity) ? best : undefined;
}

function isReported(run: RunRecord): boolean {
	const outcome = storedOutcome((run.output ?? {}) as Partial<RunOutput>);
	return run.status === "completed" && (outcome === "complete" || outcome === "partial");
}

/** Whether two runs look in the same places: folders, services, named pages, domains and dates. A run on stored pages never matches. */
function haveSameSources(a: RunOptions, b: RunOptions): boolean {
	const placesOf = ({ corpus, web, from }: RunOptions) => {
		const { search = [], searxng, urls = [], sites = [], since } = web ?? {};
		return JSON.stringify([corpus, search.toSorted(), searxng, urls.toSorted(), sites.toSorted(), since, from]);
	};
	return a.from === undefined && placesOf(a) === placesOf(b);
}

function comparable(question: string): string {
	return question.toLowerCase().replace(/[\s?.!]+$/u, "");
}

/** Undefined when the embedding model cannot be used here. */
async function cosinesOf(question: string, others: readonly string[]): Promise<number[] | undefined> {
	const texts = openTextSimilarity(() => undefined);
	try {
		return await texts.cosines(question, others);
	} finally {
		await texts.close();
	}
}
