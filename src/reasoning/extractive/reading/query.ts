import type { AnswerType } from "../../../evidence/question.ts";
import type { ExtractInput } from "../../reasoner.ts";
import { contentStems, isStopWord, stemsOf, wordsIn } from "../../text/words.ts";
import { analysisOf } from "../question/analysis.ts";

/** What is looked for in a page. */
export interface Query {
	/** By stem its weight; `own` are the sub-question's, the others only the whole question holds. */
	terms: ReadonlyMap<string, { weight: number; own: boolean }>;
	/** The stems of each name that the sub-question or its focus gives; of the question where it gives none. */
	names: readonly (readonly string[])[];
	/** The same, or what is asked about where nothing has a name. */
	subjects: readonly (readonly string[])[];
	type: AnswerType;
	/** A first look: the beginnings of all terms, so that most of a long page is never stemmed. */
	may: RegExp;
}

/** Weight of a stem of a name, of another word, and of a word that only the whole question holds. */
const weights = { name: 1.5, word: 1, around: 0.3 };
/** Words that begin alike (`director`, `directed`; a case or a plural of another language) are taken for kin. Letters. */
const kinLetters = 5;

export function queryOf({
	question,
	route,
	subQuestion,
}: Pick<ExtractInput, "question" | "route" | "subQuestion">): Query {
	const isWhole = question === subQuestion.text;
	const own = analysed(subQuestion.text, isWhole ? route : undefined);
	const given = [...subQuestion.focus, ...(subQuestion.subject === undefined ? [] : [subQuestion.subject])];
	const ofAsked = [...(own?.names ?? []), ...given];
	const called = ofAsked.length > 0 || isWhole ? ofAsked : (analysed(question, route)?.names ?? []);
	// Where nothing has a name, what is asked about takes its place.
	const topics = route.subjects.length > 0 ? route.subjects : own?.topic === undefined ? [] : [own.topic];
	const stemsOfAll = (all: readonly string[]) =>
		all.map((name) => contentStems(name)).filter((stems) => stems.length > 0);
	const names = stemsOfAll(called);
	// Who asks for `work_mem` means that very word: neither its parts nor what begins like it.
	const identifiers = [...new Set(wordsIn(subQuestion.text).map(({ lower }) => lower))].filter(isIdentifier);
	const subjects =
		identifiers.length > 0 ? identifiers.map((one) => [one]) : names.length > 0 ? names : stemsOfAll(topics);
	const parts = new Set(identifiers.flatMap((one) => stemsOf(one).slice(1)));
	const terms = new Map<string, { weight: number; own: boolean }>();
	for (const stem of contentStems(question)) terms.set(stem, { weight: weights.around, own: false });
	for (const stem of contentStems(subQuestion.text)) terms.set(stem, { weight: weights.word, own: true });
	for (const stem of [...names, ...subjects.filter(([stem = ""]) => isIdentifier(stem))].flat())
		terms.set(stem, { weight: weights.name, own: true });
	for (const stem of parts) terms.set(stem, { weight: weights.around, own: false });
	return {
		terms,
		names,
		subjects,
		type: own === undefined || own.wh === "" ? route.answerType : own.answerType,
		may: mayHold([...terms.keys()]),
	};
}

function isIdentifier(word: string): boolean {
	return /\p{L}_\p{L}|\p{N}_\p{L}/u.test(word);
}

/** The analysis of a text, where it holds words. */
function analysed(text: string, route: ExtractInput["route"] | undefined) {
	return wordsIn(text).length === 0 ? undefined : analysisOf(text, route);
}

function mayHold(stems: readonly string[]): RegExp {
	const beginnings = stems.map((stem) =>
		stem.slice(0, Math.max(2, Math.min(kinLetters, stem.length - 1))).replace(/[^\p{L}\p{N}]/gu, "."),
	);
	return beginnings.length === 0 ? /^(?!)/ : new RegExp(beginnings.join("|"), "iu");
}

/** A text's stems, with what tells kin. */
export interface Stems {
	all: ReadonlySet<string>;
	beginnings: ReadonlySet<string>;
	count: number;
}

export const noStems: Stems = { all: new Set(), beginnings: new Set(), count: 0 };

export function stemsIn(text: string): Stems {
	const all = new Set<string>();
	let count = 0;
	for (const { lower } of wordsIn(text)) {
		if (isStopWord(lower)) continue;
		count++;
		for (const stem of stemsOf(lower)) all.add(stem);
	}
	const long = [...all].filter((stem) => stem.length >= kinLetters);
	return { all, beginnings: new Set(long.map((stem) => stem.slice(0, kinLetters))), count };
}

/** What a word that only begins alike is worth of the word. */
const kin = 0.6;

/** How much of a term a text holds, 0–1. */
export function held(term: string, { all, beginnings }: Stems): number {
	if (all.has(term)) return 1;
	return term.length >= kinLetters && !isIdentifier(term) && beginnings.has(term.slice(0, kinLetters)) ? kin : 0;
}

/** The best share of one name's words that a text holds, 0–1. */
export function nameHeld(names: readonly (readonly string[])[], stems: Stems): number {
	return names.reduce((best, name) => Math.max(best, shareOf(name, stems)), 0);
}

function shareOf(words: readonly string[], stems: Stems): number {
	return words.reduce((sum, word) => sum + held(word, stems), 0) / Math.max(1, words.length);
}
