import type { Claim } from "../../../evidence/claim.ts";
import type { AnswerKind, QuestionAnalysis } from "../../../evidence/question.ts";
import { type LinearModel, scoreOf } from "../../linear.ts";
import type { WriteInput } from "../../reasoner.ts";
import type { Passage } from "./find.ts";
import { lengthOf } from "./fit.ts";
import { type Counts, countsOf, Statistics, sumOf } from "./terms.ts";
import weights from "./weights.json" with { type: "json" };

/** A passage with the claims in it, and how well it is worth showing. */
export interface Scored {
	passage: Passage;
	/** Claims whose quotes lie within its pieces, the most relevant first; at least one. */
	claims: Claim[];
	counts: Counts;
	/** 0–1: how likely it is to be the one that answers, as a share of the likeliest one's chance. */
	worth: number;
}

/** `place`: one passage answers. `matter`: many sources say parts of it. */
export type Mode = "place" | "matter";

/**
 * What the worth of a passage is made of, each 0–1. `words`: BM25 of the question's words in it and its headings, the best being 1.
 * `meaning`: cosine of the embeddings of the question and of it under its headings. `length`: how long it is.
 */
export const signals = ["words", "meaning", "length"] as const;
export type Signal = (typeof signals)[number];
export type Signals = Record<Signal, number>;

/** With vectors and without. */
const models: Record<"meaning" | "words", LinearModel<Signal>> = weights;

/** Passages that are read for their meaning: the best by words. One of 200 words takes some 20 ms. */
const readByMeaning: Record<Mode, number> = { place: 24, matter: 60 };
/** A passage longer than this gains nothing by length. Words. */
const lengthMax = 200;

const broad: ReadonlySet<AnswerKind> = new Set(["explanation", "judgement"]);

export function modeOf({ kind }: QuestionAnalysis, shape: WriteInput["route"]["shape"]): Mode {
	return broad.has(kind) || (shape === "synthesis" && (kind === "value" || kind === "yes_no")) ? "matter" : "place";
}

/** A passage before it is weighed. */
export type Found = Omit<Scored, "worth">;

/** The passages with their worth, in the order given; 0 of those whose meaning was not read where others' was. */
export async function weighed(
	found: readonly Found[],
	input: WriteInput,
	analysis: QuestionAnalysis,
	mode: Mode,
): Promise<Scored[]> {
	const rows = await signalsOf(found, input, analysis, mode);
	const model = rows.some(({ features }) => features.meaning !== 0) ? models.meaning : models.words;
	const scores = rows.map(({ features }) => scoreOf(model, features));
	const best = Math.max(...scores);
	const worths = new Map(rows.map(({ one }, at) => [one, Math.exp((scores[at] ?? best) - best)]));
	return found.map((one) => ({ ...one, worth: worths.get(one) ?? 0 }));
}

/** The signals of passages; where meaning can be read, of the best by words alone, which it is read of. */
export async function signalsOf(
	found: readonly Found[],
	{ sources, similarity }: Pick<WriteInput, "sources" | "similarity">,
	analysis: QuestionAnalysis,
	mode: Mode,
): Promise<{ one: Found; features: Signals }[]> {
	const titles = new Map(sources.map(({ id, title }) => [id, title]));
	const known = new Statistics(found.map(({ counts }) => counts));
	const query = countsOf((analysis.keyWords.length > 0 ? analysis.keyWords : [analysis.core]).join(" "));
	const rows = found.map((one) => ({
		one,
		features: {
			words: known.bm25(query.keys(), sumOf([one.counts, countsOf(one.passage.path.join(" "))])),
			meaning: 0,
			length: Math.min(1, lengthOf(one.passage.pieces) / lengthMax),
		},
	}));
	const most = Math.max(...rows.map(({ features }) => features.words), 1e-9);
	for (const { features } of rows) features.words /= most;
	const near = rows.toSorted((a, b) => b.features.words - a.features.words).slice(0, readByMeaning[mode]);
	const cosines = await similarity?.(
		analysis.core,
		near.map(
			({ one: { passage } }) => `${[titles.get(passage.sourceId), ...passage.path].join(" › ")}\n${textOf(passage)}`,
		),
	);
	if (!cosines) return rows;
	for (const [at, { features }] of near.entries()) features.meaning = cosines[at] ?? 0;
	return near;
}

export function textOf({ pieces }: Passage): string {
	return pieces.map(({ text }) => text).join("\n");
}
