import { comparisonForm } from "../base/text.ts";
import type { Claim } from "../evidence/claim.ts";
import { detectLanguage } from "../text/detect-language.ts";
import { entitiesIn } from "../text/entities.ts";
import { quantitiesIn } from "../text/quantities.ts";
import { toBaseUnit } from "../text/units.ts";
import { type CheckResult, checkSentence, type PageLookup } from "./check-sentence.ts";

/**
 * Checks an inference against its evidence (METHOD §9): each number, date, unit, quotation and name in it must stand in one of its
 * claims, in the title or byline of a cited page, or in `otherTexts` (the question, findings of the report that share a claim).
 */
export function checkInference(
	text: string,
	claims: readonly Claim[],
	page: PageLookup,
	otherTexts: readonly string[],
): CheckResult[] {
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
		...checkSentence(text, claims, page, [...evidenceTexts, ...countedFindings(text, claims.length)]),
		...checkNames(text, [...evidenceTexts, ...claims.map(({ quote }) => quote)]),
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

function checkNames(text: string, evidenceTexts: readonly string[]): CheckResult[] {
	const words = new Set(evidenceTexts.flatMap(wordsOf));
	// `AI` matches `artificial intelligence`, `US` matches `U.S.`.
	const initials = evidenceTexts
		.map((one) => (one.match(/(?<![\p{L}\p{N}])\p{L}/gu) ?? []).join("").toUpperCase())
		.join(" ");
	return namesOf(text).map((name): CheckResult => {
		const isShort = /^\p{Lu}{2,6}$/u.test(name) && initials.includes(name);
		const isKnown = isShort || capitalizedWords(name).every((word) => words.has(word));
		return { kind: "name", ...(isKnown ? {} : { fault: `the name ${name} stands in none of its findings` }) };
	});
}

/** The names in a text. German capitalises all nouns: there, only two capitalised words in a row are a name. */
function namesOf(text: string): string[] {
	const language = detectLanguage(text);
	if (language === "de") return text.match(/(?<=[\p{L},] )\p{Lu}[\p{L}.]+ \p{Lu}\p{L}+/gu) ?? [];
	return entitiesIn(text)
		.filter(({ unsure }) => !unsure || language === "en")
		.map((entity) => entity.text);
}

function capitalizedWords(name: string): string[] {
	return name.split(/[\s/–—-]+/u).flatMap((word) => (/[\p{Lu}\p{N}]/u.test(word) ? wordsOf(word) : []));
}

/** A text's words for comparison: folded, without a plural or possessive ending. */
function wordsOf(text: string): string[] {
	const words = comparisonForm(text).match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.map((word) => (word.length > 3 ? word.replace(/s$/u, "") : word));
}
