const units: Record<string, number> = {};
for (const [
	at,
	word,
] of "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
	.split(" ")
	.entries())
	units[word] = at;
for (const [at, word] of "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").entries())
	units[word] = (at + 2) * 10;

/** What a scale word multiplies by. */
export const scales: Readonly<Record<string, number>> = {
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

const small = Object.keys(units).join("|");
/** Spelled numbers: `three`, `twenty-five`, `two hundred and six`, `four million`. */
export const spelledNumber = new RegExp(
	`\\b(?:(?:${small}|an?(?=\\s+(?:hundred|thousand|million|billion|dozen)))(?:[\\s-]+(?:and\\s+)?(?:${small}|hundred|thousand|million|billion|trillion|dozen))*)\\b`,
	"giu",
);
export const spelledOrdinal = new RegExp(`\\b(?:${Object.keys(ordinals).join("|")})\\b`, "giu");

export function ordinalValue(word: string): number | undefined {
	return ordinals[word.toLowerCase()];
}

/** The value of a spelled number; undefined when its words do not make one. */
export function spelledValue(text: string): number | undefined {
	let total = 0;
	let current = 0;
	for (const word of text.toLowerCase().split(/[\s-]+/)) {
		if (word === "and") continue;
		if (word === "a" || word === "an") {
			current = 1;
			continue;
		}
		const unit = units[word];
		const scale = scales[word];
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
