import { stem } from "./stem.ts";

/** A word of a text, with its place (UTF-16). */
export interface Word {
	text: string;
	lower: string;
	start: number;
	end: number;
}

const wordPattern =
	/\d+(?:[.,:]\d+)*(?:\p{L}[\p{L}\p{N}]*)?|[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*(?:['’](?:s|t|re|ve|ll|d|m)?(?![\p{L}\p{N}])|['’][\p{L}][\p{L}\p{M}]*)?/gu;

/** Longer words are skipped: no language has them, and a word of a megabyte would stall a regex. Characters. */
const wordCharactersMax = 80;

/** The words of a text in order. `don't`, `max_connections` and `1,234.5` are one word each; a possessive `'s` stays on its word. */
export function wordsIn(text: string): Word[] {
	const out: Word[] = [];
	for (const match of text.matchAll(wordPattern)) {
		const found = match[0];
		if (found.length > wordCharactersMax) continue;
		out.push({ text: found, lower: found.toLowerCase(), start: match.index, end: match.index + found.length });
	}
	return out;
}

/** Words that carry no content of their own. */
export const stopWords: ReadonlySet<string> = new Set(
	(
		"a about above after again against all also although am among an and any are aren't as at be because been before " +
		"being below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during " +
		"each either else even ever every few for from further get gets got had hadn't has hasn't have haven't having he he's " +
		"her here hers herself him himself his how however i i'm if in into is isn't it it's its itself just let's may me " +
		"might more most much must my myself neither no nor not of off often on once one only or other others ought our ours " +
		"ourselves out over own per rather same shall she she's should shouldn't since so some such than that that's the " +
		"their theirs them themselves then there there's these they they're this those though through thus to too under until " +
		"up upon us very via was wasn't we we're were weren't what what's when where whether which while who who's whom whose " +
		"why will with within without won't would wouldn't yet you you're your yours yourself yourselves"
	).split(" "),
);

/** Words that phrase a question: they name nothing that a page would be about. */
const questionWords: ReadonlySet<string> = new Set(
	"name called known tell please give find list describe explain say question answer many kind type sort exactly".split(
		" ",
	),
);

function withoutPossessive(lower: string): string {
	return /['’]/.test(lower) ? lower.replaceAll("’", "'").replace(/'s?$/, "") : lower;
}

/** The forms by which a word is matched: its stem. For `max_connections`: the word and the stems of its parts. */
export function stemsOf(lower: string): string[] {
	if (/^[a-z]+$/.test(lower)) return [stem(lower)];
	const base = withoutPossessive(lower).normalize("NFKD").replace(/\p{M}/gu, "");
	if (/^\d/.test(base)) return [base.replaceAll(",", "")];
	if (!base.includes("_")) return [stem(base)];
	return [base, ...base.split("_").filter(Boolean).map(stem)];
}

export function isStopWord(lower: string): boolean {
	const isMarked = /['’]/.test(lower);
	return (
		stopWords.has(lower) ||
		(isMarked && (stopWords.has(lower.replaceAll("’", "'")) || stopWords.has(withoutPossessive(lower))))
	);
}

/** The stems of a text's content words, each once, in order. */
export function contentStems(text: string): string[] {
	const out = new Set<string>();
	for (const { lower } of wordsIn(text)) {
		if (isStopWord(lower) || (lower.length === 1 && !/\d/.test(lower))) continue;
		for (const form of stemsOf(lower)) if (form) out.add(form);
	}
	return [...out];
}

/** Gives a function that tells which share of the content words of `wanted` a text holds, 0–1; 0 where `wanted` has none. */
export function shareHeldOf(wanted: string): (text: string) => number {
	const stems = contentStems(wanted);
	if (stems.length === 0) return () => 0;
	return (text) => {
		const own = new Set(contentStems(text));
		return stems.filter((stem) => own.has(stem)).length / stems.length;
	};
}

/** A question's content words for a search: unstemmed, lower-case, each once, in order. */
export function keywords(text: string): string[] {
	const out = new Set<string>();
	for (const { lower } of wordsIn(text)) {
		const base = withoutPossessive(lower);
		if (isStopWord(lower) || questionWords.has(base) || (base.length === 1 && !/\d/.test(base))) continue;
		if (base) out.add(base);
	}
	return [...out];
}

/** Capitalized words after the first word of a text. */
export function capitalizedWords(text: string): string[] {
	return text.match(/(?<=\S\s+[“"(]?)\p{Lu}[\p{L}\p{N}]+/gu) ?? [];
}
