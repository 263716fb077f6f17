import { loadTokenizer } from "../vectors/embedding-model.ts";

/** Maximum number of tokens of a question, of a passage's headings, and of the whole pair; the rest is cut off. */
const questionTokensMax = 64;
const headingTokensMax = 48;
const pairTokensMax = 384;

/**
 * A word of the passage: its characters in the text (`start`, `end`) and its tokens in the pair (`from`, `to`). Ends are exclusive.
 */
export interface EncodedWord {
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
	words: EncodedWord[];
}

/**
 * A run of letters and digits is a word, and so is each other character that is no space (BERT's basic tokenization, with symbols
 * apart).
 */
const wordPattern = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;

/** Turns text into the tokens of the embedding model's vocabulary. */
export interface PairEncoder {
	pair(question: string, heading: string, text: string): EncodedPair;
}

/** Loads the vocabulary: about 50 ms. */
export async function loadPairEncoder(): Promise<PairEncoder> {
	const tokenizer = await loadTokenizer();
	const [cls, sep, colon] = ["[CLS]", "[SEP]", ":"].map((token) => tokenizer.token_to_id(token) ?? 0) as [
		number,
		number,
		number,
	];
	const tokenCache = new Map<string, number[]>();
	const idsOf = (word: string): number[] => {
		const ids = tokenCache.get(word) ?? tokenizer.encode(word, { add_special_tokens: false }).ids;
		if (tokenCache.size < cachedWordsMax) tokenCache.set(word, ids);
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
			const questionIds = wordsOf(question).flatMap(({ ids }) => ids);
			const ids = [cls, ...questionIds.slice(0, questionTokensMax), sep];
			const passageAt = ids.length;
			const headingIds = wordsOf(heading).flatMap((word) => word.ids);
			if (headingIds.length > 0) ids.push(...headingIds.slice(0, headingTokensMax), colon);
			const words: EncodedWord[] = [];
			for (const word of wordsOf(text)) {
				if (ids.length + word.ids.length >= pairTokensMax) return { ids: [...ids, sep], passageAt, words };
				words.push({ start: word.start, end: word.end, from: ids.length, to: ids.length + word.ids.length });
				ids.push(...word.ids);
			}
			return { ids: [...ids, sep], passageAt, words };
		},
	};
}

/** Maximum number of words whose tokens are cached. */
const cachedWordsMax = 50_000;
