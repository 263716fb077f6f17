import { tagsOf } from "./tags.ts";
import { isVerbForm } from "./wordnet.ts";

/** A subject lies within so many characters. */
const reach = 160;
const opening: ReadonlySet<string> = new Set(["ADP", "SCONJ", "ADV"]);

/** The subject phrase of a sentence, lower-case: what stands before its verb, without a phrase that opens it (`In 1990, …`). Empty when none is found. */
export function subjectOf(text: string): string {
	const plain = text.replace(/^[-*•\d.)\s|"“]+/, "").slice(0, reach);
	const tags = tagsOf(plain);
	const comma = opening.has(tags[0]?.pos ?? "") ? tags.findIndex((tag) => tag.text === ",") : -1;
	const after = tags.slice(comma + 2);
	// `The drug increases blood pressure`: the tagger takes some verbs for nouns.
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
