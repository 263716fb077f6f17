import { seededRandom } from "../../src/base/seeded-random.ts";
import { stem } from "../../src/text/stem.ts";
import { tagWords } from "../../src/text/tags.ts";
import { synonymsOf } from "../../src/text/wordnet.ts";

const parts = { NOUN: "noun", VERB: "verb", ADJ: "adj", ADV: "adv" } as const;

/**
 * A question in other words: each noun, verb, adjective and adverb that has a synonym in WordNet (of its commonest sense, with
 * another stem) is replaced with the first of them, at a rate of 0–1. Names and figures stay. The words are base forms: the result
 * is for a search, not for a reader.
 */
export function reworded(text: string, rate: number, seed: number): string {
	const random = seededRandom(seed);
	let [out, at] = ["", 0];
	for (const { lower, pos, start, end } of tagWords(text)) {
		const part = parts[pos as keyof typeof parts];
		const other =
			part && synonymsOf(lower, part).find((one) => one.split(" ").every((word) => stem(word) !== stem(lower)));
		if (other === undefined || random() >= rate) continue;
		out += text.slice(at, start) + other;
		at = end;
	}
	return out + text.slice(at);
}
