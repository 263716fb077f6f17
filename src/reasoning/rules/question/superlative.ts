import { tagWords } from "../../../text/tags.ts";
import { baseAdjective } from "../../../text/wordnet.ts";

/** Adjectives of time. Early and old things have the least date. */
export const timeAdjective = /^(?:old|young|new|early|late|recent|first|last)$/u;

/** The superlative of an ask: `which is the | longest | platform`, `which was | built | first`. */
export function superlativeIn(
	ask: string,
): { adjective: string; noun: string; label: string; verb: string } | undefined {
	const tags = tagWords(ask);
	const at = tags.findIndex(({ lower, pos }) => isSuperlative(lower, pos));
	const word = tags[at];
	if (!word) return undefined;
	const adjective = /^(?:first|last|most|least|fewest)$/u.test(word.lower)
		? word.lower.replace("fewest", "few")
		: (baseAdjective(word.lower) ?? word.lower);
	const measured = /^(?:most|least)$/u.test(word.lower) && tags[at + 1]?.pos === "ADJ" ? tags[at + 1] : undefined;
	let end = measured ? at + 2 : at + 1;
	while (/^(?:NOUN|PROPN|ADJ)$/u.test(tags[end]?.pos ?? "")) end++;
	const noun = ask.slice(tags[measured ? at + 2 : at + 1]?.start ?? ask.length, tags[end - 1]?.end ?? 0).toLowerCase();
	// `which was built first`, `which opened last`.
	const before = tags[at - 1];
	const verb = before?.pos === "VERB" && timeAdjective.test(adjective) ? before : undefined;
	const label = ask.slice((verb ?? word).start, tags[end - 1]?.end);
	return { adjective: measured?.lower ?? adjective, noun, label, verb: verb?.lower ?? "" };
}

/** Whether a word is a superlative: `longest`, `most`, `first`. One holds of one thing only. */
export function isSuperlative(lower: string, pos: string): boolean {
	if (/^(?:most|least|fewest|first|last)$/u.test(lower)) return true;
	return /^(?:ADJ|ADV)$/u.test(pos) && lower.endsWith("est") && baseAdjective(lower) !== undefined;
}
