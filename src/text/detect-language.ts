import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** A text in Latin script with fewer words counts as English: names look alike in all languages. */
const wordsMin = 4;
/** Another language's score (0–1) must exceed that of English by this much, so that a name does not decide. */
const scoreMargin = 0.1;

type Detector = typeof import("eld/small").eld;
let loaded: Detector | undefined;

/** The package, loaded with the first text: its table takes 100 MB, which most commands do not need. */
function loadDetector(): Detector {
	const module = fileURLToPath(import.meta.resolve("eld/small"));
	loaded ??= (createRequire(import.meta.url)(module) as { eld: Detector }).eld;
	return loaded;
}

/** A text's language (ISO 639-1) by letter n-grams (Cavnar & Trenkle 1994, package `eld`). In doubt `en`; `und` if not in Latin script. */
export function detectLanguage(text: string): string {
	const letters = text.match(/\p{L}/gu)?.length ?? 0;
	const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
	const detection = loadDetector().detect(text);
	if (latin < letters / 2) return detection.language === "" ? "und" : detection.language;
	if (text.trim().split(/\s+/u).length < wordsMin || !detection.isReliable()) return "en";
	const scores = detection.getScores();
	return (scores[detection.language] ?? 0) - (scores.en ?? 0) > scoreMargin ? detection.language : "en";
}
