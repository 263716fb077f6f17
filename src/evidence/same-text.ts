import { comparisonForm, jaccard, trigrams } from "../base/text.ts";
import { correctionKindIn } from "./correction-notice.ts";
import { domainOf } from "./hosts.ts";
import type { PooledHit } from "./source.ts";
import { isBoilerplate } from "./text-sketch.ts";

/**
 * Finds search results that carry the same text, from their titles and snippets. A snippet is often the head of a page, and heads are
 * similar on unrelated sites, so only long snippets that are nearly equal without the head are copies. Pages that were read are compared
 * by their whole text (`text-sketch.ts`).
 */

type ComparableHit = Pick<PooledHit, "title" | "snippet"> & Partial<Pick<PooledHit, "url">>;

/** A shorter snippet does not show where it is from. Words. */
const minWords = 12;
/** Snippets at least this similar are from one text. */
const minSnippetSimilarity = 0.6;
/** Pages with similar titles are copies too if their snippets share `minSharedRuns` runs of words: the snippets may be different parts. */
const minTitleSimilarity = 0.75;
const minTitleWords = 4;
const runLength = 3;
const minSharedRuns = 4;
/** The common beginning and end of two snippets is a frame around two texts, unless it is at least this share of the shorter one. */
const maxFrameShare = 0.8;

interface HitFeatures {
	title: string;
	titleGrams: Set<string>;
	words: string[];
	host: string;
	corrects: boolean;
}

/** Groups results that carry one text, in search order. A correction is no copy of what it corrects. */
export function groupByText<T extends ComparableHit>(hits: readonly T[]): T[][] {
	const texts: { members: T[]; seen: HitFeatures[] }[] = [];
	for (const hit of hits) {
		const mine = featuresOf(hit);
		const home = texts.find(
			({ seen }) => seen[0]?.corrects === mine.corrects && seen.some((one) => isSameText(one, mine)),
		);
		if (home) {
			home.members.push(hit);
			home.seen.push(mine);
		} else texts.push({ members: [hit], seen: [mine] });
	}
	return texts.map(({ members }) => members);
}

function featuresOf({ title, snippet, url = "" }: ComparableHit): HitFeatures {
	const plain = titleWithoutSite(title);
	const words = wordsIn(afterTitle(snippet, plain));
	const host = URL.canParse(url) ? domainOf(new URL(url).host) : "";
	return { title: plain, titleGrams: trigrams(plain), words, host, corrects: correctionKindIn(title) !== undefined };
}

function isSameText(a: HitFeatures, b: HitFeatures): boolean {
	const [left, right] = withoutFrame(a, b);
	if (isFilledForm(left, right)) return false;
	if (Math.min(left.length, right.length) >= minWords && similarity(left, right) >= minSnippetSimilarity) return true;
	// One publisher may give the same title to many pages.
	const isSameTitle =
		(a.host === "" || a.host !== b.host) &&
		Math.min(wordsIn(a.title).length, wordsIn(b.title).length) >= minTitleWords &&
		jaccard(a.titleGrams, b.titleGrams) >= minTitleSimilarity &&
		numbersIn(wordsIn(a.title)) === numbersIn(wordsIn(b.title));
	return isSameTitle && countSharedRuns(left, right) >= minSharedRuns;
}

/** The words of two snippets without their common frame. */
function withoutFrame(a: HitFeatures, b: HitFeatures): [string[], string[]] {
	const shorter = Math.min(a.words.length, b.words.length);
	const equal = (left: string | undefined, right: string | undefined) =>
		comparisonForm(left ?? "") === comparisonForm(right ?? "");
	let start = 0;
	while (start < shorter && equal(a.words[start], b.words[start])) start++;
	let end = 0;
	while (end < shorter - start && equal(a.words.at(-1 - end), b.words.at(-1 - end))) end++;
	if (start + end >= maxFrameShare * shorter) return [a.words, b.words];
	return [a.words.slice(start, a.words.length - end), b.words.slice(start, b.words.length - end)];
}

/** Whether two texts fill in one form for two things: each has a name and a figure that the other lacks. Copies change only figures. */
function isFilledForm(a: readonly string[], b: readonly string[]): boolean {
	const [left, right] = [new Set(a.map(comparisonForm)), new Set(b.map(comparisonForm))];
	const onlyIn = (words: readonly string[], others: ReadonlySet<string>) =>
		words.filter((word) => !others.has(comparisonForm(word)));
	const [mine, theirs] = [onlyIn(a, right), onlyIn(b, left)];
	return [/\p{N}/u, /^\p{Lu}/u].every((form) => [mine, theirs].every((words) => words.some((word) => form.test(word))));
}

function similarity(a: readonly string[], b: readonly string[]): number {
	return jaccard(trigrams(a.join(" ")), trigrams(b.join(" ")));
}

function countSharedRuns(a: readonly string[], b: readonly string[]): number {
	const runs = (words: readonly string[]) =>
		new Set(words.slice(runLength - 1).map((_word, at) => comparisonForm(words.slice(at, at + runLength).join(" "))));
	const [left, right] = [runs(a), runs(b)];
	return [...left].filter((run) => right.has(run)).length;
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
const numbersIn = (words: readonly string[]) => words.filter((word) => /\p{N}/u.test(word)).join(" ");

/** A snippet from after its page's title, if it holds it: names of sections and sites come before the title. Boilerplate is removed. */
function afterTitle(snippet: string, title: string): string {
	const at = title === "" ? -1 : snippet.toLowerCase().lastIndexOf(title.toLowerCase());
	const rest = at < 0 ? snippet : snippet.slice(at + title.length);
	return rest
		.split(/(?<=[.!?…])\s+|\n/u)
		.filter((sentence) => !isBoilerplate(sentence))
		.join(" ");
}

/** A title without the name of its site. */
function titleWithoutSite(title: string): string {
	return title.replace(/\s+[|–—•·-]\s+[^|–—•·]{2,40}$/u, "");
}
