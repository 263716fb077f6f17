import { comparisonForm } from "../base/text.ts";

/** A text names its origin within this distance of its beginning or its end. Characters. */
const headLength = 700;
const footLength = 1_500;
const maxNameLength = 60;

const nameParticle = "(?:of|for|and|the|de|du|des|der|für|von|&)";
const capitalizedWord = "(?:(?:\\p{Lu}\\.){2,}|\\p{Lu}[\\p{L}\\p{M}\\p{N}&'’-]*(?:\\.\\p{L}+)*)";
const namePattern = `((?:[Tt]he )?${capitalizedWord}(?: (?:${nameParticle} ){0,2}${capitalizedWord}){0,7})`;
const documentWords = "(?:press|news|media) (?:release|statement|notice|note)|statement|communiqué";

/** A sentence that names whose data or study it uses. Any words may precede the verb, so compare them with known names. */
const dataPatterns: readonly RegExp[] = [
	new RegExp(
		`(?:[Dd]ata|[Ff]igures|[Nn]umbers|[Rr]esearch|[Rr]eport|[Ss]urvey|[Ss]tudy|[Aa]nalysis|[Ff]indings) (?:\\p{Ll}+ )?(?:from|by|of|at) ${namePattern}`,
		"gu",
	),
	new RegExp(
		`${namePattern}(?:[’']s?)? (?:(?:\\d{4} )?(?:data|figures|numbers|research|report|survey|study|analysis|findings|post-?mortems)|found|analy[sz]ed|counted|surveyed|studied|looked|collected|estimates?)(?!\\p{L})`,
		"gu",
	),
];

/** A text that names its origin at its beginning or its end. */
const textPatterns: readonly RegExp[] = [
	// TOLMOUTH (FNA) – …
	/^[^\n]{0,60}?\((\p{Lu}[\p{L}.]*(?: \p{Lu}[\p{L}.]*){0,3})\)\s*[—–-]/gmu,
	new RegExp(
		`(?:originally|first) (?:published|appeared|posted|reported|printed) (?:by|in|on|at) ${namePattern}`,
		"gu",
	),
	new RegExp(
		`(?:[Rr]e-?published|[Rr]eprinted|[Rr]eproduced|[Ss]yndicated|[Aa]dapted) (?:with (?:the )?(?:kind )?permission )?(?:from|of|by) ${namePattern}`,
		"gu",
	),
	new RegExp(
		`(?:[Mm]aterials?|[Tt]ext|[Cc]ontent|[Nn]ews|[Ii]nformation|[Ss]tory) (?:was |is |were )?(?:provided|supplied|released|issued|distributed) by:? ${namePattern}`,
		"gu",
	),
	new RegExp(`^\\W*(?:[Ss]ource|SOURCE|[Qq]uelle|[Ff]uente|[Ff]onte|[Bb]ron)s?\\s*:\\s*${namePattern}`, "gmu"),
	new RegExp(`(?:${documentWords}) (?:by|from|of|issued by|on behalf of) ${namePattern}`, "gu"),
	new RegExp(`[Aa]gency reports?: ${namePattern}`, "gu"),
];

/** A sentence that names whose statement it repeats. */
const sentencePatterns: readonly RegExp[] = [
	new RegExp(
		`(?:[Aa]ccording to|[Cc]iting|[Qq]uoting|[Dd]ata from|[Ff]igures from|[Nn]umbers from) (?:(?:an?|the|its|new|recent|latest|official) )*(?:(?:${documentWords}|report|study|survey|analysis|data|figures|paper) (?:by|from|of|published by|issued by|in) )?${namePattern}`,
		"gu",
	),
	new RegExp(`(?:${documentWords}) (?:by|from|issued by) ${namePattern}`, "gu"),
];

/** A verb that every pattern of `speakerPatterns` holds. Testing it first skips most sentences. */
const speakerVerb =
	/ (?:said|announced|announces|stated|wrote|reported|says|claims|claimed|disclosed|confirmed|revealed)(?!\p{L})/u;

