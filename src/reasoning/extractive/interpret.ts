import type { Reading, Route } from "../../evidence/question.ts";
import { soundingLike } from "./text/homophones.ts";
import { namesIn } from "./names.ts";

/** Lateral readings of one question, at most, and the weight of each: without a model nothing says that one is meant. */
const lateralMost = 2;
const lateralWeight = 0.1;

/**
 * METHOD §2. Without a language model the words are taken as they stand, and a name with a word in it that sounds like another
 * (`Knight Reef`, `Night Reef`) may have been heard and not read.
 */
export function interpret(input: { question: string; route: Route }): Reading[] {
	const text = input.question.replace(/\s+/gu, " ").trim();
	const lateral = homophonesOf(text).slice(0, lateralMost);
	const literal: Reading = { id: "r1", kind: "literal", text, weight: 1 - lateralWeight * lateral.length };
	return [
		literal,
		...lateral.map((one, at): Reading => ({ id: `r${at + 2}`, kind: "homophone", text: one, weight: lateralWeight })),
	];
}

/** The question with a word of a name of several words put as another that sounds the same. A single word is too little to go by. */
function homophonesOf(question: string): string[] {
	const names = namesIn(question).filter((name) => name.includes(" "));
	return names.flatMap((name) =>
		name
			.split(" ")
			.flatMap((word) =>
				soundingLike(word).map((other) => question.replace(name, name.replace(word, spelledLike(word, other)))),
			),
	);
}

function spelledLike(word: string, other: string): string {
	if (word === word.toUpperCase() && word.length > 1) return other.toUpperCase();
	return /^\p{Lu}/u.test(word) ? other.charAt(0).toUpperCase() + other.slice(1) : other;
}
