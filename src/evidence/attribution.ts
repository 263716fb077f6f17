import { folded } from "../base/text.ts";

/** A text names its origin within this distance of its beginning or its end. Characters. */
const head = 700;
const foot = 1_500;
const longestName = 60;

const joint = "(?:of|for|and|the|de|du|des|der|für|von|&)";
const capital = "(?:(?:\\p{Lu}\\.){2,}|\\p{Lu}[\\p{L}\\p{M}\\p{N}&'’-]*(?:\\.\\p{L}+)*)";
const name = `((?:[Tt]he )?${capital}(?: (?:${joint} ){0,2}${capital}){0,7})`;
const document = "(?:press|news|media) (?:release|statement|notice|note)|statement|communiqué";

/** A sentence that names whose data or study it uses. Any words may precede the verb, so compare them with known names. */
const ofData: readonly RegExp[] = [
	new RegExp(
		`(?:[Dd]ata|[Ff]igures|[Nn]umbers|[Rr]esearch|[Rr]eport|[Ss]urvey|[Ss]tudy|[Aa]nalysis|[Ff]indings) (?:\\p{Ll}+ )?(?:from|by|of|at) ${name}`,
		"gu",
	),
	new RegExp(
		`${name}(?:[’']s?)? (?:(?:\\d{4} )?(?:data|figures|numbers|research|report|survey|study|analysis|findings|post-?mortems)|found|analy[sz]ed|counted|surveyed|studied|looked|collected|estimates?)(?!\\p{L})`,
		"gu",
	),
];

/** A text that names its origin at its beginning or its end. */
const ofText: readonly RegExp[] = [
	// TOLMOUTH (FNA) – …
	/^[^\n]{0,60}?\((\p{Lu}[\p{L}.]*(?: \p{Lu}[\p{L}.]*){0,3})\)\s*[—–-]/gmu,
	new RegExp(`(?:originally|first) (?:published|appeared|posted|reported|printed) (?:by|in|on|at) ${name}`, "gu"),
	new RegExp(
		`(?:[Rr]e-?published|[Rr]eprinted|[Rr]eproduced|[Ss]yndicated|[Aa]dapted) (?:with (?:the )?(?:kind )?permission )?(?:from|of|by) ${name}`,
		"gu",
	),
	new RegExp(
		`(?:[Mm]aterials?|[Tt]ext|[Cc]ontent|[Nn]ews|[Ii]nformation|[Ss]tory) (?:was |is |were )?(?:provided|supplied|released|issued|distributed) by:? ${name}`,
		"gu",
	),
	new RegExp(`^\\W*(?:[Ss]ource|SOURCE|[Qq]uelle|[Ff]uente|[Ff]onte|[Bb]ron)s?\\s*:\\s*${name}`, "gmu"),
	new RegExp(`(?:${document}) (?:by|from|of|issued by|on behalf of) ${name}`, "gu"),
	new RegExp(`[Aa]gency reports?: ${name}`, "gu"),
];

/** A sentence that names whose statement it repeats. */
const ofSentence: readonly RegExp[] = [
	new RegExp(
		`(?:[Aa]ccording to|[Cc]iting|[Qq]uoting|[Dd]ata from|[Ff]igures from|[Nn]umbers from) (?:(?:an?|the|its|new|recent|latest|official) )*(?:(?:${document}|report|study|survey|analysis|data|figures|paper) (?:by|from|of|published by|issued by|in) )?${name}`,
		"gu",
	),
	new RegExp(`(?:${document}) (?:by|from|issued by) ${name}`, "gu"),
];

/** A verb that every pattern of `speakerPatterns` holds. Testing it first skips most sentences. */
const speaks =
	/ (?:said|announced|announces|stated|wrote|reported|says|claims|claimed|disclosed|confirmed|revealed)(?!\p{L})/u;

