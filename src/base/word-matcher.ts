/** The alphabet: `a` to `z` and `0` to `9`. */
const SYMBOLS = 36;

/** The number of a letter or digit by character code, from 0, upper and lower case alike; -1 for any other character. */
export const symbolNumbers: Int8Array = new Int8Array(128).fill(-1);
for (let at = 0; at < 26; at++) symbolNumbers.fill(at, 97 + at, 98 + at).fill(at, 65 + at, 66 + at);
for (let at = 0; at < 10; at++) symbolNumbers.fill(26 + at, 48 + at, 49 + at);

/** Finds any of many words in one pass over a text, even overlapping ones (Aho and Corasick, 1975). The initial state is 0. */
export interface WordMatcher {
	/** The next state, at `state * 36 + symbol`. */
	next: Int32Array;
	/** By state: the length of the longest word that ends there, 0 for none. */
	ends: Int32Array;
	/** Length of the longest word. */
	longest: number;
}

/** `words`: letters and digits only. */
export function buildWordMatcher(words: readonly string[]): WordMatcher {
	const statesMax = words.reduce((sum, word) => sum + word.length, 1);
	const next = new Int32Array(statesMax * SYMBOLS).fill(-1);
	const ends = new Int32Array(statesMax);
	let states = 1;
	for (const word of words) {
		let state = 0;
		for (let at = 0; at < word.length; at++) {
			const edge = state * SYMBOLS + (symbolNumbers[word.charCodeAt(at)] ?? 0);
			if (next[edge] === -1) next[edge] = states++;
			state = next[edge] ?? 0;
		}
		ends[state] = word.length;
	}
	addFallbacks(next, ends);
	return { next, ends, longest: Math.max(...words.map(({ length }) => length)) };
}

/** Adds, level by level, the next state for each symbol that does not continue a word. */
function addFallbacks(next: Int32Array, ends: Int32Array): void {
	const fallback = new Int32Array(ends.length);
	const queue = [0];
	for (let at = 0; at < queue.length; at++) {
		const state = queue[at] ?? 0;
		const back = (fallback[state] ?? 0) * SYMBOLS;
		for (let symbol = 0; symbol < SYMBOLS; symbol++) {
			const edge = state * SYMBOLS + symbol;
			const child = next[edge] ?? -1;
			const fallbackState = state === 0 ? 0 : (next[back + symbol] ?? 0);
			if (child === -1) next[edge] = fallbackState;
			else {
				fallback[child] = fallbackState;
				ends[child] = Math.max(ends[child] ?? 0, ends[fallbackState] ?? 0);
				queue.push(child);
			}
		}
	}
}
