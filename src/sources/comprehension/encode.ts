import { loadTokenizer } from "../vectors/model.ts";

/** Maximum number of tokens of a question, of a passage's headings, and of the whole pair; the rest is cut off. */
const questionMax = 64;
const headingMax = 48;
const pairMax = 384;

/**
 * A word of the passage: its characters in the text (`start`, `end`) and its tokens in the pair (`from`, `to`). Ends are exclusive.
 */
export interface SeenWord {
	start: number;
	end: number;
	from: number;
	to: number;
}

/** A question and a passage as one sequence of tokens: `[CLS] question [SEP] headings: text [SEP]`. */
export interface EncodedPair {
	ids: number[];
	/** The tokens before this one are the question's. */
	passageAt: number;
	/** The words of the text in order, without those of its heading. */
	words: SeenWord[];
}

/**
 * A run of letters and digits is a word, and so is each other character that is no space (BERT's basic tokenization, with symbols
 * apart).
 */
const wordPattern = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;

/** Turns text into the tokens of the embedding model's vocabulary. */
export interface Encoder {
	pair(question: string, heading: string, text: string): EncodedPair;
}

/** Loads the vocabulary: about 50 ms. */
export async function loadEncoder(): Promise<Encoder> {
	const tokenizer = await loadTokenizer();
	const [cls, sep, colon] = ["[CLS]", "[SEP]", ":"].map((token) => tokenizer.token_to_id(token) ?? 0) as [
		number,
		number,
		number,
	];
	const known = new Map<string, number[]>();
	const idsOf = (word: string): number[] => {
		const ids = known.get(word) ?? tokenizer.encode(word, { add_special_tokens: false }).ids;
		if (known.size < knownMax) known.set(word, ids);
		return ids;
	};
	const wordsOf = (text: string) =>
		[...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
			start: index,
			end: index + word.length,
			ids: idsOf(word),
		}));
	return {
		pair(question, heading, text) {
			const asked = wordsOf(question).flatMap(({ ids }) => ids);
			const ids = [cls, ...asked.slice(0, questionMax), sep];
			const passageAt = ids.length;
			const above = wordsOf(heading).flatMap((word) => word.ids);
			if (above.length > 0) ids.push(...above.slice(0, headingMax), colon);
			const words: SeenWord[] = [];
			for (const word of wordsOf(text)) {
				if (ids.length + word.ids.length >= pairMax) return { ids: [...ids, sep], passageAt, words };
				words.push({ start: word.start, end: word.end, from: ids.length, to: ids.length + word.ids.length });
				ids.push(...word.ids);
			}
			return { ids: [...ids, sep], passageAt, words };
		},
	};
}

/** Maximum number of words whose tokens are cached. */
const knownMax = 50_000;
