import { comparisonForm } from "../../../base/text.ts";
import type { QuestionAnalysis } from "../../../evidence/question.ts";
import type { BlockPiece } from "../../../evidence/report.ts";
import { stemsOf, wordsIn } from "../../../text/words.ts";
import type { QuotablePassage } from "./find-passages.ts";

/** What follows a name in a sentence that defines it (patterns of definition questions: Cui, Kan and Chua 2005). */
const definingVerb =
	/^\s*(?:\([^)]*\)\s*)?(?:[-–—:]\s|(?:is|are|was)\s(?:an?|the|any|one)\s|(?:means|refers?\sto|stands?\sfor|denotes?)\s)/iu;

/**
 * Gives a function that tells where a passage explains what the question names, as a whole name: `Pre-Depends` is not `Depends`. That is
 * the index of the piece whose term the name is or, if the question asks for a definition, whose heading it is or that it opens before a
 * verb that defines; -1 without one. Undefined if the question names nothing.
 */
export function definitionFinder({
	kind,
	names: named,
	topic = named[0],
}: Pick<QuestionAnalysis, "kind" | "names" | "topic">): ((passage: QuotablePassage) => number) | undefined {
	const isDefinition = kind === "definition" && topic !== undefined;
	const names = new Set(
		isDefinition
			? [
					topic,
					topic.split(/\s(?:in|of|for|on|at|with|when|if|as|from|to)\s/iu)[0] ?? "",
					...named.filter((name) => !/^\p{Lu}/u.test(name)),
				].map(nameKey)
			: named.map(nameKey),
	);
	names.delete("");
	if (names.size === 0) return undefined;
	const isName = (text: string) => names.has(nameKey(text));
	const defines = ({ kind: own, text }: BlockPiece) =>
		isDefinition && own !== "code" && own !== "row" && opensWithName(text, names);
	return ({ pieces, path, opens }) =>
		isDefinition && opens && isName(path.at(-1) ?? "")
			? 0
			: pieces.findIndex((piece) => (piece.kind === "term" ? namesIn(piece.text).some(isName) : defines(piece)));
}

/** The names in a term, without their arguments: `-n, --lines=<count>` has two. */
function namesIn(term: string): string[] {
	return [term, ...term.split(/,\s+/)].map((name) => name.replace(/(?<=[\p{L}\p{N}])\s*[[{<=].*$/su, ""));
}

/** Whether a text opens with one of the names, before a verb that defines. */
function opensWithName(text: string, names: ReadonlySet<string>): boolean {
	const words = wordsIn(text.slice(0, openingMax));
	return words.some(({ end }) => names.has(nameKey(text.slice(0, end))) && definingVerb.test(text.slice(end)));
}
/** Characters. */
const openingMax = 80;

/** A name as the stems of its words in order, without an article, a bullet, a section's number or an addition in brackets. */
function nameKey(name: string): string {
	// `-v` is not `-V`.
	if (/^--?\p{L}/u.test(name)) return name;
	const plain = comparisonForm(name)
		.replace(/^(?:[-*•]\s+)?(?:\p{N}+(?:\.\p{N}+)*\.?\s+)?(?:(?:the|an?)\s+)?/iu, "")
		.replace(/\s*\([^)]*\)\s*$/u, "");
	return wordsIn(plain)
		.flatMap(({ lower }) => stemsOf(lower)[0] ?? [])
		.join(" ");
}
