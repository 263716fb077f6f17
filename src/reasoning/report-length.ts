import type { Draft } from "../evidence/report.ts";
import type { WriteInput } from "./reasoner.ts";

/** A synthesis with few claims has at most as many words for each. */
const wordsPerClaim = { low: 10, high: 20 };
/**
 * Words of a synthesis whose question asks for no length, by depth: `base` and as many for `each` planned sub-question, at most `high`. A
 * reader finds the answer in half of what was written before; a survey is one report of several passes.
 */
const wordsByDepth = {
	quick: { base: 350, each: 70, high: 800 },
	standard: { base: 900, each: 120, high: 1_800 },
	deep: { base: 1_300, each: 150, high: 2_800 },
	survey: { base: 3_000, each: 250, high: 8_000 },
} as const;
/** The least of a report's words, as a share of the most. */
const lowShare = 0.7;
const wordsMin = 150;
/** Counting differs, so a text may be this much longer than its limit. Factor. */
export const lengthTolerance = 1.1;

/**
 * How many words a report's body may have, by depth, number of planned sub-questions and number of claims. Undefined where the shape or the
 * form decides it.
 */
export function reportLengthRange(
	{ route, depth = "standard", plan }: Pick<WriteInput, "route" | "depth" | "plan">,
	claims: number,
): { low: number; high: number } | undefined {
	const { words, items } = route.form ?? route.analysis?.form ?? {};
	if (words !== undefined || items !== undefined || route.shape !== "synthesis") return undefined;
	const { base, each, high } = wordsByDepth[depth];
	const planned = plan.subQuestions.filter(({ origin, dropped }) => origin === "plan" && !dropped).length;
	const most = Math.min(high, base + each * planned);
	const scaled = (perClaim: number, limit: number) =>
		Math.max(wordsMin, Math.min(limit, Math.round((perClaim * claims) / 50) * 50));
	return {
		low: scaled(wordsPerClaim.low, Math.round((most * lowShare) / 50) * 50),
		high: scaled(wordsPerClaim.high, Math.round(most / 50) * 50),
	};
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
