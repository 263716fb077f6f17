import { languageOf } from "../text/language-of.ts";

/** Whether a text is English. */
export function isEnglish(text: string): boolean {
	return languageOf(text) === "en";
}
