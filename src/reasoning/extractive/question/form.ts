import { spelledValue } from "../../../evidence/number-words.ts";
import type { RequestedForm } from "../../../evidence/question.ts";

/** A text without what it says of the report's form, and that form (METHOD §1). */
export interface Formed {
	text: string;
	form: RequestedForm;
}

const count = String.raw`(\d{1,5}|\p{L}+(?:-\p{L}+)?)`;
const most = String.raw`(?:(?:in|within|under|with|use|using|of|to|about|around|roughly|approximately|maximum|max\.?|at most|up to|no more than|not more than|fewer than|less than|a)\s+)*`;
const article = String.raw`(?:an?\s+|the form of an?\s+|continuous\s+|plain\s+)?`;
const verb = "(?:write|answer|reply|respond|report|summari[sz]e|give|present|prepare|written|summary|brief)";
/** An instruction on form stands at a border: the text's ends, a mark, or behind a preposition that opens one. */
const border = String.raw`(?:^|[.;:!?,(–—-]\s*|\s(?=(?:in|as|with|at most|within|under|using)\s))`;
/** The same, or behind a verb of writing. */
const written = String.raw`(?:^|[.;:!?,(–—-]\s*|(?<=\b${verb}\b[^.?!]{0,80})\s)`;
const end = String.raw`(?=\s*(?:$|[.,;:!?)]|please\b))`;

type Rule = readonly [RegExp, (found: readonly string[]) => RequestedForm | undefined];
const rules: readonly Rule[] = [
	[
		new RegExp(
			`${border}${most}${count}[\\s-]words?\\b(?:\\s+(?:at most|or (?:less|fewer)|maximum|max|long|in length))?`,
			"iu",
		),
		([, n = ""]) => counted("words", n),
	],
	[
		new RegExp(
			`${border}${most}${count}\\s+(?:\\p{L}+\\s+)?(bullets?(?:\\s+points?)?|points|items|sentences?|paragraphs?)${end}`,
			"iu",
		),
		([, n = "", what = ""]) => {
			const items = counted("items", n);
			return items && { ...items, as: /^(?:bul|poi|ite)/iu.test(what) ? "list" : "prose" };
		},
	],
	[
		new RegExp(
			`${border}(?:as|in)\\s+${article}(?:\\p{L}+\\s+)?(table|tabular form|list|bullet points|bullets|prose|essay)\\b`,
			"iu",
		),
		([, as = ""]) => ({ as: /^t/iu.test(as) ? "table" : /^[lb]/iu.test(as) ? "list" : "prose" }),
	],
	[
		new RegExp(`${written}in\\s+(\\p{Lu}\\p{L}+)(?:${end}|(?=\\s+for\\s))`, "u"),
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

function counted(name: "words" | "items", found: string): RequestedForm | undefined {
	const number = /^\d+$/u.test(found) ? Number(found) : spelledValue(found);
	return number === undefined || number < 1 ? undefined : { [name]: number };
}

let codes: ReadonlyMap<string, string> | undefined;
/** Names of languages in English → ISO 639-1. */
function languageCodes(): ReadonlyMap<string, string> {
	const english = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
	const letters = Array.from({ length: 26 }, (_one, at) => String.fromCharCode(97 + at));
	const all = letters.flatMap((first) => letters.map((second) => first + second));
	codes ??= new Map(all.flatMap((code) => (english.of(code) ? [[english.of(code)?.toLowerCase() ?? "", code]] : [])));
	return codes;
}

/** What is left of a sentence that only gave an instruction. */
const remains = new RegExp(
	`^\\W*(?:and\\s+|then\\s+|but\\s+)*(?:(?:please\\s+)?(?:${verb}|format|keep|use|limit|return|structure|phrase|put|show|make|produce|provide))?(?:\\s+(?:it|me|us|this|that|the|your|an?|report|answer|summary|brief|results?|everything|output|short|to|be|should|must|is|of))*\\W*$`,
	"iu",
);

/** Takes the instructions on form out of a text. `sentences` parts a text. */
export function formedOf(text: string, sentences: (text: string) => string[]): Formed {
	const form: RequestedForm = {};
	const left = sentences(text).flatMap((sentence) => {
		let rest = sentence;
		for (const [pattern, read] of rules) {
			const match = pattern.exec(rest);
			const said = match ? read(match) : undefined;
			if (!match || !said) continue;
			Object.assign(form, { ...said, ...form });
			rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`
				.replace(/\s+/gu, " ")
				.replace(/\s+(?=[.?!,;])/gu, "")
				.trim();
		}
		if (rest === sentence) return [sentence];
		return remains.test(rest) ? [] : [rest.replace(/[\s,;:(–—-]+(?=[.?!]?$)/u, "").replace(/^[\s,;:–—-]+/u, "")];
	});
	return { text: left.length === 0 ? text : left.join(" "), form };
}
