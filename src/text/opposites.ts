import { antonyms, isBaseVerb } from "./wordnet.ts";
import { contentStems, stemsOf, type Word, wordsIn } from "./words.ts";

/**
 * Whether two texts say opposite things in one place: a word that only one has is the opposite of a word that only the other has, or
 * they stand on other sides of a contrast (`before` and `after`, `at most` and `at least`, `may` and `must`).
 */
export function hasOpposites(a: string, b: string): boolean {
	const [first, second] = [a, b].map((text) => wordsIn(withJoinedWords(text))) as [Word[], Word[]];
	const onlySecond = contentMissingIn(second, first);
	return (
		contentMissingIn(first, second).some((word) => onlySecond.some((other) => areOppositeWords(word, other))) ||
		contrasts.some((sides) => areOnOtherSides(sidesIn(first, sides), sidesIn(second, sides)))
	);
}

/**
 * Whether two lower-case words are opposites: in WordNet (`highest` and `lowest`, because an opposite of the one, `low`, has an opposite
 * with the other, `high`), or by a prefix or suffix (`reachable` and `unreachable`, `upload` and `download`, `careful` and `careless`).
 */
function areOppositeWords(word: string, other: string): boolean {
	const opposites = antonyms(other);
	return (
		[...antonyms(word)].some((one) => one === other || !antonyms(one).isDisjointFrom(opposites)) ||
		affixPairs.some(([one, two]) => haveAffixes(word, one, other, two) || haveAffixes(word, two, other, one))
	);
}

/** An affix before (`un-`) or after (`-less`) what both words share; `-` alone is no affix. */
const affixPairs: readonly (readonly [string, string])[] = [
	...["un-", "in-", "im-", "il-", "ir-", "non-", "dis-", "mis-", "de-", "anti-", "counter-"].map(
		(prefix) => [prefix, "-"] as const,
	),
	...([
		["up-", "down-"],
		["in-", "out-"],
		["in-", "ex-"],
		["im-", "ex-"],
		["en-", "de-"],
		["en-", "dis-"],
	] as const),
	...([
		["over-", "under-"],
		["pre-", "post-"],
		["pro-", "anti-"],
		["max-", "min-"],
		["hyper-", "hypo-"],
	] as const),
	...([
		["macro-", "micro-"],
		["inter-", "intra-"],
		["as-", "de-"],
		["at-", "de-"],
		["ac-", "de-"],
	] as const),
	...([
		["-less", "-ful"],
		["-less", "-"],
		["-er", "-ee"],
		["-or", "-ee"],
	] as const),
];
/** What is left of a word without its affix is a word itself. Characters. */
const sharedMin = 3;

function haveAffixes(word: string, affix: string, other: string, otherAffix: string): boolean {
	const [shared, otherShared] = [withoutAffix(word, affix), withoutAffix(other, otherAffix)];
	if (shared === undefined || otherShared === undefined || shared.length < sharedMin) return false;
	return shared === otherShared || stemsOf(shared)[0] === stemsOf(otherShared)[0];
}

/** The word without the affix; undefined if it does not have it. */
function withoutAffix(word: string, affix: string): string | undefined {
	const letters = affix.replace("-", "");
	if (affix.endsWith("-")) return word.startsWith(letters) ? word.slice(letters.length) : undefined;
	const singular = word.replace(/(?<=e[re]|or|less|ful)(?:s|ly|ness)$/, "");
	return singular.endsWith(letters) ? singular.slice(0, -letters.length) : undefined;
}

/** `non-interactive` and `have to` as one word each. */
function withJoinedWords(text: string): string {
	return text
		.replace(/\b(?:have|has|had|having) to\b/giu, "must")
		.replace(/(?<![\p{L}\p{N}-])(non|un|anti|counter|dis|de|mis|pre|post|pro|over|under|up|down)-(?=\p{L})/giu, "$1");
}

/** The content words, lower-case, whose stem `others` lack. */
function contentMissingIn(words: readonly Word[], others: readonly Word[]): string[] {
	const stems = new Set(others.flatMap(({ lower }) => contentStems(lower)));
	const missing = words.filter(({ lower }) => contentStems(lower).some((stem) => !stems.has(stem)));
	return [...new Set(missing.map(({ lower }) => lower))];
}

/** Opposites among the words of grammar, which WordNet does not have. Each contrast has the words of each of its sides. */
const contrasts: readonly (readonly ReadonlySet<string>[])[] = [
	["before until till prior", "after since", "during while"],
	["above over beyond exceeding", "below under beneath underneath", "within between"],
	["up upward upwards", "down downward downwards"],
	["in into inside", "out outside"],
	["on onto", "off"],
	["to toward towards into onto", "from"],
	["most more maximum max maximal", "least less fewer fewest minimum min minimal"],
	["many much", "few little"],
	["all every each always", "some sometimes"],
	[
		"may can might could allowed permitted permissible optional",
		"must shall should ought need needs required mandatory obligatory obliged",
	],
].map((sides) => sides.map((words) => new Set(words.split(" "))));

/** The numbers of the sides that the words stand on. The `to` of an infinitive is no direction. */
function sidesIn(words: readonly Word[], sides: readonly ReadonlySet<string>[]): Set<number> {
	const isInfinitive = (at: number) => words[at]?.lower === "to" && isBaseVerb(words[at + 1]?.lower ?? "");
	const present = words.flatMap(({ lower }, at) => (isInfinitive(at) ? [] : [lower]));
	return new Set(sides.flatMap((side, at) => (present.some((word) => side.has(word)) ? [at] : [])));
}

function areOnOtherSides(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
	return a.size > 0 && b.size > 0 && (a.size !== b.size || !a.isSubsetOf(b));
}
