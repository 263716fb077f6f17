import { folded } from "../base/text.ts";
import type { SubQuestion } from "../evidence/plan.ts";
import type { Page } from "../evidence/source.ts";
import { type Counts, countsOf, Statistics } from "../text/terms.ts";
import { contentStems } from "../text/words.ts";

/** Words, and names of code with the signs in them. */
const nameWord = /[\p{L}\p{N}]+(?:[._:/][\p{L}\p{N}]+)*/gu;
/** Capitalised words, numbers, code. */
const isName = (word: string) => /\p{Lu}|\p{N}|[._:/]/u.test(word);
/** Of a sub-question's words the rarest carry it: so many at most, of which so many stand in one passage that bears on it. */
const carryingMost = 3;
const carryingLeast = 2;
/** A passage is a paragraph, and a longer one is looked at in pieces. Characters. */
const passageLongest = 1_500;

/**
 * Whether a page that was read before may hold something on a sub-question: one of its names at least, and a passage with two of the words
 * that carry it (of few, half). Those are its rarest words, by what the run's claims and the page say (inverse document frequency), without its names
 * and without the words of the run's question, which stand on every page that was read.
 */
export function bearsOn(
	{ text, focus }: Pick<SubQuestion, "text" | "focus">,
	page: Pick<Page, "title" | "text">,
	{ question, claims }: { question: string; claims: readonly { text: string }[] },
): boolean {
	if (!namesStandIn(focus, page)) return false;
	const passages = passagesOf(page.text).map(countsOf);
	const known = new Statistics([...claims.map((claim) => countsOf(claim.text)), ...passages]);
	const common = new Set(contentStems([question, ...focus].join(" ")));
	const asked = contentStems(text).filter((stem) => !common.has(stem));
	return passages.some(holding(asked, known));
}

/** Whether a passage holds the stems that carry what is asked: two of the three rarest; of few, half. */
export function holding(asked: readonly string[], known: Statistics): (passage: Counts) => boolean {
	const carrying = asked.toSorted((a, b) => known.idf(b) - known.idf(a)).slice(0, carryingMost);
	const least = Math.min(carryingLeast, Math.ceil(carrying.length / 2));
	return (passage) => carrying.filter((stem) => passage.has(stem)).length >= least;
}

/** Whether a page holds one of the names at least; where nothing is named, any page may do. */
function namesStandIn(focus: readonly string[], { title, text }: Pick<Page, "title" | "text">): boolean {
	const names = focus.map((one) => (one.match(nameWord) ?? []).filter(isName)).filter((words) => words.length > 0);
	if (names.length === 0) return true;
	const words = new Set(folded(`${title}\n${text}`).match(nameWord));
	return names.some((name) => name.every((word) => words.has(folded(word))));
}

function passagesOf(text: string): string[] {
	return text.split(/\n\s*\n/u).flatMap((paragraph) => {
		const pieces = Math.max(1, Math.ceil(paragraph.length / passageLongest));
		return Array.from({ length: pieces }, (_, at) =>
			paragraph.slice(at * passageLongest, (at + 1) * passageLongest + passageLongest / 2),
		);
	});
}