/** A sentence that names its speaker before the verb. */
const speakerPatterns: readonly RegExp[] = [
	new RegExp(
		`${namePattern} (?:said|announced|stated|wrote|reported|says) (?:\\p{L}+ )?in (?:an?|its) (?:${documentWords})`,
		"gu",
	),
	// Whoever announces something is the origin of the statement, on whichever page it stands.
	new RegExp(
		`${namePattern} (?:(?:today|yesterday|also|has|had|have|first) ){0,2}(?:said|announced|announces|stated|says|claims|claimed|disclosed|confirmed|revealed)(?: (?:today|yesterday|earlier|late|on \\p{Lu}\\p{L}+(?: \\d{1,2})?|in \\p{Lu}\\p{L}+|this week|last week)){0,2},? that\\b`,
		"gu",
	),
	new RegExp(`[Ii]n (?:an?|its) (?:${documentWords}),? ${namePattern} (?:said|announced|wrote|says)`, "gu"),
];

/** The origins that a text names as its own: an agency's mark, `Source: …`, `originally published by …`. Keys of `nameKey`. */
export function originsNamedIn(text: string): string[] {
	const ends =
		text.length <= headLength + footLength ? text : `${text.slice(0, headLength)}\n${text.slice(-footLength)}`;
	return nameKeysIn(textPatterns, ends);
}

/** The names whose statement a sentence repeats: `according to a press release by …`. Keys of `nameKey`. */
export function attributionsIn(sentence: string): string[] {
	return nameKeysIn(
		speakerVerb.test(sentence) ? [...sentencePatterns, ...speakerPatterns] : sentencePatterns,
		sentence,
	);
}

/** The names whose data or study a sentence uses: `data from CB Insights`. Imprecise: compare with known names. Keys of `nameKey`. */
export function sourcesNamedIn(sentence: string): string[] {
	return nameKeysIn(dataPatterns, sentence);
}

function nameKeysIn(forms: readonly RegExp[], text: string): string[] {
	const found = forms.flatMap((form) => [...text.matchAll(form)].map((match) => nameKey(match[1] ?? "")));
	return [...new Set(found)].filter((key) => key.length >= 2 && !nonNames.has(key));
}

/** Words that may begin with a capital letter and name nobody. */
const nonNames = new Set(
	"monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december i it he she they we reports experts officials sources police local".split(
		" ",
	),
);

/** The form in which names are compared: lower-case, without article, legal form of a firm, or final `.com`. */
export function nameKey(text: string): string {
	return comparisonForm(text.slice(0, maxNameLength))
		.replace(/[’']s$/u, "")
		.replace(/\.(?:com|org|net|co\.\p{L}{2}|\p{L}{2})$/u, "")
		.replace(/[^\p{L}\p{N}& ]+/gu, " ")
		.replace(/^the /u, "")
		.replace(/ (?:inc|ltd|plc|llc|gmbh|ag|asa|corp|corporation|company|co|sa|bv|press office)$/u, "")
		.replace(/\s+/gu, " ")
		.trim();
}

/** Whether two names mean the same: equal with or without spaces (as in a host name), or one holds the initials of the other. */
export function isSameName(a: string, b: string): boolean {
	if (a === "" || b === "") return false;
	const [left, right] = [a.replaceAll(" ", ""), b.replaceAll(" ", "")];
	return left === right || (isShort(left) && initials(b) === left) || (isShort(right) && initials(a) === right);
}

/** Whether a text holds a name, with or without spaces as in a host name: `corricktrust` in `the Corrick Trust said`. */
export function isNamedInText(text: string, name: string): boolean {
	const wanted = name.replace(/[^\p{L}\p{N}]+/gu, "");
	if (wanted.length < minNameLength) return false;
	const words = comparisonForm(text).match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.some((_word, at) => {
		let run = "";
		for (let next = at; next < words.length && run.length < wanted.length; next++) run += words[next] ?? "";
		return run === wanted;
	});
}
/** A shorter name may be an ordinary word. Characters. */
const minNameLength = 4;

const isShort = (name: string) => name.length >= 2 && name.length <= 6;

function initials(name: string): string {
	const words = name.split(" ").filter((word) => !/^(?:of|for|and|the|de|du|des|der|von|&)$/.test(word));
	return words.length < 2 ? "" : words.map((word) => word[0] ?? "").join("");
}
