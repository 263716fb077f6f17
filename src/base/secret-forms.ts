import { limits } from "./limits.ts";

/** Only the letters and digits of a text, in lower case: the form for comparing keys and texts. */
function lettersAndDigits(text: string): string {
	return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/**
 * Whether a key is searched for in all its forms: it is long enough, and no word that a text may hold anyway, such as `administrator`
 * or `not-needed`.
 */
export function isRecognisable(key: string): boolean {
	const letters = lettersAndDigits(key);
	if (new Set(letters).size < limits.secretDistinct) return false;
	const isMixed = /[0-9]/.test(letters) && /[a-z]/.test(letters);
	return letters.length >= (isMixed ? limits.secretCharacters : limits.secretWordCharacters);
}

/** Whether a shorter key is removed as an exact match: a password of letters and digits, no word and no number. */
export function isExactMatchOnly(key: string): boolean {
	return key.length >= limits.secretExactCharacters && /[0-9]/.test(key) && /[a-z]/i.test(key);
}

/** The forms of a key in a text, letters and digits only: plain, backwards, in hexadecimal and in base64. */
export function formsOfKey(key: string): string[] {
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
