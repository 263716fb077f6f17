import { comparisonForm } from "../base/text.ts";
import type { Claim } from "../evidence/claim.ts";
import { detectLanguage } from "../text/detect-language.ts";
import { entitiesIn } from "../text/entities.ts";
import { quantitiesIn } from "../text/quantities.ts";
import { stem } from "../text/stem.ts";
import { toBaseUnit } from "../text/units.ts";
import { isCommonNoun } from "../text/wordnet.ts";
import { isStopWord } from "../text/words.ts";
import { derivedQuantities } from "./check-numbers.ts";
import { type CheckResult, checkSentence, type PageLookup } from "./check-sentence.ts";

/**
 * Checks an inference against its evidence (METHOD §9): each number, date, unit, quotation and name in it must stand in one of its
 * claims, in the title or byline of a cited page, or in `otherTexts` (the question, findings of the report that share a claim). A number
 * may also be worked out from two of its claims.
 */
export function checkInference(
	text: string,
	claims: readonly Claim[],
	page: PageLookup,
	otherTexts: readonly string[],
): CheckResult[] {
	const quotes = claims.map(({ quote }) => quote);
	const evidenceTexts = [
		...claims.flatMap((claim) => [
			claim.text,
			claim.holder ?? "",
			page.title(claim.sourceId) ?? "",
			page.byline?.(claim.sourceId) ?? "",
		]),
		...otherTexts,
	];
	return [
		...checkSentence(text, claims, page, [
			...evidenceTexts,
			...countedFindings(text, claims.length),
			...derivedQuantities(text, quotes),
		]),
		...checkNames(text, [...evidenceTexts, ...quotes]),
	];
}

/** An inference may count its findings in words: `one`, `both of the two`, `the third`. */
function countedFindings(text: string, findings: number): string[] {
	const counts = quantitiesIn(text).filter(
		({ text: words, value, unit }) =>
			!/\d/.test(words) && toBaseUnit(1, unit) === undefined && value <= Math.max(countMin, findings),
	);
	return counts.map(({ text: words, unit }) => `${words} ${unit}`);
}
const countMin = 2;

/** Letters of a word of the evidence that are enough of it: `Postgres` for `PostgreSQL`. */
const beginningLeast = 4;

function checkNames(text: string, evidenceTexts: readonly string[]): CheckResult[] {
	const words = new Set(evidenceTexts.flatMap(wordsOf));
	const isHeld = (word: string) =>
		words.has(word) || (word.length >= beginningLeast && [...words].some((known) => known.startsWith(word)));
	const initials = evidenceTexts.flatMap(initialsOf).join(" ");
	return namesOf(text).map((name): CheckResult => {
		const isShort = abbreviation.test(name) && initials.includes(name.replace(/s$/u, "").toUpperCase());
		const isKnown = isShort || capitalizedWords(name).every(isHeld);
		return { kind: "name", ...(isKnown ? {} : { fault: `the name ${name} stands in none of its findings` }) };
	});
}

/** Up to six letters with two capitals among them, or their plural: `AI`, `DoS`, `VMs`. */
const abbreviation = /^(?=.*\p{Lu}.*\p{Lu})\p{Lu}\p{L}{1,5}s?$/u;

/** The initials of a text's words in order, with and without small words: `AI` is `artificial intelligence`, `US` is `U.S.`. */
function initialsOf(text: string): string[] {
	const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
	const initials = (of: readonly string[]) => of.map((word) => word.slice(0, 1).toUpperCase()).join("");
	return [initials(words), initials(words.filter((word) => !isStopWord(word.toLowerCase())))];
}

/**
 * The names in a text. German capitalises all nouns: there, only two capitalised words in a row are a name. In English the first word of
 * a sentence is one unless the dictionary knows it as a common word.
 */
function namesOf(text: string): string[] {
	const language = detectLanguage(text);
	if (language === "de") return text.match(/(?<=[\p{L},] )\p{Lu}[\p{L}.]+ \p{Lu}\p{L}+/gu) ?? [];
	return entitiesIn(text)
		.filter((one) => !one.unsure || (language === "en" && !isCommonNoun(one.text.toLowerCase())))
		.map((entity) => entity.text);
}

function capitalizedWords(name: string): string[] {
	return name.split(/[\s/–—-]+/u).flatMap((word) => (/[\p{Lu}\p{N}]/u.test(word) ? wordsOf(word) : []));
}

/** A text's words for comparison: folded, by their stems. */
function wordsOf(text: string): string[] {
	return (comparisonForm(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);
}
