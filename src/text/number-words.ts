const numberWords: Record<string, number> = {};
for (const [
	at,
	word,
] of "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
	.split(" ")
	.entries())
	numberWords[word] = at;
for (const [at, word] of "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").entries())
	numberWords[word] = (at + 2) * 10;

/** A whole number below a hundred in words: `seven`, `twenty-one`. Greater ones in digits. */
export function spellNumber(value: number): string {
	const wordOf = (one: number) => Object.keys(numberWords).find((word) => numberWords[word] === one);
	const ten = value - (value % 10);
	return wordOf(value) ?? (ten < 100 && wordOf(ten) ? `${wordOf(ten)}-${wordOf(value % 10)}` : String(value));
}

/** The factor of each scale word. */
export const scaleFactors: Readonly<Record<string, number>> = {
	hundred: 100,
	thousand: 1e3,
	million: 1e6,
	billion: 1e9,
	trillion: 1e12,
	mn: 1e6,
	bn: 1e9,
	dozen: 12,
};

const ordinals: Record<string, number> = {
	first: 1,
	second: 2,
	third: 3,
	fourth: 4,
	fifth: 5,
	sixth: 6,
	seventh: 7,
	eighth: 8,
	ninth: 9,
	tenth: 10,
	eleventh: 11,
	twelfth: 12,
};
for (const [word, value] of Object.entries(numberWords)) {
	if (value > 12 && value < 20) ordinals[`${word}th`] = value;
	if (value < 20) continue;
	const compounds = Object.entries(ordinals).filter(([, unit]) => unit < 10);
	for (const [unitWord, unit] of compounds) ordinals[`${word}-${unitWord}`] = value + unit;
	ordinals[word.replace(/y$/u, "ieth")] = value;
}

const numberWordPattern = Object.keys(numberWords).join("|");
/** The longest first: `twenty-first` is not `first`. */
const ordinalPattern = Object.keys(ordinals)
	.toSorted((a, b) => b.length - a.length)
	.join("|");
/** Spelled numbers: `three`, `twenty-five`, `two hundred and six`, `four million`. */
export const spelledNumberPattern = new RegExp(
	`\\b(?:(?:${numberWordPattern}|an?(?=\\s+(?:hundred|thousand|million|billion|dozen)))(?:[\\s-]+(?:and\\s+)?(?:${numberWordPattern}|hundred|thousand|million|billion|trillion|dozen))*)\\b(?!-(?:${ordinalPattern})\\b)`,
	"giu",
);
export const spelledOrdinalPattern = new RegExp(`\\b(?:${ordinalPattern})\\b`, "giu");

export function ordinalValue(word: string): number | undefined {
	return ordinals[word.toLowerCase()];
}

/** A verb after an ordinal: the ordinal tells when something happened: `was first lit`, `first reported`. */
const verbAfter =
	/^\s+(?:\p{Ll}{2,}ed|lit|seen|saw|known|made|built|found|held|told|sent|put|set|read|given|gave|shown|written|wrote|begun|began|came|come|went|took|taken|born|sold|sought|brought|taught|thought|met|grew|grown|flew|flown|drawn|drew|used|heard|left|led|laid|run|ran|rose|spoke|spoken|became|appears?|occurs?|arose|had|was|were)\b/u;
/** A word before an ordinal that shows that a noun follows, even if it looks like a verb: `the first reported case`. */
const nounBefore =
	/(?:\b(?:the|an?|its|his|her|their|our|my|your|this|each|every|no|another|very|in|on|of|as|for|from|with|than|between|and|or)|['’]s|s['’])\s+$/iu;
/** A verb before an ordinal that states a place in a ranking. */
const rankBefore = /\b(?:came|come|comes|finished|finishes|ranks?|ranked|placed|places?|is|was|were|are)\s+$/iu;

/** Whether the ordinal word at these UTF-16 offsets counts nothing: `at first`, `first-hand`, `First, …`, `was first lit`. */
export function isUncountedOrdinal(text: string, start: number, end: number): boolean {
	const before = text.slice(Math.max(0, start - 24), start);
	const after = text.slice(end, end + 24);
	const isFirst = text.slice(start, end).toLowerCase() === "first";
	if (isFirst && (/\bat\s+$/iu.test(before) || /^(?:[\s-]hand|[\s-]and[\s-]foremost)\b/iu.test(after))) return true;
	const opensSentence = /(?:^|[.;:!?]\s+)$/u.test(before);
	if (opensSentence && after.startsWith(",")) return true;
	if (nounBefore.test(before)) return false;
	if (verbAfter.test(after)) return true;
	return (
		isFirst &&
		!opensSentence &&
		!rankBefore.test(before) &&
		/^(?:[.,;:)]|\s+(?:in|on|at|by|to|from|as)\b|$)/u.test(after)
	);
}

/** The value of a spelled number; undefined when its words form no single number. */
export function parseSpelledNumber(text: string): number | undefined {
	let total = 0;
	let current = 0;
	for (const word of text.toLowerCase().split(/[\s-]+/)) {
		if (word === "and") continue;
		if (word === "a" || word === "an") {
			current = 1;
			continue;
		}
		const unit = numberWords[word];
		const scale = scaleFactors[word];
		if (unit !== undefined) {
			// `nineteen forty`, `two three`: a year or a list in words, not one number.
			if (current % 100 !== 0 && !(current % 10 === 0 && current % 100 >= 20 && unit < 10)) return undefined;
			current += unit;
		} else if (scale === undefined) return undefined;
		else if (scale <= 100) current = (current || 1) * scale;
		else {
			total += (current || 1) * scale;
			current = 0;
		}
	}
	return total + current;
}
