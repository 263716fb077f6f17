import { eld } from "eld/small";

/** A text in Latin script with fewer words counts as English: names look alike in all languages. */
const wordsMin = 4;
/** Another language's score (0–1) must exceed that of English by this much, so that a name does not decide. */
const margin = 0.1;

/** A text's language (ISO 639-1) by letter n-grams (Cavnar & Trenkle 1994, package `eld`). In doubt `en`; `und` if not in Latin script. */
export function languageOf(text: string): string {
	const letters = text.match(/\p{L}/gu)?.length ?? 0;
	const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
	const found = eld.detect(text);
	if (latin < letters / 2) return found.language === "" ? "und" : found.language;
	if (text.trim().split(/\s+/u).length < wordsMin || !found.isReliable()) return "en";
	const scores = found.getScores();
	return (scores[found.language] ?? 0) - (scores.en ?? 0) > margin ? found.language : "en";
}
