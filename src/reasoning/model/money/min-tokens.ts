import type { ModelRequest } from "../model.ts";

/*
 * The least tokens of a text for any model: one for every so many characters. Calibrated on 113 texts (97 languages, English
 * prose, code, JSON, HTML, Markdown, the exchanges of `test/recorded`) with seven tokenizers: o200k, cl100k, Claude, Llama 3,
 * Gemma 3, Qwen 3, DeepSeek 3. The fewest tokens of any tokenizer for any text were one for 3.8 letters and digits, and one for
 * 1.2 in Chinese, Japanese and Korean writing. The figures below leave a third of margin and more: no text had a bound above
 * 0.69 of its fewest tokens, and half had one below 0.43. Published tokenizers whose tokens hold several words take up to a
 * third fewer (SuperBPE, arXiv 2503.13423), which would use up that margin for plain English.
 */
const LETTERS_PER_TOKEN = 6;
const DENSE_LETTERS_PER_TOKEN = 3;
/** Blanks and punctuation mostly share a token with a word or with each other. */
const OTHERS_PER_TOKEN = 16;
/** A run of one character may be a single token at any length, so no more than this many of a run are counted. */
const RUN_COUNTED = 3;

const denseLetter = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const anyLetter = /[\p{L}\p{M}\p{N}]/u;

/** A lower bound on the tokens of a text, as a provider counts them, for any tokenizer in use. */
export function minTokens(text: string): number {
	let tokens = 0;
	let previous = "";
	let run = 0;
	for (const character of text) {
		run = character === previous ? run + 1 : 1;
		previous = character;
		if (run <= RUN_COUNTED) tokens += tokenShare(character);
	}
	return Math.floor(tokens);
}

function tokenShare(character: string): number {
	if (!anyLetter.test(character)) return 1 / OTHERS_PER_TOKEN;
	return 1 / (denseLetter.test(character) ? DENSE_LETTERS_PER_TOKEN : LETTERS_PER_TOKEN);
}

/** The same for a request's input. Schema and tools do not count: some servers enforce them without showing them to the model. */
export function minInputTokens({ messages }: ModelRequest): number {
	const texts = messages.flatMap((message) =>
		message.role === "tool" ? message.results.map(({ text }) => text) : [message.text],
	);
	return texts.reduce((sum, text) => sum + minTokens(text), 0);
}