/** A sentence that names its speaker before the verb. */
const ofSpeaker: readonly RegExp[] = [
	new RegExp(`${name} (?:said|announced|stated|wrote|reported|says) (?:\\p{L}+ )?in (?:an?|its) (?:${document})`, "gu"),
	// Whoever announces something is the origin of the statement, on whichever page it stands.
	new RegExp(
		`${name} (?:(?:today|yesterday|also|has|had|have|first) ){0,2}(?:said|announced|announces|stated|says|claims|claimed|disclosed|confirmed|revealed)(?: (?:today|yesterday|earlier|late|on \\p{Lu}\\p{L}+(?: \\d{1,2})?|in \\p{Lu}\\p{L}+|this week|last week)){0,2},? that\\b`,
		"gu",
	),
	new RegExp(`[Ii]n (?:an?|its) (?:${document}),? ${name} (?:said|announced|wrote|says)`, "gu"),
];

/** The origins that a text names as its own: an agency's mark, `Source: …`, `originally published by …`. Keys of `nameKey`. */
export function originsNamedBy(text: string): string[] {
	const ends = text.length <= head + foot ? text : `${text.slice(0, head)}\n${text.slice(-foot)}`;
	return keysOf(ofText, ends);
}

/** The names whose statement a sentence repeats: `according to a press release by …`. Keys of `nameKey`. */
export function attributedIn(sentence: string): string[] {
	return keysOf(speaks.test(sentence) ? [...ofSentence, ...ofSpeaker] : ofSentence, sentence);
}

/** The names whose data or study a sentence uses: `data from CB Insights`. Imprecise: compare with known names. Keys of `nameKey`. */
export function sourcesNamedIn(sentence: string): string[] {
	return keysOf(ofData, sentence);
}

function keysOf(forms: readonly RegExp[], text: string): string[] {
	const found = forms.flatMap((form) => [...text.matchAll(form)].map((match) => nameKey(match[1] ?? "")));
	return [...new Set(found)].filter((key) => key.length >= 2 && !noName.has(key));
}

/** Words that may begin with a capital letter and name nobody. */
const noName = new Set(
	"monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december i it he she they we reports experts officials sources police local".split(
		" ",
	),
);

/** The form in which names are compared: lower-case, without article, legal form of a firm, or final `.com`. */
export function nameKey(text: string): string {
	return folded(text.slice(0, longestName))
		.replace(/[’']s$/u, "")
		.replace(/\.(?:com|org|net|co\.\p{L}{2}|\p{L}{2})$/u, "")
		.replace(/[^\p{L}\p{N}& ]+/gu, " ")
		.replace(/^the /u, "")
		.replace(/ (?:inc|ltd|plc|llc|gmbh|ag|asa|corp|corporation|company|co|sa|bv|press office)$/u, "")
		.replace(/\s+/gu, " ")
		.trim();
}

/** Whether two names mean the same: equal with or without spaces (as in a host name), or one holds the initials of the other. */
export function sameName(a: string, b: string): boolean {
	if (a === "" || b === "") return false;
	const [left, right] = [a.replaceAll(" ", ""), b.replaceAll(" ", "")];
	return left === right || (isShort(left) && initials(b) === left) || (isShort(right) && initials(a) === right);
}

/** Whether a text holds a name, with or without spaces as in a host name: `corricktrust` in `the Corrick Trust said`. */
export function speaksOf(text: string, name: string): boolean {
	const wanted = name.replace(/[^\p{L}\p{N}]+/gu, "");
	if (wanted.length < nameLeast) return false;
	const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.some((_word, at) => {
		let run = "";
		for (let next = at; next < words.length && run.length < wanted.length; next++) run += words[next] ?? "";
		return run === wanted;
	});
}
/** A shorter name may be an ordinary word. Characters. */
const nameLeast = 4;

const isShort = (name: string) => name.length >= 2 && name.length <= 6;

function initials(name: string): string {
	const words = name.split(" ").filter((word) => !/^(?:of|for|and|the|de|du|des|der|von|&)$/.test(word));
	return words.length < 2 ? "" : words.map((word) => word[0] ?? "").join("");
}
