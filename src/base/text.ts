/** Lower-case, white space folded, trimmed: the form in which texts are compared, never the form that is shown. */
export function folded(text: string): string {
	return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

/** White space folded into single spaces, trimmed: a text of several lines as one. */
export function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}

/** A text as one line of at most `most` characters, its end cut. */
export function shortLine(text: string, most: number): string {
	const line = oneLine(text);
	return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}

/** Part of an address as a person reads it; as it stands where it cannot be decoded. */
export function decodedAddress(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** The set of a text's character trigrams, over its folded form. A text under three characters is its own gram. */
export function trigrams(text: string): Set<string> {
	const plain = folded(text).replace(/[^\p{L}\p{N} ]/gu, "");
	const grams = new Set<string>();
	if (plain.length < 3) return plain ? grams.add(plain) : grams;
	for (let at = 0; at + 3 <= plain.length; at++) grams.add(plain.slice(at, at + 3));
	return grams;
}

/** Shared over united members, 0–1; two empty sets share nothing. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
	const [small, large] = a.size < b.size ? [a, b] : [b, a];
	let shared = 0;
	for (const member of small) if (large.has(member)) shared++;
	const united = a.size + b.size - shared;
	return united === 0 ? 0 : shared / united;
}

/** Whether a line is what models write where they have nothing to say: `None`, `n/a`, `null`. */
export function saysNothing(line: string): boolean {
	return /^[^\p{L}\p{N}]*(?:none|null|undefined|n\/?a)?[^\p{L}\p{N}]*$/iu.test(line);
}
