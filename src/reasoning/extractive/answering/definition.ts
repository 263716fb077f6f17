import type { Answer } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { languageOf } from "../../text/language-of.ts";
import { countedFor, isDoubtful } from "./told.ts";

/** What `What is X?` and `What are Xs?` ask about; undefined for other questions. */
function definedBy(question: string): string | undefined {
	return /^what\s+(?:is|are|was|were)\s+(?:an?\s+|the\s+)?([^?]{2,60}?)\s*\?*$/iu.exec(question.trim())?.[1];
}

/**
 * The sentence that says what the thing is that is asked about: its name opens the sentence, a copula and a kind follow (Hearst's
 * pattern of definition, 1992). Undefined where no sentence does.
 */
export function definitionIn(input: WriteInput): Answer | undefined {
	const thing = definedBy(input.question);
	if (thing === undefined) return undefined;
	const name = thing
		.split(/[^\p{L}\p{N}]+/u)
		.map((word) => RegExp.escape(word))
		.join("[^\\p{L}\\p{N}]+");
	// `In chemistry, a kelvane (Kv), also known as …, is a …`
	const defines = new RegExp(
		`^(?:(?:in|for) [^,]{2,40},\\s+)?(?:an?\\s|the\\s|[“"])?${name}(?:e?s)?[”"]?(?:\\s\\([^)]*\\))?(?:,[^,]{1,60},)?\\s+(?:(?:is|was|are|were)\\s+(?:an?|the|one|any)\\s|(?:refers? to|means?|denotes?)\\s)`,
		"iu",
	);
	const sources = new Map(input.sources.map((source) => [source.id, source]));
	const able = input.claims.filter(
		({ class: rank, cell, quote }) =>
			rank === "direct" &&
			!cell &&
			defines.test(quote.trim()) &&
			(languageOf(quote) === "en" || languageOf(input.question) !== "en"),
	);
	const [best] = countedFor(able, sources);
	if (!best) return undefined;
	return {
		text: best.quote,
		claimIds: [best.id],
		confidence: isDoubtful([best], sources) ? "low" : "medium",
		alternatives: [],
		why: "the sentence that says what it is",
	};
}
