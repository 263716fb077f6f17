import { isEnglish } from "../form.ts";

/** What `What is X?` and `What are Xs?` ask about; undefined for other questions. */
function definedBy(question: string): string | undefined {
	return /^what\s+(?:is|are|was|were)\s+(?:an?\s+|the\s+)?([^?]{2,60}?)\s*\?*$/iu.exec(question.trim())?.[1];
}

/**
 * How well a sentence says what the thing is that is asked about: 2 where it defines it (`X is a medicine …`), 1 where it speaks of it,
 * 0 where it is not in the question's language.
 */
export function definitionRank(question: string, sentence: string): 0 | 1 | 2 {
	if (isEnglish(question) && !isEnglish(sentence)) return 0;
	const thing = definedBy(question);
	if (thing === undefined) return 1;
	const name = thing.replace(/[^\p{L}\p{N}]+/gu, "[^\\p{L}\\p{N}]+");
	// `In chemistry, a kelvane (Kv), also known as …, is a …`
	const defines = new RegExp(
		`^(?:(?:in|for) [^,]{2,40},\\s+)?(?:an?\\s|the\\s|[“"])?${name}(?:e?s)?[”"]?(?:\\s\\([^)]*\\))?(?:,[^,]{1,60},)?\\s+(?:(?:is|was)\\s+(?:an?|the|one|any|another)|(?:is|are|was|were)\\s+(?!\\p{L}+(?:ed|ing)\\b|not\\b|what\\b|(?:very|more|most|so|too|now|also)\\b)\\p{Ll}+(?:\\s\\p{Ll}+)?\\s+(?:of|that|which|who|for|used|made|in|with|to|from)|(?:refers? to|means?|describes?|denotes?))\\b`,
		"iu",
	);
	return defines.test(sentence.trim()) ? 2 : 1;
}
