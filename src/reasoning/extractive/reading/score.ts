import type { AnswerType } from "../../../evidence/question.ts";
import { quantitiesIn } from "../../../evidence/numbers.ts";
import { entitiesIn } from "../language/entities.ts";
import { isStopWord, stemsOf, wordsIn } from "../language/words.ts";
import type { Placed } from "./context.ts";
import type { Wanted } from "./terms.ts";

/** What a term in the title, the headings or the term line is worth beside one in the sentence itself. */
const inContext = 0.55;
/** A word that shares its beginning with a term (`director`, `directed`) is worth this much of it. */
const alike = 0.6;
const alikeLetters = 5;

export interface Scored {
	placed: Placed;
	/** Weighted share of the wanted terms that the sentence itself holds, 0–1. */
	own: number;
	/** The same with its context's terms, 0–1. */
	whole: number;
	/** Distinct wanted terms in the sentence itself. */
	matched: number;
}

function stemSet(text: string): Set<string> {
	const out = new Set<string>();
	for (const { lower } of wordsIn(text)) {
		if (isStopWord(lower)) continue;
		for (const form of stemsOf(lower)) out.add(form);
	}
	return out;
}

/** How much of a term a set of stems holds: all, a part for a word of the same family, or nothing. */
function held(term: string, stems: ReadonlySet<string>, beginnings: ReadonlySet<string>): number {
	if (stems.has(term)) return 1;
	return term.length >= alikeLetters && beginnings.has(term.slice(0, alikeLetters)) ? alike : 0;
}

function beginningsOf(stems: ReadonlySet<string>): Set<string> {
	const out = new Set<string>();
	for (const each of stems) if (each.length >= alikeLetters) out.add(each.slice(0, alikeLetters));
	return out;
}

/** Scores a page's sentences by the wanted terms they hold, rare terms counting more. */
export function scoreSentences(page: readonly Placed[], title: string, wanted: Wanted): Scored[] {
	const own = page.map(({ sentence }) => stemSet(sentence.text));
	const frequency = new Map<string, number>();
	for (const stems of own) for (const each of stems) if (wanted.terms.has(each)) frequency.set(each, (frequency.get(each) ?? 0) + 1);
	const titleStems = stemSet(title);
	const contexts = new Map<string, ReadonlySet<string>>();
	const contextOf = (above: readonly string[]) => {
		const key = above.join("\n");
		const before = contexts.get(key);
		if (before) return before;
		const made = new Set([...titleStems, ...stemSet(key)]);
		contexts.set(key, made);
		return made;
	};
	const count = page.length;
	const weights = [...wanted.terms].map(([term, weight]) => {
		const rarity = Math.log(1 + (count + 4) / ((frequency.get(term) ?? 0) + 1)) / Math.log(1 + count + 4);
		return { term, weight: weight * (0.4 + 0.6 * Math.min(1, rarity)) };
	});
	// Related words are alternatives, not further demands: what a perfect sentence could hold is counted over the question's own.
	const total = weights.filter(({ weight }) => weight > 0.2).reduce((sum, { weight }) => sum + weight, 0) || 1;
	return page.map((placed, at) => {
		const stems = own[at] ?? new Set<string>();
		const beginnings = beginningsOf(stems);
		const context = contextOf(placed.above);
		const contextBeginnings = beginningsOf(context);
		let inside = 0;
		let around = 0;
		let matched = 0;
		for (const { term, weight } of weights) {
			const here = held(term, stems, beginnings);
			if (here > 0) matched++;
			inside += weight * here;
			around += weight * Math.max(here, inContext * held(term, context, contextBeginnings));
		}
		return { placed, own: Math.min(1, inside / total), whole: Math.min(1, around / total), matched };
	});
}

/** Whether a text holds something of the kind that is asked for, beyond the names that the question gave itself. */
export function holdsType(text: string, type: AnswerType, wanted: Wanted): boolean {
	switch (type) {
		case "number":
			return quantitiesIn(text).some((quantity) => quantity.kind !== "date" && quantity.kind !== "ordinal");
		case "date":
			return quantitiesIn(text).some((quantity) => quantity.kind === "date");
		case "person":
		case "place":
		case "organization": {
			const found = entitiesIn(text).filter((entity) => !wanted.names.some((name) => name.includes(entity.text.toLowerCase())));
			return found.some((entity) => entity.type === type || (entity.type === "other" && !entity.unsure));
		}
		case "entity":
			return entitiesIn(text).some((entity) => !wanted.names.some((name) => name.includes(entity.text.toLowerCase())));
		case "explanation":
			return /\b(?:because|since|due to|so that|in order to|by\s+\p{Ll}+ing|therefore|thus|causes?|results? in|leads? to|allows?|means|to\s+\p{Ll}+)\b/iu.test(text);
		default:
			return true;
	}
}
