import { type Quantity, quantitiesIn, sameQuantity } from "../../../evidence/numbers.ts";
import { entitiesIn } from "../language/entities.ts";
import { isStopWord, stemsOf, wordsIn } from "../language/words.ts";

/** How far a text covers what a sentence says. All shares 0–1. */
export interface Coverage {
	/** Share of the sentence's content words that stand in the text; a word of the same family counts in part. */
	words: number;
	/** Share of its neighbouring pairs of content words that stand near each other in the text. */
	pairs: number;
	/** The same of the best single sentence-sized window of the text. */
	window: number;
	/** Share of its names whose words all stand in the text; 1 when it has none. */
	names: number;
	/** Its numbers and dates that the text lacks. */
	missing: Quantity[];
}

const familyLetters = 5;
const familyWorth = 0.6;
/** Content words in a window. */
const windowWords = 40;

function content(text: string): string[] {
	return wordsIn(text).flatMap(({ lower }) =>
		isStopWord(lower) || /^\d/.test(lower) ? [] : stemsOf(lower).slice(0, 1),
	);
}

function shareOf(stems: readonly string[], held: ReadonlySet<string>, beginnings: ReadonlySet<string>): number {
	if (stems.length === 0) return 1;
	let sum = 0;
	for (const each of stems) {
		if (held.has(each)) sum++;
		else if (each.length >= familyLetters && beginnings.has(each.slice(0, familyLetters))) sum += familyWorth;
	}
	return sum / stems.length;
}

function beginnings(stems: Iterable<string>): Set<string> {
	const out = new Set<string>();
	for (const each of stems) if (each.length >= familyLetters) out.add(each.slice(0, familyLetters));
	return out;
}

export function coverageOf(sentence: string, text: string): Coverage {
	const asked = [...new Set(content(sentence))];
	const sequence = content(text);
	const held = new Set(sequence);
	const pairs = new Set<string>();
	for (const [at, each] of sequence.entries())
		for (let next = at + 1; next <= at + 4 && next < sequence.length; next++)
			pairs.add([each, sequence[next] ?? ""].toSorted().join(" "));
	const ownPairs = content(sentence)
		.slice(1)
		.map((each, at) => [content(sentence)[at] ?? "", each].toSorted().join(" "));
	let window = 0;
	for (let at = 0; at === 0 || at < sequence.length; at += windowWords / 2) {
		const part = new Set(sequence.slice(at, at + windowWords));
		window = Math.max(window, shareOf(asked, part, beginnings(part)));
	}
	const lower = text.toLowerCase();
	const names = entitiesIn(sentence).filter((entity) => !entity.unsure);
	const known = names.filter(
		(entity) => lower.includes(entity.text.toLowerCase()) || content(entity.text).every((each) => held.has(each)),
	);
	const quantities = quantitiesIn(text);
	const missing = quantitiesIn(sentence).filter((mine) => !quantities.some((other) => sameQuantity(mine, other)));
	return {
		words: shareOf(asked, held, beginnings(held)),
		pairs: ownPairs.length === 0 ? 1 : ownPairs.filter((pair) => pairs.has(pair)).length / ownPairs.length,
		window,
		names: names.length === 0 ? 1 : known.length / names.length,
		missing: missing.filter((quantity) => quantity.kind !== "ordinal"),
	};
}
