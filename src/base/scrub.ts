import type { Json } from "./json.ts";
import { limits } from "./limits.ts";
import { knownSecrets } from "./secret.ts";
import { buildWordMatcher, symbolNumbers, type WordMatcher } from "./word-matcher.ts";

/** The replacement for a key. */
const MARK = "(key)";

/** Start and end of a key in a text. UTF-16 offsets. */
type KeySpan = [from: number, to: number];

/**
 * Removes the keys of this process from a text. A key is found in any letter case, backwards, in hexadecimal and in base64 at any
 * alignment; with each character escaped for addresses, JSON or HTML; and with any characters except letters and digits between its
 * characters. JSON stays JSON. Takes time linear in the text. A key that is not `isRecognisable` is found only as an exact match.
 */
export function scrub(text: string): string {
	const { matcher, short } = currentSecrets();
	return short.reduce((rest, key) => rest.replaceAll(key, MARK), matcher ? replaceKeyForms(text, matcher) : text);
}

function replaceKeyForms(text: string, matcher: WordMatcher): string {
	const scrubbed = replaceKeys(text, matcher);
	if (scrubbed === text || isJson(scrubbed) || !isJson(text)) return scrubbed;
	// A key of digits alone may stand in JSON as a number.
	const again = replaceKeys(replaceNumericKeys(text, matcher), matcher);
	return isJson(again) ? again : JSON.stringify(MARK);
}

interface SecretMatchers {
	/** The number of keys that it covers. */
	of: number;
	/** Finds the forms of long keys. */
	matcher: WordMatcher | undefined;
	/** Short keys, which are removed only as exact matches. */
	short: string[];
}
let cachedSecrets: SecretMatchers = { of: 0, matcher: undefined, short: [] };

function currentSecrets(): SecretMatchers {
	const secrets = knownSecrets();
	if (cachedSecrets.of !== secrets.size) {
		const forms = [...secrets].filter(isRecognisable).flatMap(formsOfKey);
		const short = [...secrets].filter((key) => !isRecognisable(key) && isExactMatchOnly(key));
		cachedSecrets = { of: secrets.size, matcher: forms.length > 0 ? buildWordMatcher(forms) : undefined, short };
	}
	return cachedSecrets;
}

/**
 * Whether a key is searched for in all its forms: it is long enough, and no word that a text may hold anyway, such as `administrator`
 * or `not-needed`.
 */
function isRecognisable(key: string): boolean {
	const letters = lettersAndDigits(key);
	if (new Set(letters).size < limits.secretDistinct) return false;
	const isMixed = /[0-9]/.test(letters) && /[a-z]/.test(letters);
	return letters.length >= (isMixed ? limits.secretCharacters : limits.secretWordCharacters);
}

/** Whether a shorter key is removed as an exact match: a password of letters and digits, no word and no number. */
function isExactMatchOnly(key: string): boolean {
	return key.length >= limits.secretExactCharacters && /[0-9]/.test(key) && /[a-z]/i.test(key);
}

/** The forms of a key in a text, letters and digits only: plain, backwards, in hexadecimal and in base64. */
function formsOfKey(key: string): string[] {
	const backwards = [...key].reverse().join("");
	const spellings = new Set([key, key.toLowerCase(), key.toUpperCase(), backwards]);
	const forms = [...spellings].flatMap((spelling) => {
		const bytes = Buffer.from(spelling);
		return [spelling, bytes.toString("hex"), ...[0, 1, 2].map((before) => base64Of(bytes, before))];
	});
	return [...new Set(forms.map(lettersAndDigits))];
}

/** The base64 characters that depend on these bytes alone, with `before` other bytes before them in their group of three. */
function base64Of(bytes: Buffer, before: number): string {
	const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
	return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

/** Only the letters and digits of a text, in lower case: the form for comparing keys and texts. */
function lettersAndDigits(text: string): string {
	return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** The places of keys in a text. `decoded`: escapes are read as the characters that they stand for. */
function findKeys(text: string, { next, ends, longest }: WordMatcher, decoded: boolean): KeySpan[] {
	const spans: KeySpan[] = [];
	/** Start offsets of the last letters and digits (ring buffer). */
	const starts = new Int32Array(longest);
	let state = 0;
	let count = 0;
	for (let at = 0, end = 1; at < text.length; at = end) {
		let code = text.charCodeAt(at);
		end = at + 1;
		const escapePattern = decoded ? escapes[code] : undefined;
		if (escapePattern) {
			escapePattern.lastIndex = at;
			const read = escapePattern.exec(text);
			if (read) {
				const { unit, point, hex = unit ?? point, decimal } = read.groups ?? {};
				code = hex === undefined ? Number(decimal ?? 0) : Number.parseInt(hex, 16);
				end = at + read[0].length;
			}
		}
		const symbol = symbolNumbers[code] ?? -1;
		if (symbol < 0) continue;
		starts[count++ % longest] = at;
		state = next[state * 36 + symbol] ?? 0;
		const length = ends[state] ?? 0;
		if (length > 0) spans.push([starts[(count - length) % longest] ?? at, end]);
	}
	return spans;
}

/** Escapes of one character, also when escaped again, by the code of the escape's first character. */
const escapes: Partial<Record<number, RegExp>> = {
	[charCode("%")]: /%(?:25)*(?<hex>[0-9a-f]{2})/iy,
	[charCode("\\")]: /\\+(?:u(?<unit>[0-9a-f]{4})|u\{0*(?<point>[0-9a-f]{1,6})\}|x(?<hex>[0-9a-f]{2})|.)/isy,
	[charCode("&")]: /&(?:amp;)*(?:#(?<decimal>\d{1,7})|#x(?<hex>[0-9a-f]{1,6})|[a-z]{2,31});/iy,
};

function charCode(character: string): number {
	return character.charCodeAt(0);
}

function replaceKeys(text: string, matcher: WordMatcher): string {
	const spans = mergeSpans([...findKeys(text, matcher, true), ...findKeys(text, matcher, false)]);
	return spans.length === 0 ? text : replaceSpans(text, spans);
}

function mergeSpans(spans: KeySpan[]): KeySpan[] {
	const all: KeySpan[] = [];
	for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
		const last = all.at(-1);
		if (last && from < last[1]) last[1] = Math.max(last[1], to);
		else all.push([from, to]);
	}
	return all;
}

/** Replaces the spans. Keeps JSON structure that stood between the characters of a key. */
function replaceSpans(text: string, spans: readonly KeySpan[]): string {
	const parts: string[] = [];
	let at = 0;
	for (const [begin, to] of spans) {
		let from = begin;
		while (from > at && text[from - 1] === "\\") from--;
		const structure = text
			.slice(from, to)
			.replace(/\\+(?:u[0-9a-f]{4}|.)/gis, "")
			.replace(/[^"{}[\]:,\s]/g, "")
			.replace(/\s+/g, " ");
		parts.push(text.slice(at, from), MARK, structure);
		at = to;
	}
	return parts.join("") + text.slice(at);
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

function replaceNumericKeys(text: string, matcher: WordMatcher): string {
	const marked = (_name: string, value: Json, { source = "" }: { source?: string } = {}) =>
		typeof value === "number" && replaceKeys(source, matcher) !== source ? MARK : value;
	return JSON.stringify(JSON.parse(text, marked));
}
