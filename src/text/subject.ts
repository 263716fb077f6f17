import { tagWords } from "./tags.ts";
import { isVerbForm } from "./wordnet.ts";

/** The subject is looked for in this many characters. */
const subjectCharactersMax = 160;
const openingTags: ReadonlySet<string> = new Set(["ADP", "SCONJ", "ADV"]);

/** The lower-case subject of a sentence: the words before its verb, without an opening phrase (`In 1990, …`). Empty when not found. */
export function subjectOf(text: string): string {
	const plain = text.replace(/^[-*•\d.)\s|"“]+/, "").slice(0, subjectCharactersMax);
	const tags = tagWords(plain);
	const comma = openingTags.has(tags[0]?.pos ?? "") ? tags.findIndex((tag) => tag.text === ",") : -1;
	const after = tags.slice(comma + 2);
	// The tagger takes some verbs for nouns: `The drug increases blood pressure`.
	const verb =
		after.find(({ pos }) => pos === "VERB" || pos === "AUX") ??
		after.slice(1).find(({ lower }) => /(?:s|ed)$/.test(lower) && isVerbForm(lower));
	const phrase = verb === undefined ? "" : plain.slice(tags[comma + 1]?.start, verb.start);
	return phrase
		.replace(/\s*\([^)]*\)?/g, " ")
		.replace(/[,;:]\s.*$/, "")
		.replace(/^(?:(?:the|a|an)\s+|there\s*$)/i, "")
		.replace(/["“”*`[\]]/g, "")
		.replace(/\s+/g, " ")
		.trim()
		.toLowerCase();
}
