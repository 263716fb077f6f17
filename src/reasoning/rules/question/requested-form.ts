import type { RequestedForm } from "../../../evidence/question.ts";
import { parseSpelledNumber } from "../../../text/number-words.ts";
import { keywords } from "../../../text/words.ts";

const writingVerbs = "write|answer|reply|respond|report|summari[sz]e|give|present|prepare|keep|use|limit";
const writingVerbPattern = new RegExp(`^(?:${writingVerbs})$`, "iu");
const linkWords = "(?:in|as|with|within|under|using|at most|up to|no more than|fewer than|less than|about|around)";
const phraseEnd = String.raw`(?=\s*(?:$|[.,;:!?)]|please\b|for\s))`;
/** At a border of the text, or after a preposition that opens one: `in three bullets`, `at most 200 words`. */
const lengthRequest = new RegExp(
	String.raw`(?:^|[.;:!?,(–—-]\s*|\s(?=${linkWords}\s))(?:${linkWords}\s+|an?\s+)*(\d{1,5}|\p{L}+)[\s-](words?|bullets?|points?|items|sentences?|paragraphs?)\b(?:\s+(?:points?|at most|max(?:imum)?|long))?${phraseEnd}`,
	"giu",
);
/** At a border, or in a sentence that opens with a verb of writing: `in German`, `for a board meeting`. */
const languageOrAudience = new RegExp(
	String.raw`(?:^|[.;:!?,(–—-]\s*|(?<=^(?:please\s+|\p{L}+\s+you\s+)*(?:${writingVerbs})\b.{0,80})\s)(?:in\s+(\p{L}+)|for\s+((?:an?|the|my|our)\s+(?:[\p{L}-]+\s+){0,3}[\p{L}-]+))${phraseEnd}`,
	"giu",
);

/** Separates what a text says of the report's form from the rest (METHOD §1). `sentences` splits a text. */
export function splitRequestedForm(
	text: string,
	sentences: (text: string) => string[],
): { text: string; form: RequestedForm } {
	const form: RequestedForm = {};
	const keptSentences = sentences(text).flatMap((sentence) => {
		const rest = sentence
			.replace(lengthRequest, (all, count: string, noun: string) => {
				const number = /^\d+$/u.test(count) ? Number(count) : (parseSpelledNumber(count) ?? 0);
				if (number < 1) return all;
				form[/^w/iu.test(noun) ? "words" : "items"] ??= number;
				return " ";
			})
			.replace(languageOrAudience, (all, name?: string, audience?: string) => {
				const language = name && languageCode(name);
				if (!language && !audience) return all;
				if (language) form.language ??= language;
				else form.audience ??= audience;
				return " ";
			});
		if (rest === sentence) return [sentence];
		// The sentence says nothing else.
		if (keywords(rest).every((word) => writingVerbPattern.test(word))) return [];
		return [rest.replace(/\s+/gu, " ").replace(/^[\s,;:–—-]+|[\s,;:(–—-]+(?=[.?!]?$)/gu, "")];
	});
	return { text: keptSentences.length === 0 ? text : keptSentences.join(" "), form };
}

/** The ISO 639-1 code of a language's English name. */
function languageCode(name: string): string | undefined {
	const english = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
	const letters = [..."abcdefghijklmnopqrstuvwxyz"];
	const codes = letters.flatMap((first) => letters.map((second) => first + second));
	return codes.find((code) => english.of(code)?.toLowerCase() === name.toLowerCase());
}
