/** The form for comparing texts, never for display: NFKC, lower-case, white space folded, trimmed. */
export function comparisonForm(text: string): string {
	return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

/** A text as one line: white space folded into single spaces, trimmed. */
export function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}

/** A text as one line of at most `most` characters, cut at the end. */
export function shortLine(text: string, most: number): string {
	const line = oneLine(text);
	return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}

/** Decodes a part of an address for display; returns it unchanged if it cannot be decoded. */
export function decodeAddressPart(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** The character trigrams of a text's folded form. A text under three characters is its own gram. */
export function trigrams(text: string): Set<string> {
	const plain = comparisonForm(text).replace(/[^\p{L}\p{N} ]/gu, "");
	const grams = new Set<string>();
	if (plain.length < 3) return plain ? grams.add(plain) : grams;
	for (let at = 0; at + 3 <= plain.length; at++) grams.add(plain.slice(at, at + 3));
	return grams;
}

/** Jaccard similarity of two sets, 0–1; 0 for two empty sets. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
	const [small, large] = a.size < b.size ? [a, b] : [b, a];
	let shared = 0;
	for (const member of small) if (large.has(member)) shared++;
	const united = a.size + b.size - shared;
	return united === 0 ? 0 : shared / united;
}

/** Whether a line is a model's empty answer: `None`, `n/a`, `null`. */
export function isEmptyAnswer(line: string): boolean {
	return /^[^\p{L}\p{N}]*(?:none|null|undefined|n\/?a)?[^\p{L}\p{N}]*$/iu.test(line);
}

const numberFormat = new Intl.NumberFormat("en");

/** `1 page`, `1,204 pages`. */
export function pluralize(n: number, one: string, many = `${one}s`): string {
	return `${numberFormat.format(n)} ${n === 1 ? one : many}`;
}

/** A text as a pattern that matches only this text. (`RegExp.escape` needs Node 24; the package runs from Node 22 on.) */
export function escapeRegExp(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`);
}
