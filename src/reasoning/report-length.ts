import type { Draft } from "../evidence/report.ts";
import type { WriteInput } from "./reasoner.ts";

/** Words per claim of a synthesis whose question asks for no length, within the limits of its depth. */
const wordsPerClaim = { low: 12, high: 25 };
const wordsByDepth = {
	quick: { low: 500, high: 1_000 },
	standard: { low: 1_200, high: 2_500 },
	deep: { low: 1_800, high: 3_500 },
	survey: { low: 3_000, high: 8_000 },
} as const;
const wordsMin = 150;
/** Counting differs, so a text may be this much longer than its limit. Factor. */
export const lengthTolerance = 1.1;

/** How many words a report's body may have, by depth and number of claims. Undefined where the shape or the form decides it. */
export function reportLengthRange(
	{ route, depth = "standard" }: Pick<WriteInput, "route" | "depth">,
	claims: number,
): { low: number; high: number } | undefined {
	const { words, items } = route.form ?? route.analysis?.form ?? {};
	if (words !== undefined || items !== undefined || route.shape !== "synthesis") return undefined;
	const limits = wordsByDepth[depth];
	const scaled = (each: number, limit: number) =>
		Math.max(wordsMin, Math.min(limit, Math.round((each * claims) / 50) * 50));
	return { low: scaled(wordsPerClaim.low, limits.low), high: scaled(wordsPerClaim.high, limits.high) };
}

/** The number of words in a draft's body: conclusions, table, headings, sentences. */
export function countDraftWords({ bottomLine = [], table, sections }: Draft): number {
	return countSpacedWords(
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

export function countSpacedWords(text: string): number {
	return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
