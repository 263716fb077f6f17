import { folded } from "../base/text.ts";

/** How far from its beginning and from its end a text says where it comes from. Characters. */
const head = 700;
const foot = 1_500;
const longestName = 60;

const joint = "(?:of|for|and|the|de|du|des|der|für|von|&)";
const capital = "(?:(?:\\p{Lu}\\.){2,}|\\p{Lu}[\\p{L}\\p{M}\\p{N}&'’-]*(?:\\.\\p{L}+)*)";
const name = `((?:[Tt]he )?${capital}(?: (?:${joint} ){0,2}${capital}){0,7})`;
const document = "(?:press|news|media) (?:release|statement|notice|note)|statement|communiqué";

/** A sentence that names whose data or study it draws on. What stands before a verb may be anybody: only a name that is known counts. */
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

/** A whole text that says whose it is, in its beginning or at its end. */
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

/** A sentence that says whose statement it repeats. */
const ofSentence: readonly RegExp[] = [
	new RegExp(
		`(?:[Aa]ccording to|[Cc]iting|[Qq]uoting|[Dd]ata from|[Ff]igures from|[Nn]umbers from) (?:(?:an?|the|its|new|recent|latest|official) )*(?:(?:${document}|report|study|survey|analysis|data|figures|paper) (?:by|from|of|published by|issued by|in) )?${name}`,
		"gu",
	),
	new RegExp(`(?:${document}) (?:by|from|issued by) ${name}`, "gu"),
];

/** What each form of `ofSpeaker` holds. A name is looked for in front of it only where it stands, which spares most sentences. */
const speaks =
	/ (?:said|announced|announces|stated|wrote|reported|says|claims|claimed|disclosed|confirmed|revealed)(?!\p{L})/u;

/** A sentence that begins with whose statement it is. */
const ofSpeaker: readonly RegExp[] = [
	new RegExp(`${name} (?:said|announced|stated|wrote|reported|says) (?:\\p{L}+ )?in (?:an?|its) (?:${document})`, "gu"),
	// Whoever announces something is whose statement it is, wherever it stands.
	new RegExp(
		`${name} (?:(?:today|yesterday|also|has|had|have|first) ){0,2}(?:said|announced|announces|stated|says|claims|claimed|disclosed|confirmed|revealed)(?: (?:today|yesterday|earlier|late|on \\p{Lu}\\p{L}+(?: \\d{1,2})?|in \\p{Lu}\\p{L}+|this week|last week)){0,2},? that\\b`,
		"gu",
	),
	new RegExp(`[Ii]n (?:an?|its) (?:${document}),? ${name} (?:said|announced|wrote|says)`, "gu"),
];

/** Whose text this is, where it says so: an agency's mark, `Source: …`, `originally published by …`. Keys as of `nameKey`. */
export function originsNamedBy(text: string): string[] {
	const ends = text.length <= head + foot ? text : `${text.slice(0, head)}\n${text.slice(-foot)}`;
	return keysOf(ofText, ends);
}

/** Whose statement a sentence repeats: `according to a press release by …`. Keys as of `nameKey`. */
export function attributedIn(sentence: string): string[] {
	return keysOf(speaks.test(sentence) ? [...ofSentence, ...ofSpeaker] : ofSentence, sentence);
}

/** Whose data, study or report a sentence names: `data from CB Insights`. Loose: compare with names that are known. Keys as of `nameKey`. */
export function sourcesNamedIn(sentence: string): string[] {
	return keysOf(ofData, sentence);
}

function keysOf(forms: readonly RegExp[], text: string): string[] {
	const found = forms.flatMap((form) => [...text.matchAll(form)].map((match) => nameKey(match[1] ?? "")));
	return [...new Set(found)].filter((key) => key.length >= 2 && !noName.has(key));
}

/** What a capital letter may begin that names nobody. */
const noName = new Set(
	"monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december i it he she they we reports experts officials sources police local".split(
		" ",
	),
);

/** A name as it is compared: lower-case, without an article, a firm's legal form, or an ending `.com`. */
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

/** Whether two names are of one: the same, one the other's first letters, or written together as in a host's name. */
export function sameName(a: string, b: string): boolean {
	if (a === "" || b === "") return false;
	const [left, right] = [a.replaceAll(" ", ""), b.replaceAll(" ", "")];
	return left === right || (isShort(left) && initials(b) === left) || (isShort(right) && initials(a) === right);
}

/** Whether a text names somebody, as written or together as in a host's name: `corricktrust` in `the Corrick Trust said`. */
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
/** A shorter name may be any word. Characters. */
const nameLeast = 4;

const isShort = (name: string) => name.length >= 2 && name.length <= 6;

function initials(name: string): string {
	const words = name.split(" ").filter((word) => !/^(?:of|for|and|the|de|du|des|der|von|&)$/.test(word));
	return words.length < 2 ? "" : words.map((word) => word[0] ?? "").join("");
}
