import sets from "./homophones.json" with { type: "json" };

/** Made by `.ci/homophones.js`: words of one set, set apart by spaces, sound the same. A word may stand in several. */
const bySpelling = new Map<string, string[]>();
for (const set of sets) {
	const words = set.split(" ");
	for (const word of words)
		bySpelling.set(word, [...(bySpelling.get(word) ?? []), ...words.filter((one) => one !== word)]);
}

/** Other words that sound like this one, lower case, in alphabetical order. */
export function soundingLike(word: string): readonly string[] {
	return bySpelling.get(word.toLowerCase()) ?? [];
}
