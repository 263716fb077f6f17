import { folded } from "../base/text.ts";
import type { Claim } from "../evidence/claim.ts";
import { languageOf } from "../text/language-of.ts";
import { entitiesIn } from "../text/names.ts";
import { quantitiesIn } from "../text/quantities.ts";
import { inBase } from "../text/units.ts";
import { type Checked, checkedSentence, type PageOf } from "./sentence.ts";

/**
 * Checks an inference against its evidence (METHOD §9): each number, date, unit, quotation and name in it must stand in one of its
 * claims, in the title or byline of a cited page, or in `otherTexts` (the question, findings of the report that share a claim).
 */
export function checkedInference(
	text: string,
	claims: readonly Claim[],
	page: PageOf,
	beside: readonly string[],
): Checked[] {
	const known = [
		...claims.flatMap((claim) => [
			claim.text,
			claim.holder ?? "",
			page.title(claim.sourceId) ?? "",
			page.byline?.(claim.sourceId) ?? "",
		]),
		...beside,
	];
	return [
		...checkedSentence(text, claims, page, [...known, ...countsIn(text, claims.length)]),
		...checkedNames(text, [...known, ...claims.map(({ quote }) => quote)]),
	];
}

/** An inference may count its findings in words: `one`, `both of the two`, `the third`. */
function countsIn(text: string, findings: number): string[] {
	const counts = quantitiesIn(text).filter(
		({ text: words, value, unit }) =>
			!/\d/.test(words) && inBase(1, unit) === undefined && value <= Math.max(countedLeast, findings),
	);
	return counts.map(({ text: words, unit }) => `${words} ${unit}`);
}
const countedLeast = 2;

function checkedNames(text: string, known: readonly string[]): Checked[] {
	const words = new Set(known.flatMap(wordsOf));
	// `AI` matches `artificial intelligence`, `US` matches `U.S.`.
	const initials = known.map((one) => (one.match(/(?<![\p{L}\p{N}])\p{L}/gu) ?? []).join("").toUpperCase()).join(" ");
	return namesOf(text).map((name): Checked => {
		const isShort = /^\p{Lu}{2,6}$/u.test(name) && initials.includes(name);
		const isKnown = isShort || capitalised(name).every((word) => words.has(word));
		return { kind: "name", ...(isKnown ? {} : { fault: `the name ${name} stands in none of its findings` }) };
	});
}

/** The names in a text. German capitalises all nouns: there, only two capitalised words in a row are a name. */
function namesOf(text: string): string[] {
	const language = languageOf(text);
	if (language === "de") return text.match(/(?<=[\p{L},] )\p{Lu}[\p{L}.]+ \p{Lu}\p{L}+/gu) ?? [];
	return entitiesIn(text)
		.filter(({ unsure }) => !unsure || language === "en")
		.map((entity) => entity.text);
}

function capitalised(name: string): string[] {
	return name.split(/[\s/–—-]+/u).flatMap((word) => (/[\p{Lu}\p{N}]/u.test(word) ? wordsOf(word) : []));
}

/** A text's words for comparison: folded, without a plural or possessive ending. */
function wordsOf(text: string): string[] {
	const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.map((word) => (word.length > 3 ? word.replace(/s$/u, "") : word));
}
