import { limits } from "./limits.ts";

/** Letters and digits in lower case, and nothing else: the form in which keys and texts are compared. */
function lettersOf(text: string): string {
	return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/**
 * Whether a key is searched for: long enough, and no word that a text may hold by itself, such as `administrator` or
 * `not-needed`.
 */
export function isRecognisable(key: string): boolean {
	const letters = lettersOf(key);
	if (new Set(letters).size < limits.secretDistinct) return false;
	const isMixed = /[0-9]/.test(letters) && /[a-z]/.test(letters);
	return letters.length >= (isMixed ? limits.secretCharacters : limits.secretWordCharacters);
}

/** Whether a shorter key is taken out where it stands exactly: a password of letters and digits, no word and no number. */
export function isExact(key: string): boolean {
	return key.length >= limits.secretExactCharacters && /[0-9]/.test(key) && /[a-z]/i.test(key);
}

/** A key as it may stand in a text, letters and digits only: plain, backwards, in hexadecimal and in base64. */
export function formsOf(key: string): string[] {
	const backwards = [...key].reverse().join("");
	const spellings = new Set([key, key.toLowerCase(), key.toUpperCase(), backwards]);
	const forms = [...spellings].flatMap((spelling) => {
		const bytes = Buffer.from(spelling);
		return [spelling, bytes.toString("hex"), ...[0, 1, 2].map((before) => base64Of(bytes, before))];
	});
	return [...new Set(forms.map(lettersOf))];
}

/** What base64 always writes for these bytes when so many others stand before them in their group of three. */
function base64Of(bytes: Buffer, before: number): string {
	const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
	return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}
