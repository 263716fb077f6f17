/** Share of letters, digits and spaces below which a text is code, markup or noise. */
const plainShare = 0.7;

/** Whether a text is too odd to be quoted: almost no words, mostly signs, a line of a program. */
export function isNoise({ text, kind }: { text: string; kind: string }): boolean {
	const plain = text.match(/[\p{L}\p{M}\p{N}\s"'“”‘’«»„,.()|:]/gu)?.length ?? 0;
	const letters = text.match(/\p{L}/gu)?.length ?? 0;
	return (
		letters < 3 ||
		plain / text.length < plainShare ||
		(kind === "item" ? /[{}]\s*$/ : /[;{}]\s*$|^\s*(?:\$|>>>|#!|\\\w)\s?/).test(text) ||
		/\S{120,}/.test(text) ||
		text.includes("\u0000")
	);
}

/** Words that say what a site is made of, and hardly ever stand in what it says: consent, accounts, licences, navigation. */
const furniture =
	/\b(?:all rights reserved|privacy policy|terms of (?:use|service)|cookies?|newsletters?|subscribe|unsubscribe|(?:sign|log) (?:in|up)|click here|read more|skip to content|table of contents|copyright|©|advertisements?|javascript)\b/i;

/** Whether a piece of a page says something: a sentence's length and form, in any language. */
export function saysSomething(text: string, kind: string): boolean {
	const words = text.split(/\s+/).length;
	if (kind === "pair") return words >= 2 && !/https?:/i.test(text);
	// A line of consent, a licence, an invitation.
	if (text.length < 240 && furniture.test(text) && /\b(?:you|your|we|our|us|all)\b|©|^\S+(?:\s\S+){0,3}$/i.test(text))
		return false;
	// A pointer to another place.
	if (words < 12 && /^\(?(?:see|cf\.|refer to|siehe|vgl\.|voir|véase|см\.)\s/i.test(text)) return false;
	// Languages that set no spaces.
	if (/[\u3040-\u30ff\u4e00-\u9fff]/u.test(text)) return text.length >= 8;
	if (kind === "item") return words >= 4;
	const ended = /[.!?:…]["”’»)\]]*$/u.test(text);
	const small = text.match(/(?:^|\s)\p{Ll}/gu)?.length ?? 0;
	return ended ? words >= 3 && small >= 1 : words >= 6 && small >= words / 3;
}
