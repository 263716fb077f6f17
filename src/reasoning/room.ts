import type { Draft } from "../evidence/report.ts";
import type { WriteInput } from "./reasoner.ts";

/** Words per claim of a synthesis whose question asks for no length, within the limits of its depth. */
const wordsPerClaim = { low: 12, high: 25 };
const wordsMost = {
	quick: { low: 500, high: 1_000 },
	standard: { low: 1_200, high: 2_500 },
	deep: { low: 1_800, high: 3_500 },
} as const;
const wordsLeast = 150;
/** Counting differs, so a text may be this much longer than its limit. Factor. */
export const over = 1.1;

/** How many words a report's body may have, by depth and number of claims. Undefined where the shape or the form decides it. */
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

/** The number of words in a draft's body: conclusions, table, headings, sentences. */
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
