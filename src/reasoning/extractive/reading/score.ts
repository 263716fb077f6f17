import { folded } from "../../../base/text.ts";
import { quantitiesIn } from "../../../evidence/numbers.ts";
import type { AnswerType } from "../../../evidence/question.ts";
import { entitiesIn } from "../language/entities.ts";
import { isOfThose } from "../language/partitive.ts";
import { isStopWord, stemsOf, wordsIn } from "../language/words.ts";
import type { Placed } from "./context.ts";
import type { Wanted } from "./terms.ts";

/** What a term in the title or a heading is worth beside one in the sentence itself, and one in the term line it explains. */
const inContext = 0.5;
const inTermLine = 0.9;
/** A word that shares its beginning with a term (`director`, `directed`) is worth this much of it. */
const alike = 0.6;
const alikeLetters = 5;
/** A perfect sentence holds about this many of a long question's terms; further ones count for less. */
const fullTerms = 6;
const furtherTerms = 0.25;

export interface Scored {
	placed: Placed;
	/** Weighted share of the wanted terms that the sentence itself holds, 0–1. */
	own: number;
	/** The same with its context's terms, 0–1. */
	whole: number;
	/** Distinct terms of the question (related words left out) that the sentence holds; one that only its context holds counts half. */
	matched: number;
	/** How often the page says this very sentence. */
	repeats: number;
}

interface Stems {
	all: ReadonlySet<string>;
	beginnings: ReadonlySet<string>;
}

function stemsIn(text: string): Stems {
	const all = new Set<string>();
	for (const { lower } of wordsIn(text)) {
		if (isStopWord(lower)) continue;
		for (const form of stemsOf(lower)) all.add(form);
	}
	const beginnings = new Set<string>();
	for (const each of all) if (each.length >= alikeLetters) beginnings.add(each.slice(0, alikeLetters));
	return { all, beginnings };
}

/** How much of a term a text holds: all, a part for a word of the same family, or nothing. */
function held(term: string, stems: Stems): number {
	if (stems.all.has(term)) return 1;
	return term.length >= alikeLetters && stems.beginnings.has(term.slice(0, alikeLetters)) ? alike : 0;
}

/** Rarity within the page, 0–1, by which terms are weighed. */
function weighted(wanted: Wanted, sentences: readonly Stems[]): { term: string; weight: number; asked: boolean }[] {
	const count = sentences.length;
	return [...wanted.terms].map(([term, { weight, asked }]) => {
		let frequency = 0;
		for (const stems of sentences) if (stems.all.has(term)) frequency++;
		const rarity = Math.log(1 + (count + 4) / (frequency + 1)) / Math.log(1 + count + 4);
		return { term, weight: weight * (0.4 + 0.6 * Math.min(1, rarity)), asked };
	});
}

/** A quick look whether a text may hold any wanted term: their first letters, so that most of a long page is never stemmed. */
function mayHold(wanted: Wanted): RegExp {
	const beginnings = [...wanted.terms.keys()].map((term) =>
		term.slice(0, Math.max(3, Math.min(alikeLetters, term.length - 1))).replace(/[^\p{L}\p{N}]/gu, "."),
	);
	return beginnings.length === 0 ? /^(?!)/ : new RegExp(beginnings.join("|"), "iu");
}

/** Scores a page's sentences by the wanted terms they hold, rare terms counting more. */
export function scoreSentences(page: readonly Placed[], title: string, wanted: Wanted): Scored[] {
	const nothing = stemsIn("");
	const may = mayHold(wanted);
	const own = page.map(({ sentence }) => (may.test(sentence.text) ? stemsIn(sentence.text) : nothing));
	const weights = weighted(wanted, own);
	const demands = weights
		.filter(({ asked }) => asked)
		.map(({ weight }) => weight)
		.toSorted((a, b) => b - a);
	const total = demands.reduce((sum, weight, at) => sum + (at < fullTerms ? weight : weight * furtherTerms), 0) || 1;
	const contexts = new Map<string, Stems>();
	const contextOf = (text: string) => {
		const made = contexts.get(text) ?? stemsIn(text);
		contexts.set(text, made);
		return made;
	};
	const said = new Map<string, number>();
	for (const { sentence } of page) said.set(sentence.text, (said.get(sentence.text) ?? 0) + 1);
	return page.map((placed, at) => {
		const stems = own[at] ?? nothing;
		// `Five of them …` speaks of what the sentence before names.
		const before = isOfThose(placed.sentence.text) ? [page[at - 1]?.sentence.text ?? ""] : [];
		const context = contextOf([title, ...placed.above, ...before].join("\n"));
		const explained = contextOf(placed.term ?? "");
		let inside = 0;
		let around = 0;
		let matched = 0;
		for (const { term, weight, asked } of weights) {
			const here = held(term, stems);
			const best = Math.max(here, inTermLine * held(term, explained), inContext * held(term, context));
			if (asked && best > 0) matched += best > inContext ? 1 : 0.5;
			inside += weight * here;
			around += weight * best;
		}
		return {
			placed,
			own: Math.min(1, inside / total),
			whole: Math.min(1, around / total),
			matched,
			repeats: said.get(placed.sentence.text) ?? 1,
		};
	});
}

/** Whether a page names anything that the question names: when it names none of it, it is about something else. */
export function namesAny(pageText: string, title: string, wanted: Wanted): boolean {
	if (wanted.names.length === 0) return true;
	const text = `${folded(title)} ${pageText.toLowerCase()}`;
	return wanted.names.some(
		(name) =>
			text.includes(name) ||
			name.split(/\s+/).some((word) => word.length > 3 && !isStopWord(word) && text.includes(word)),
	);
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
			const found = entitiesIn(text).filter(
				(entity) => !wanted.names.some((name) => name.includes(entity.text.toLowerCase())),
			);
			return found.some((entity) => entity.type === type || (entity.type === "other" && !entity.unsure));
		}
		case "entity":
			return entitiesIn(text).some((entity) => !wanted.names.some((name) => name.includes(entity.text.toLowerCase())));
		case "explanation":
			return /\b(?:because|since|due to|so that|in order to|by\s+\p{Ll}+ing|therefore|thus|causes?|results? in|leads? to|allows?|means|defined as|when(?:ever)?|if)\b/iu.test(
				text,
			);
		default:
			return true;
	}
}
