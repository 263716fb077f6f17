/**
 * `npm run bench -- same-question`: how often a question is recognised as one that was asked before, on pairs labelled by hand
 * (`test/library/question-pairs.txt`, `-later.txt`, written after the rules were fixed, and `-parts.txt`, of which one asks for more): paraphrases, and near misses that differ in a year, number, name, negation, opposite, in what is
 * asked, or in the topic. With the rules alone, with the embedding model, and by words. The thresholds were chosen on the tuning pairs.
 */
import { readFileSync } from "node:fs";
import { isSameQuestion, matchThresholds } from "../src/app/library/find-match.ts";
import { canBeSameQuestion, wordSimilarity } from "../src/app/library/same-question.ts";
import { openTextSimilarity } from "../src/sources/vectors/text-similarity.ts";
import { type Split, splitOf } from "./support/split.ts";

type PairSet = Split | "later" | "parts";

interface Pair {
	label: string;
	a: string;
	b: string;
	set: PairSet;
	canBe: boolean;
	words: number;
	meaning: number;
}

export async function run(): Promise<void> {
	const texts = openTextSimilarity((note) => console.log(note));
	const pairs: Pair[] = [];
	for (const { label, a, b, set } of readPairs()) {
		const [meaning = Number.NaN] = (await texts.cosines(a, [b])) ?? [];
		const [canBe, words] = [canBeSameQuestion(a, b), wordSimilarity(a, b)];
		pairs.push({ label, a, b, set, canBe, words, meaning });
	}
	await texts.close();
	for (const set of ["tuning", "held-out", "later", "parts"] as const) {
		const own = pairs.filter((pair) => pair.set === set);
		const same = own.filter(({ label }) => label === "same");
		console.log(`${set}: ${same.length} paraphrases, ${own.length - same.length} near misses`);
		for (const [name, isFound] of measures) {
			const found = same.filter(isFound).length;
			const wrong = own.filter((pair) => pair.label !== "same" && isFound(pair));
			console.log(
				`  ${name.padEnd(34)} ${found} of ${same.length} found, ${wrong.length} near misses taken for the same`,
			);
			for (const { label, a, b } of name.startsWith("rules and") ? wrong : []) console.log(`    ${label}: ${a} | ${b}`);
		}
	}
	const nearest = pairs.filter(({ label, canBe }) => label !== "same" && canBe);
	for (const measure of ["meaning", "words"] as const) {
		const [best] = nearest.toSorted((one, other) => other[measure] - one[measure]);
		if (best)
			console.log(`nearest miss by ${measure}: ${best[measure].toFixed(2)} ${best.a} | ${best.b} (${best.set})`);
	}
}

const ownSet = (file: string) => (["later", "parts"] as const).find((set) => file.endsWith(`-${set}`));

/** The labelled pairs, in the order of the files. */
function readPairs(): Pick<Pair, "label" | "a" | "b" | "set">[] {
	return ["question-pairs", "question-pairs-later", "question-pairs-parts"].flatMap((file) =>
		readFileSync(new URL(`../test/library/${file}.txt`, import.meta.url), "utf8")
			.split("\n")
			.filter((line) => line !== "" && !line.startsWith("#"))
			.map((line) => {
				const [label = "", a = "", b = ""] = line.split(" | ");
				return { label, a, b, set: ownSet(file) ?? splitOf(`${a} | ${b}`) };
			}),
	);
}

const { meaning: meaningMin, words: wordsMin } = matchThresholds;
const measures: readonly [string, (pair: Pair) => boolean][] = [
	[`embedding alone, ${meaningMin}`, ({ meaning }) => meaning >= meaningMin],
	[`words alone, ${wordsMin}`, ({ words }) => words >= wordsMin],
	["rules alone", ({ canBe }) => canBe],
	[`rules and embedding, ${meaningMin}`, ({ canBe, meaning }) => isSameQuestion(canBe, "meaning", meaning)],
	[`rules and words, ${wordsMin}`, ({ canBe, words }) => isSameQuestion(canBe, "words", words)],
];
