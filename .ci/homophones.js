// `node .ci/homophones.js`: makes src/reasoning/extractive/text/homophones.json, sets of words that sound the same, from the
// CMU Pronouncing Dictionary (version 0.7b, BSD licence) and WordNet: only words that WordNet knows, and no two that are spellings of one thing.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dictionary } from "cmu-pronouncing-dictionary";
import { isKnownWord, shareSense } from "../src/reasoning/extractive/language/wordnet.ts";

/** @type {Map<string, string[]>} */
const bySound = new Map();
for (const [entry, sound] of Object.entries(dictionary)) {
	const word = entry.replace(/\(\d\)$/, "");
	if (!/^[a-z]{3,}$/.test(word) || !isKnownWord(word)) continue;
	const others = bySound.get(sound) ?? [];
	if (!others.includes(word)) bySound.set(sound, [...others, word]);
}
const sets = [...bySound.values()]
	.map((words) => words.filter((word, at) => !words.slice(0, at).some((before) => shareSense(before, word))))
	.filter((words) => words.length > 1)
	.map((words) => words.toSorted().join(" "));
const unique = [...new Set(sets)].toSorted();
const out = new URL("../src/reasoning/extractive/text/homophones.json", import.meta.url);
writeFileSync(fileURLToPath(out), `${JSON.stringify(unique, null, "\t")}\n`);
console.log(`${unique.length} sets`);
