import { spelledValue as numberOfWord } from "../../../evidence/number-words.ts";
import type { RequestedForm } from "../../../evidence/question.ts";

/** A text without what it says of the report's form, and that form (METHOD §1). */
export interface Formed {
	text: string;
	form: RequestedForm;
}

const count = String.raw`(\d{1,5}|\p{L}+(?:-\p{L}+)?)`;
const most = String.raw`(?:(?:in|within|under|with|use|using|of|to|about|around|roughly|approximately|maximum|max\.?|at most|up to|no more than|not more than|fewer than|less than|a)\s+)*`;
/** Verbs by which a text tells its reader to write something. */
const writing = String.raw`(?:please\s+)?(?:write|answer|reply|respond|report|summari[sz]e|present|format|give|keep|use|limit|return|structure|phrase|put|show|make|produce|provide|prepare)`;
/** An instruction on form stands at a border: the text's ends, a comma, a bracket or dash, or behind a verb of writing. */
const border = String.raw`(?:^|[.;:!?,(–—-]\s*|\s(?=(?:in|as|with|at most|within|under|using)\s))`;

const rules: readonly (readonly [RegExp, (found: RegExpExecArray) => RequestedForm | undefined])[] = [
	[
		new RegExp(
			`${border}${most}${count}[\\s-]words?\\b(?:\\s+(?:at most|or (?:less|fewer)|maximum|max|long|in length))?`,
			"iu",
		),
		([, n]) => counted("words", n),
	],
	[
		new RegExp(
			`${border}${most}${count}\\s+(?:\\p{L}+\\s+)?(?:bullets?(?:\\s+points?)?|points|items|sentences?|paragraphs?)(?=\\s*(?:$|[.,;:!?)]))`,
			"iu",
		),
		([all, n]) => {
			const items = counted("items", n);
			return items && (/bullet|points|items/iu.test(all) ? { ...items, as: "list" } : { ...items, as: "prose" });
		},
	],
	[
		new RegExp(`${border}(?:as|in)\\s+(?:an?\\s+|the form of an?\\s+)?(?:\\p{L}+\\s+)?(?:table|tabular form)\\b`, "iu"),
		() => ({ as: "table" }),
	],
	[
		new RegExp(`${border}(?:as|in)\\s+(?:an?\\s+)?(?:\\p{L}+\\s+)?(?:list|bullet points|bullets)\\b`, "iu"),
		() => ({ as: "list" }),
	],
	[
		new RegExp(`${border}(?:as|in)\\s+(?:continuous\\s+|plain\\s+|an?\\s+)?(?:prose|essay)\\b`, "iu"),
		() => ({ as: "prose" }),
	],
	[
		/(?:^|[.;:!?,(–—-]\s*|(?<=\b(?:write|answer|reply|respond|report|summari[sz]e)\b[^.?!]{0,80})\s)in\s+(\p{Lu}\p{L}+)(?=\s*(?:$|[.,;:!?)]|please\b|for\s))/u,
		([, name]) => {
			const language = languages().get((name ?? "").toLowerCase());
			return language === undefined ? undefined : { language };
		},
	],
	[
		/(?:^|[.;:!?,(–—-]\s*|(?<=\b(?:write|report|summary|brief|prepare|written|summari[sz]e|aimed)\b[^.?!]{0,80})\s)(?:for|at)\s+((?:an?|the|my|our)\s+(?:[\p{L}-]+\s+){0,3}[\p{L}-]+)(?=\s*(?:$|[.,;:!?)]))/iu,
		([, whom]) => (whom === undefined ? undefined : { audience: whom }),
	],
];

function counted(name: "words" | "items", found: string | undefined): RequestedForm | undefined {
	const number = /^\d+$/u.test(found ?? "") ? Number(found) : numberOfWord(found ?? "");
	return number === undefined || number < 1 ? undefined : { [name]: number };
}

let names: ReadonlyMap<string, string> | undefined;
/** Names of languages in English and in themselves → ISO 639-1. */
function languages(): ReadonlyMap<string, string> {
	if (names) return names;
	const out = new Map<string, string>();
	const english = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
	for (let at = 0; at < 26 * 26; at++) {
		const code = String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26));
		const name = english.of(code);
		if (name) out.set(name.toLowerCase(), code);
	}
	names = out;
	return out;
}

/** What is left of a sentence that only gave an instruction. */
const remains = new RegExp(
	`^\\W*(?:and\\s+|then\\s+|but\\s+)*(?:${writing})?(?:\\s+(?:it|me|us|this|that|the|your|an?|report|answer|summary|brief|results?|everything|output|short|to|be|should|must|is|of))*\\W*$`,
	"iu",
);

/** Takes the instructions on form out of a text. `sentences` parts a text. */
export function formedOf(text: string, sentences: (text: string) => string[]): Formed {
	const form: RequestedForm = {};
	const left: string[] = [];
	for (const sentence of sentences(text)) {
		let rest = sentence;
		let found = false;
		for (const [pattern, read] of rules) {
			const match = pattern.exec(rest);
			const said = match ? read(match) : undefined;
			if (!match || !said) continue;
			Object.assign(form, { ...said, ...form });
			found = true;
			rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`
				.replace(/\s+/gu, " ")
				.replace(/\s+(?=[.?!,;])/gu, "")
				.trim();
		}
		if (!found) left.push(sentence);
		else if (!remains.test(rest)) left.push(rest.replace(/[\s,;:(–—-]+(?=[.?!]?$)/u, "").replace(/^[\s,;:–—-]+/u, ""));
	}
	return { text: left.length === 0 ? text : left.join(" "), form };
}
