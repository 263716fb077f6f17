import type { ExtractInput } from "../../reasoner.ts";
import { contentStems, stemsOf, wordsIn } from "../../text/words.ts";
import { analysisOf } from "../question/analysis.ts";

/** What is looked for in a page. */
export interface Query {
	/** By stem its weight; `own` are the sub-question's, the others only the whole question holds. */
	terms: ReadonlyMap<string, { weight: number; own: boolean }>;
	/** The stems of each name that the sub-question or its focus gives; where nothing has a name, of what is asked about. */
	subjects: readonly (readonly string[])[];
}

/** Weight of a word that only the whole question holds, and of a part of an identifier: who asks for `work_mem` means that very word. */
const around = 0.3;

export function queryOf({
	question,
	route,
	subQuestion,
}: Pick<ExtractInput, "question" | "route" | "subQuestion">): Query {
	const isWhole = question === subQuestion.text;
	const own = analysed(subQuestion.text, isWhole ? route : undefined);
	const named = [...(own?.names ?? []), ...subQuestion.focus, subQuestion.subject ?? ""];
	const identifiers = wordsIn(subQuestion.text).flatMap(({ lower }) => (isIdentifier(lower) ? [lower] : []));
	const subjects = [
		[...new Set(identifiers)].map((one) => [one]),
		...[
			named,
			isWhole ? [] : (analysed(question, route)?.names ?? []),
			route.subjects.length > 0 ? route.subjects : [own?.topic ?? ""],
		].map((names) => names.map(contentStems)),
	].map((names) => names.filter((stems) => stems.length > 0));
	const terms = new Map<string, { weight: number; own: boolean }>();
	for (const stem of contentStems(question)) terms.set(stem, { weight: around, own: false });
	for (const stem of [subQuestion.text, ...named].flatMap(contentStems)) terms.set(stem, { weight: 1, own: true });
	for (const part of identifiers.flatMap((one) => stemsOf(one).slice(1)))
		terms.set(part, { weight: around, own: false });
	return {
		terms,
		subjects: subjects.find((names) => names.length > 0) ?? [],
	};
}

function isIdentifier(word: string): boolean {
	return /\p{L}_\p{L}|\p{N}_\p{L}/u.test(word);
}

/** The analysis of a text, where it holds words. */
function analysed(text: string, route: ExtractInput["route"] | undefined) {
	return wordsIn(text).length === 0 ? undefined : analysisOf(text, route);
}

/** The best share of one name's stems that a text holds, 0–1. */
export function nameHeld(names: readonly (readonly string[])[], stems: ReadonlySet<string>): number {
	return Math.max(0, ...names.map((name) => name.filter((stem) => stems.has(stem)).length / name.length));
}
