import type { Draft } from "../evidence/report.ts";
import type { WriteInput } from "./reasoner.ts";

/** Words of a synthesis where no length was asked for: so many a claim, within what its depth allows. */
const wordsPerClaim = { low: 12, high: 25 };
const wordsMost = {
	quick: { low: 500, high: 1_000 },
	standard: { low: 1_200, high: 2_500 },
	deep: { low: 1_800, high: 3_500 },
} as const;
const wordsLeast = 150;
/** Counting differs: so much over the limit passes. */
export const over = 1.1;

/** The words that the body of a report may have, by its depth and its evidence; undefined where the shape or the form says it. */
export function roomOf(
	{ route, depth = "standard" }: Pick<WriteInput, "route" | "depth">,
	claims: number,
): { low: number; high: number } | undefined {
	const { words, items } = route.form ?? route.analysis?.form ?? {};
	if (words !== undefined || items !== undefined || route.shape !== "synthesis") return undefined;
	const most = wordsMost[depth];
	const within = (each: number, limit: number) =>
		Math.max(wordsLeast, Math.min(limit, Math.round((each * claims) / 50) * 50));
	return { low: within(wordsPerClaim.low, most.low), high: within(wordsPerClaim.high, most.high) };
}

/** Words of a draft's body: conclusions, table, headings, sentences. */
export function lengthOf({ bottomLine = [], table, sections }: Draft): number {
	return wordsIn(
		[
			...bottomLine.map(({ text }) => text),
			...(table?.rows ?? []).flatMap(({ label, cells }) => [
				label,
				...cells.map((one) => ("text" in one ? one.text : "")),
			]),
			...sections.flatMap(({ heading, sentences }) => [heading, ...sentences.map(({ text }) => text)]),
		].join(" "),
	);
}

export function wordsIn(text: string): number {
	return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
