import { eld } from "eld/small";

/** A text in Latin script with fewer words counts as English: names look alike in all languages. */
const wordsMin = 4;
/** Another language's score (0–1) must exceed that of English by this much, so that a name does not decide. */
const scoreMargin = 0.1;

/** A text's language (ISO 639-1) by letter n-grams (Cavnar & Trenkle 1994, package `eld`). In doubt `en`; `und` if not in Latin script. */
export function detectLanguage(text: string): string {
	const letters = text.match(/\p{L}/gu)?.length ?? 0;
	const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
	const detection = eld.detect(text);
	if (latin < letters / 2) return detection.language === "" ? "und" : detection.language;
	if (text.trim().split(/\s+/u).length < wordsMin || !detection.isReliable()) return "en";
	const scores = detection.getScores();
	return (scores[detection.language] ?? 0) - (scores.en ?? 0) > scoreMargin ? detection.language : "en";
}
