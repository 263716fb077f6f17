import { folded, jaccard, trigrams } from "../base/text.ts";
import { correctionIn } from "./correction.ts";
import { domainOf } from "./hosts.ts";
import type { PooledHit } from "./source.ts";
import { isFurniture } from "./syndication.ts";

/**
 * Which results of a search carry one text, told from what a service shows of them. That is a piece of a page, often its head, and
 * heads are alike on sites that have nothing to do with each other: only what is long and nearly the same without them makes a copy.
 * What was read is judged by its whole text (`syndication.ts`).
 */

type Shown = Pick<PooledHit, "title" | "snippet"> & Partial<Pick<PooledHit, "url">>;

/** Less of a snippet says nothing about where it is from. Words. */
const wordsLeast = 12;
/** Pieces this alike are pieces of one text. */
const sameSnippet = 0.6;
/** Pages of one title whose pieces share this many runs of so many words are copies, too: the pieces may be from different places. */
const sameTitle = 0.75;
const titleWords = 4;
const runLength = 3;
const runsShared = 4;
/** What two snippets begin or end with together is a frame around two texts, unless it is nearly all of them. */
const frameMost = 0.8;

interface Seen {
	title: string;
	titleGrams: Set<string>;
	words: string[];
	host: string;
	corrects: boolean;
}

/** Results that carry one text, in the order of the search. A correction is no copy of what it corrects. */
export function textsOf<T extends Shown>(hits: readonly T[]): T[][] {
	const texts: { members: T[]; seen: Seen[] }[] = [];
	for (const hit of hits) {
		const mine = seenIn(hit);
		const home = texts.find(({ seen }) => seen[0]?.corrects === mine.corrects && seen.some((one) => areOne(one, mine)));
		if (home) {
			home.members.push(hit);
			home.seen.push(mine);
		} else texts.push({ members: [hit], seen: [mine] });
	}
	return texts.map(({ members }) => members);
}

function seenIn({ title, snippet, url = "" }: Shown): Seen {
	const plain = bare(title);
	const words = wordsIn(afterTitle(snippet, plain));
	const host = URL.canParse(url) ? domainOf(new URL(url).host) : "";
	return { title: plain, titleGrams: trigrams(plain), words, host, corrects: correctionIn(title) !== undefined };
}

function areOne(a: Seen, b: Seen): boolean {
	const [left, right] = ownWords(a, b);
	if (differInKind(left, right)) return false;
	if (Math.min(left.length, right.length) >= wordsLeast && likeness(left, right) >= sameSnippet) return true;
	// One publisher gives the same title to many pages.
	const sameName =
		(a.host === "" || a.host !== b.host) &&
		Math.min(wordsIn(a.title).length, wordsIn(b.title).length) >= titleWords &&
		jaccard(a.titleGrams, b.titleGrams) >= sameTitle &&
		numbersIn(wordsIn(a.title)) === numbersIn(wordsIn(b.title));
	return sameName && sharedRuns(left, right) >= runsShared;
}

/** Two snippets without what only frames them. */
function ownWords(a: Seen, b: Seen): [string[], string[]] {
	const shorter = Math.min(a.words.length, b.words.length);
	const equal = (left: string | undefined, right: string | undefined) => folded(left ?? "") === folded(right ?? "");
	let start = 0;
	while (start < shorter && equal(a.words[start], b.words[start])) start++;
	let end = 0;
	while (end < shorter - start && equal(a.words.at(-1 - end), b.words.at(-1 - end))) end++;
	if (start + end >= frameMost * shorter) return [a.words, b.words];
	return [a.words.slice(start, a.words.length - end), b.words.slice(start, b.words.length - end)];
}

/** One form filled in for two things: each has a name and a figure that the other has not. A changed figure alone is a copy's. */
function differInKind(a: readonly string[], b: readonly string[]): boolean {
	const [left, right] = [new Set(a.map(folded)), new Set(b.map(folded))];
	const onlyIn = (words: readonly string[], others: ReadonlySet<string>) =>
		words.filter((word) => !others.has(folded(word)));
	const [mine, theirs] = [onlyIn(a, right), onlyIn(b, left)];
	return [/\p{N}/u, /^\p{Lu}/u].every((form) => [mine, theirs].every((words) => words.some((word) => form.test(word))));
}

function likeness(a: readonly string[], b: readonly string[]): number {
	return jaccard(trigrams(a.join(" ")), trigrams(b.join(" ")));
}

function sharedRuns(a: readonly string[], b: readonly string[]): number {
	const runs = (words: readonly string[]) =>
		new Set(words.slice(runLength - 1).map((_word, at) => folded(words.slice(at, at + runLength).join(" "))));
	const [left, right] = [runs(a), runs(b)];
	return [...left].filter((run) => right.has(run)).length;
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
const numbersIn = (words: readonly string[]) => words.filter((word) => /\p{N}/u.test(word)).join(" ");

/** A snippet from behind its page's title, where that stands in it: before it stand names of sections and sites. */
function afterTitle(snippet: string, title: string): string {
	const at = title === "" ? -1 : snippet.toLowerCase().lastIndexOf(title.toLowerCase());
	const rest = at < 0 ? snippet : snippet.slice(at + title.length);
	return rest
		.split(/(?<=[.!?…])\s+|\n/u)
		.filter((sentence) => !isFurniture(sentence))
		.join(" ");
}

/** A title without the name of its site. */
function bare(title: string): string {
	return title.replace(/\s+[|–—•·-]\s+[^|–—•·]{2,40}$/u, "");
}
