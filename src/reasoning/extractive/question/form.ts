import { spelledValue } from "../../../evidence/number-words.ts";
import type { RequestedForm } from "../../../evidence/question.ts";

/** A text without what it says of the report's form, and that form (METHOD §1). */
export interface Formed {
	text: string;
	form: RequestedForm;
}

const verb = "(?:write|answer|reply|respond|report|summari[sz]e|give|present|prepare|written|summary|brief)";
const link = "(?:in|as|with|within|under|using|at most|up to|no more than|fewer than|less than|about|around)";
/** An instruction on form stands at a border: the text's ends, a mark, or behind a preposition that opens one. */
const border = String.raw`(?:^|[.;:!?,(–—-]\s*|\s(?=${link}\s))(?:${link}\s+|an?\s+)*`;
/** The same, or behind a verb of writing. */
const written = String.raw`(?:^|[.;:!?,(–—-]\s*|(?<=\b${verb}\b[^.?!]{0,80})\s)`;
const end = String.raw`(?=\s*(?:$|[.,;:!?)]|please\b|for\s))`;

const rules: readonly (readonly [RegExp, (found: readonly string[]) => RequestedForm | undefined])[] = [
	[
		new RegExp(
			`${border}(\\d{1,5}|\\p{L}+)[\\s-](words?|bullets?|points?|items|sentences?|paragraphs?)\\b(?:\\s+(?:points?|at most|or (?:less|fewer)|max(?:imum)?|long))?${end}`,
			"iu",
		),
		([, count = "", of = ""]) => {
			const number = /^\d+$/u.test(count) ? Number(count) : spelledValue(count);
			if (number === undefined || number < 1) return undefined;
			if (/^w/iu.test(of)) return { words: number };
			return { items: number, as: /^(?:bul|poi|ite)/iu.test(of) ? "list" : "prose" };
		},
	],
	[
		/(?:^|[\s(])(?:as|in)\s+(?:an?\s+)?(table|list|bullet points|bullets|prose|essay)(?=\s*(?:$|[.,;:!?)]))/iu,
		([, as = ""]) => ({ as: /^t/iu.test(as) ? "table" : /^[lb]/iu.test(as) ? "list" : "prose" }),
	],
	[
		new RegExp(`${written}in\\s+(\\p{Lu}\\p{L}+)${end}`, "u"),
		([, name = ""]) => {
			const language = languageCodes().get(name.toLowerCase());
			return language === undefined ? undefined : { language };
		},
	],
	[
		new RegExp(`${written}(?:for|at)\\s+((?:an?|the|my|our)\\s+(?:[\\p{L}-]+\\s+){0,3}[\\p{L}-]+)${end}`, "iu"),
		([, audience]) => ({ audience }),
	],
];

/** Names of languages in English → ISO 639-1. */
function languageCodes(): ReadonlyMap<string, string> {
	const english = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
	const letters = [..."abcdefghijklmnopqrstuvwxyz"];
	const all = letters.flatMap((first) => letters.map((second) => first + second));
	return new Map(all.map((code) => [english.of(code)?.toLowerCase() ?? "", code]));
}

/** What is left of a sentence that only gave an instruction. */
const remains = new RegExp(
	`^\\W*(?:(?:please|and|then|${verb}|keep|use|limit|format|make|it|me|us|this|that|the|your|an?|report|answer|results?|short|to|be|should|of)\\b\\W*)*$`,
	"iu",
);

/** Takes the instructions on form out of a text. `sentences` parts a text. */
export function formedOf(text: string, sentences: (text: string) => string[]): Formed {
	const form: RequestedForm = {};
	const left = sentences(text).flatMap((sentence) => {
		let rest = sentence;
		for (const [pattern, read] of [...rules, ...rules]) {
			const match = pattern.exec(rest);
			const said = match ? read(match) : undefined;
			if (!match || !said) continue;
			Object.assign(form, { ...said, ...form });
			rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`.replace(/\s+/gu, " ").trim();
		}
		if (rest === sentence) return [sentence];
		return remains.test(rest) ? [] : [rest.replace(/^[\s,;:–—-]+|[\s,;:(–—-]+(?=[.?!]?$)/gu, "")];
	});
	return { text: left.length === 0 ? text : left.join(" "), form };
}
