import { namesIn } from "../../text/names.ts";
import { nounKind } from "../../text/wordnet.ts";

const relative = /\b(?:(?:in|at|of|from|by|on|to|for|with) (?:which|whom)|who|whom|which|that|whose|where|when)\b/giu;
/** A noun phrase that ends a text: a determiner and up to five words without a verb's auxiliary. */
const headPhrase =
	/\b(?:the|an?|this|that|what|which)\s+((?:(?!the\b|is\b|was\b|are\b|were\b|did\b|does\b|do\b|has\b|by\b|in\b)[\p{L}\p{N}'’.-]+\s+){0,4}?(?!is\b|was\b|are\b|were\b)[\p{L}\p{N}'’-]+),?\s*$/iu;
/** Where the main clause goes on after an embedded one: `… played their home games | can seat how many people`. */
const mainVerb =
	/\s(?:is|was|are|were|can|could|has|had|have|did|does|do|will|would)\s(?=(?:[^?]*\s)?(?:what|which|who|whom|how|when|where)\b)/iu;
/**
 * The descriptions that a question uses in place of names, as questions of their own, innermost first: what has to be
 * found before the question can be. `Where was the director of the film that won X born` → `What is the film that won X?`,
 * `Who is the director of the film that won X?`. At most three.
 */
export function innerQuestions(core: string): string[] {
	const found: { text: string; start: number }[] = [];
	for (const match of core.matchAll(relative)) {
		const head = headPhrase.exec(core.slice(0, match.index));
		if (!head || head.index + 2 > match.index) continue;
		const phrase = head[1] ?? "";
		const rest = core.slice(match.index);
		const cut = mainVerb.exec(rest.slice(match[0].length));
		const clause = cut ? rest.slice(0, match[0].length + cut.index) : rest;
		if (clause.split(" ").length < 3) continue;
		found.push({ text: `${opening(phrase, match[0])} the ${phrase} ${trimmed(clause)}?`, start: head.index });
	}
	const inner = found.toSorted((a, b) => b.start - a.start).map(({ text }) => text);
	return [...new Set(inner)].filter((text) => text.length < core.length + 12 && says(text)).slice(0, 3);
}

/** A description is worth a question of its own when something in it can be searched: a name, or five words. */
function says(text: string): boolean {
	return namesIn(text.replace(/^\w+ \w+ /u, "")).length > 0 || text.split(" ").length >= 8;
}

function opening(phrase: string, marker: string): string {
	const noun = phrase.trim().split(/\s+/u).at(-1)?.toLowerCase() ?? "";
	return /^(?:who|whom)$/iu.test(marker) || nounKind(noun) === "person" ? "Who is" : "What is";
}

function trimmed(text: string): string {
	return text.replace(/[\s,;:?]+$/u, "").trim();
}
