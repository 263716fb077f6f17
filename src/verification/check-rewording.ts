import { comparisonForm } from "../base/text.ts";
import { datesIn } from "../text/dates.ts";
import { entitiesIn } from "../text/entities.ts";
import { hasNegation } from "../text/negation.ts";
import { quantitiesIn } from "../text/quantities.ts";
import { splitQuotations } from "../text/quotations.ts";
import { isKnownWord } from "../text/wordnet.ts";

/** A sentence may become this much longer or shorter: more would add or drop content. Factor. */
const lengthFactor = 1.5;

/**
 * What a new wording of a paragraph changes beyond its wording; undefined if nothing. Sentence by sentence, the same numbers, dates,
 * units, quotations, titles, code and names must stand in both, and neither may add or drop a denial, a condition or a degree of
 * certainty. Names and words of certainty are found in English best; elsewhere the check refuses more.
 */
export function rewordingFault(before: readonly string[], after: readonly string[]): string | undefined {
	if (before.length !== after.length) return "it has another number of sentences";
	for (const [index, text] of before.entries()) {
		const fault = sentenceFault(text, after[index] ?? "");
		if (fault !== undefined) return fault;
	}
	return undefined;
}

/** The kinds of content that must be the same, each as the sorted list of what a sentence holds of it. */
const contents: readonly [name: string, of: (text: string) => string[]][] = [
	["number", (text) => text.match(/\p{N}+(?:[.,:/]\p{N}+)*/gu) ?? []],
	["quantity", (text) => quantitiesIn(text).map(({ value, unit }) => `${value} ${unit ?? ""}`)],
	["date", (text) => datesIn(text).map((date) => JSON.stringify({ ...date, start: 0, end: 0, text: "" }))],
	["quotation", quotationsIn],
	["marker", (text) => text.match(/\[[^\]]*\]/g) ?? []],
	["code", (text) => text.match(/`[^`]*`/g) ?? []],
	["symbol", (text) => text.match(/[%€$£¥°±×÷=<>≤≥≈~+−]/g) ?? []],
	["name", namesIn],
	["word of certainty", (text) => text.toLowerCase().match(hedges) ?? []],
];

function sentenceFault(before: string, after: string): string | undefined {
	if (after.trim() === "") return "a sentence is gone";
	const ratio = after.length / Math.max(1, before.length);
	if (ratio > lengthFactor || ratio < 1 / lengthFactor) return "a sentence is far longer or shorter";
	if (hasNegation(before) !== hasNegation(after)) return "a denial differs";
	const differing = contents.find(([, of]) => {
		const [a, b] = [of(before).toSorted(), of(after).toSorted()];
		return a.length !== b.length || a.some((one, at) => one !== b[at]);
	});
	return differing && `a ${differing[0]} differs`;
}

/** Words between quotation marks of any kind, titles included. */
function quotationsIn(text: string): string[] {
	const marked = splitQuotations(text).flatMap((part) => (part.kind === "own" ? [] : [`${part.kind} ${part.text}`]));
	return [...marked, ...(text.match(/"[^"]*"|«[^»]*»|„[^“”]*[“”]/g) ?? [])];
}

/** Words that make a statement weaker, stronger, or dependent on a condition. */
const hedges =
	/\b(?:may|might|could|can|cannot|must|should|would|will|likely|unlikely|probabl[ey]|possibl[ey]|perhaps|apparently|reportedly|allegedly|suggest(?:s|ed)?|appears?|seems?|about|around|roughly|nearly|almost|approximately|at least|at most|up to|over|under|more|less|fewer|most|many|some|few|all|every|each|any|none|only|mainly|mostly|partly|usually|often|sometimes|always|never|rarely|if|unless|except|without|until)\b/g;

/** Words with a capital letter, folded; the first word of a sentence only if it is no word of the dictionary, or a part of a name. */
function namesIn(text: string): string[] {
	const own = splitQuotations(text).flatMap((part) => (part.kind === "own" ? [part.text] : []));
	const inNames = new Set(entitiesIn(text).flatMap((entity) => entity.text.split(/[^\p{L}\p{N}]+/u)));
	const names = own.flatMap((part, at) => {
		const words = part.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*[\p{L}\p{N}]|\p{L}/gu) ?? [];
		return words.filter((word, index) => {
			if (!/\p{Lu}/u.test(word)) return false;
			const isFirst = at === 0 && index === 0;
			return !isFirst || inNames.has(word) || !(isCommon(word) || isShortWord(word));
		});
	});
	return [...new Set(names.map((name) => comparisonForm(name.replace(/['’]s$/u, ""))))];
}

const isCommon = (word: string) => isKnownWord(word.toLowerCase());
/** Function words, which a dictionary of content words does not hold: `The`, `When`. */
const isShortWord = (word: string) => /^\p{Lu}\p{Ll}{0,8}$/u.test(word) && functionWords.has(word.toLowerCase());
const functionWords = new Set(
	"the a an this that these those it its they their he she his her we our you your in on at of for from by with to as and but or so yet while when where which who whose since because although though if both either each such there here then thus hence however moreover furthermore also instead another other same after before during until unless under over between among through into out up down one two three not no".split(
		" ",
	),
);
