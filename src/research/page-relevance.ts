import { comparisonForm } from "../base/text.ts";
import type { SubQuestion } from "../evidence/plan.ts";
import type { Page } from "../evidence/source.ts";
import { countTerms, type TermCounts, TermStatistics } from "../text/term-statistics.ts";
import { contentStems } from "../text/words.ts";

/** Words, and code names with their punctuation. */
const nameWord = /[\p{L}\p{N}]+(?:[._:/][\p{L}\p{N}]+)*/gu;
/** Capitalised words, numbers, code. */
const isName = (word: string) => /\p{Lu}|\p{N}|[._:/]/u.test(word);
/** A sub-question's rarest stems identify it: at most so many, of which a relevant passage holds at least so many. */
const rareStemsMost = 3;
const rareStemsLeast = 2;
/** A passage is a paragraph. A longer paragraph is split into pieces. Characters. */
const passageLongest = 1_500;

/**
 * Whether a page that was read before may hold something on a sub-question: at least one of its names, and a passage with two of
 * its three rarest stems (half, if there are fewer). Rarity is the inverse document frequency over the run's claims and the page.
 * The sub-question's names and the words of the run's question do not count, because they stand on every page that was read.
 */
export function isRelevantTo(
	{ text, focus }: Pick<SubQuestion, "text" | "focus">,
	page: Pick<Page, "title" | "text">,
	{ question, claims }: { question: string; claims: readonly { text: string }[] },
): boolean {
	if (!holdsName(focus, page)) return false;
	const passages = passagesOf(page.text).map(countTerms);
	const statistics = new TermStatistics([...claims.map((claim) => countTerms(claim.text)), ...passages]);
	const common = new Set(contentStems([question, ...focus].join(" ")));
	const ownStems = contentStems(text).filter((stem) => !common.has(stem));
	return passages.some(rareStemTest(ownStems, statistics));
}

/** Returns a test for passages that hold two of the three rarest stems, or half of fewer. */
export function rareStemTest(stems: readonly string[], statistics: TermStatistics): (passage: TermCounts) => boolean {
	const rarest = stems.toSorted((a, b) => statistics.idf(b) - statistics.idf(a)).slice(0, rareStemsMost);
	const least = Math.min(rareStemsLeast, Math.ceil(rarest.length / 2));
	return (passage) => rarest.filter((stem) => passage.has(stem)).length >= least;
}

/** Whether a page holds at least one of the names. Without names any page passes. */
function holdsName(focus: readonly string[], { title, text }: Pick<Page, "title" | "text">): boolean {
	const names = focus.map((one) => (one.match(nameWord) ?? []).filter(isName)).filter((words) => words.length > 0);
	if (names.length === 0) return true;
	const words = new Set(comparisonForm(`${title}\n${text}`).match(nameWord));
	return names.some((name) => name.every((word) => words.has(comparisonForm(word))));
}

function passagesOf(text: string): string[] {
	return text.split(/\n\s*\n/u).flatMap((paragraph) => {
		const pieces = Math.max(1, Math.ceil(paragraph.length / passageLongest));
		return Array.from({ length: pieces }, (_, at) =>
			paragraph.slice(at * passageLongest, (at + 1) * passageLongest + passageLongest / 2),
		);
	});
}
