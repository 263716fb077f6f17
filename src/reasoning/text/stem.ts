const vowelGroup = /[aeiouy]/;

/** How many vowel–consonant sequences a stem holds: Porter's measure `m`. */
function measure(stem: string): number {
	let count = 0;
	let inVowel = false;
	for (let at = 0; at < stem.length; at++) {
		const vowel = isVowel(stem, at);
		if (inVowel && !vowel) count++;
		inVowel = vowel;
	}
	return count;
}

function isVowel(word: string, at: number): boolean {
	const letter = word[at] ?? "";
	if (letter === "y") return at > 0 && !isVowel(word, at - 1);
	return vowelGroup.test(letter);
}

function hasVowel(stem: string): boolean {
	for (let at = 0; at < stem.length; at++) if (isVowel(stem, at)) return true;
	return false;
}

function endsShort(stem: string): boolean {
	const last = stem.length - 1;
	if (last < 2) return false;
	return !isVowel(stem, last) && isVowel(stem, last - 1) && !isVowel(stem, last - 2) && !/[wxy]/.test(stem[last] ?? "");
}

type Rule = readonly [ending: string, replacement: string];

const derivations: readonly Rule[] = [
	["ational", "ate"],
	["tional", "tion"],
	["enci", "ence"],
	["anci", "ance"],
	["izer", "ize"],
	["bli", "ble"],
	["alli", "al"],
	["entli", "ent"],
	["eli", "e"],
	["ousli", "ous"],
	["ization", "ize"],
	["ation", "ate"],
	["ator", "ate"],
	["alism", "al"],
	["iveness", "ive"],
	["fulness", "ful"],
	["ousness", "ous"],
	["aliti", "al"],
	["iviti", "ive"],
	["biliti", "ble"],
	["logi", "log"],
];
const adjectives: readonly Rule[] = [
	["icate", "ic"],
	["ative", ""],
	["alize", "al"],
	["iciti", "ic"],
	["ical", "ic"],
	["ful", ""],
	["ness", ""],
];
const endings = /(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/;

function replaceEnding(word: string, rules: readonly Rule[]): string {
	const rule = rules.filter(([ending]) => word.endsWith(ending)).toSorted((a, b) => b[0].length - a[0].length)[0];
	if (!rule) return word;
	const stem = word.slice(0, word.length - rule[0].length);
	return measure(stem) > 0 ? stem + rule[1] : word;
}

function plain(word: string): string {
	if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
	if (word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
	return word;
}

function past(word: string): string {
	if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
	const ending = /(?:ed|ing)$/.exec(word)?.[0];
	if (!ending) return word;
	const stem = word.slice(0, -ending.length);
	if (!hasVowel(stem)) return word;
	if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
	if (/([^aeiouylsz])\1$/.test(stem)) return stem.slice(0, -1);
	return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function lastEnding(word: string): string {
	const match = endings.exec(word)?.[0];
	if (!match) return word;
	const stem = word.slice(0, -match.length);
	return measure(stem) > 1 ? stem : word;
}

function tidy(word: string): string {
	let out = word;
	if (out.endsWith("e")) {
		const stem = out.slice(0, -1);
		const m = measure(stem);
		if (m > 1 || (m === 1 && !endsShort(stem))) out = stem;
	}
	return out.endsWith("ll") && measure(out.slice(0, -1)) > 1 ? out.slice(0, -1) : out;
}

const known = new Map<string, string>();
const rememberedAtMost = 20_000;

/** The Porter stem (M. F. Porter, 1980) of a lower-case English word; a word with anything but a–z in it is returned as it is. */
export function stem(word: string): string {
	if (word.length < 3 || word.length > 40 || !/^[a-z]+$/.test(word)) return word;
	const before = known.get(word);
	if (before !== undefined) return before;
	let out = past(plain(word));
	if (out.endsWith("y") && hasVowel(out.slice(0, -1))) out = `${out.slice(0, -1)}i`;
	out = tidy(lastEnding(replaceEnding(replaceEnding(out, derivations), adjectives)));
	if (known.size >= rememberedAtMost) known.clear();
	known.set(word, out);
	return out;
}
