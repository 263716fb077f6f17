import type { Claim } from "../../../evidence/claim.ts";
import type { AnswerKind, QuestionAnalysis } from "../../../evidence/question.ts";
import { type LinearModel, scoreOf } from "../../linear.ts";
import type { WriteInput } from "../../reasoner.ts";
import type { Passage } from "./find.ts";
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

/** The passages with their worth, in the order given. Where meaning can be read, only those that it was read of. */
export async function weighed(
	found: readonly Found[],
	input: WriteInput,
	analysis: QuestionAnalysis,
	mode: Mode,
): Promise<Scored[]> {
	const { rows, isRead } = await signalsOf(found, input, analysis, mode);
	const scores = rows.map(({ features }) => scoreOf(isRead ? models.meaning : models.words, features));
	const best = Math.max(...scores);
	return rows.map(({ one }, at) => ({ ...one, worth: Math.exp((scores[at] ?? best) - best) }));
}

/** The signals of passages; `isRead`: their meaning was read, of those that are best by words. */
export async function signalsOf(
	found: readonly Found[],
	{ sources, similarity }: Pick<WriteInput, "sources" | "similarity">,
	analysis: QuestionAnalysis,
	mode: Mode,
): Promise<{ rows: { one: Found; features: Signals }[]; isRead: boolean }> {
	const titles = new Map(sources.map(({ id, title }) => [id, title]));
	const known = new Statistics(found.map(({ counts }) => counts));
	const query = countsOf((analysis.keyWords.length > 0 ? analysis.keyWords : [analysis.core]).join(" "));
	const rows = found.map((one) => ({
		one,
		features: {
			words: known.bm25(query.keys(), sumOf([one.counts, countsOf(one.passage.path.join(" "))])),
			meaning: 0,
			length: Math.min(1, lengthOf(one) / lengthMax),
		},
	}));
	const most = Math.max(...rows.map(({ features }) => features.words), 1e-9);
	for (const { features } of rows) features.words /= most;
	const near = new Set(rows.toSorted((a, b) => b.features.words - a.features.words).slice(0, readByMeaning[mode]));
	const read = rows.filter((row) => near.has(row));
	const cosines = await similarity?.(
		analysis.core,
		read.map(
			({ one: { passage } }) => `${[titles.get(passage.sourceId), ...passage.path].join(" › ")}\n${textOf(passage)}`,
		),
	);
	if (!cosines) return { rows, isRead: false };
	for (const [at, { features }] of read.entries()) features.meaning = cosines[at] ?? 0;
	return { rows: read, isRead: true };
}

export function textOf({ pieces }: Passage): string {
	return pieces.map(({ text }) => text).join("\n");
}

function lengthOf({ passage }: Found): number {
	return textOf(passage).match(/\S+/g)?.length ?? 0;
}
