import irregularForms from "./irregular.json" with { type: "json" };
import { indexLine, lineFrom, type PartOfSpeech } from "./wordnet-files.ts";

/** WordNet's lexicographer files for nouns (wninput manual), by number, as far as they tell what kind of thing a noun names. */
const nounFiles: Record<number, string> = {
	4: "act",
	5: "animal",
	6: "artifact",
	7: "attribute",
	8: "body",
	9: "cognition",
	10: "communication",
	11: "event",
	12: "feeling",
	13: "food",
	14: "group",
	15: "location",
	17: "object",
	18: "person",
	19: "phenomenon",
	20: "plant",
	21: "possession",
	22: "process",
	23: "quantity",
	24: "relation",
	26: "state",
	27: "substance",
	28: "time",
};

/** The same of verbs, as far as they are asked for. */
const verbFileNames: Record<number, string> = { 31: "cognition", 32: "communication" };

/** Remembers what a look-up gave; emptied when it grows large, since a run asks for few different words. */
export function remembered<Value>(look: (key: string) => Value): (key: string) => Value {
	const known = new Map<string, Value>();
	return (key) => {
		const before = known.get(key);
		if (before !== undefined || known.has(key)) return before as Value;
		if (known.size >= rememberedAtMost) known.clear();
		const value = look(key);
		known.set(key, value);
		return value;
	};
}
const rememberedAtMost = 20_000;

/** Synset offsets of a lemma, its commonest sense first. */
function synsets(part: PartOfSpeech, lemma: string): number[] {
	const fields = indexLine(part, lemma)?.trim().split(/\s+/);
	if (!fields) return [];
	const pointers = Number(fields[3]);
	return fields.slice(6 + pointers).map(Number);
}

interface Synset {
	nounFile: string | undefined;
	verbFile: string | undefined;
	words: string[];
	pointers: { symbol: string; offset: number; part: PartOfSpeech; source: number; target: number }[];
}

const parts: Record<string, PartOfSpeech> = { n: "noun", v: "verb", a: "adj", s: "adj", r: "adv" };

const synsetAt = remembered((place: string): Synset => {
	const [part = "noun", offset = "0"] = place.split(" ");
	return readSynset(part as PartOfSpeech, Number(offset));
});

function synset(part: PartOfSpeech, offset: number): Synset {
	return synsetAt(`${part} ${offset}`);
}

function readSynset(part: PartOfSpeech, offset: number): Synset {
	const fields = (lineFrom(`data.${part}`, offset).split(" | ")[0] ?? "").trim().split(" ");
	const count = Number.parseInt(fields[3] ?? "0", 16);
	const words = Array.from({ length: count }, (_, at) =>
		(fields[4 + 2 * at] ?? "").replace(/\(.*\)$/, "").toLowerCase(),
	);
	const first = 4 + 2 * count;
	const pointers = Array.from({ length: Number(fields[first] ?? 0) }, (_, at) => {
		const [symbol = "", target = "0", kind = "n", places = "0000"] = fields.slice(first + 1 + 4 * at);
		return {
			symbol,
			offset: Number(target),
			part: parts[kind] ?? "noun",
			source: Number.parseInt(places.slice(0, 2), 16),
			target: Number.parseInt(places.slice(2), 16),
		};
	});
	// A line cut at the buffer's end may leave a broken last pointer; its wider terms stand in front.
	const whole = pointers.filter((pointer) => Number.isSafeInteger(pointer.offset) && pointer.offset > 0);
	const file = Number(fields[1]);
	return {
		nounFile: part === "noun" ? nounFiles[file] : undefined,
		verbFile: part === "verb" ? verbFileNames[file] : undefined,
		words,
		pointers: whole,
	};
}

const irregular: Readonly<Record<string, string>> = irregularForms;

/** Forms that a word may stand under in the index: itself, its irregular base, and its plain singular or infinitive (Morphy). */
function bases(word: string): string[] {
	const lemma = word.toLowerCase().replaceAll(" ", "_");
	const out = [lemma, ...(irregular[lemma] ? [irregular[lemma]] : [])];
	if (/(?:er|est)$/.test(lemma))
		out.push(lemma.replace(/(?:er|est)$/, ""), lemma.replace(/(?:r|st)$/, ""), lemma.replace(/(.)\1(?:er|est)$/, "$1"));
	if (lemma.endsWith("ies")) out.push(`${lemma.slice(0, -3)}y`);
	if (lemma.endsWith("es")) out.push(lemma.slice(0, -2));
	if (lemma.endsWith("s") && !lemma.endsWith("ss")) out.push(lemma.slice(0, -1));
	if (lemma.endsWith("ied")) out.push(`${lemma.slice(0, -3)}y`);
	if (lemma.endsWith("ed")) out.push(lemma.slice(0, -2), lemma.slice(0, -1));
	if (lemma.endsWith("ing")) out.push(lemma.slice(0, -3), `${lemma.slice(0, -3)}e`);
	return out;
}

/** What kind of thing a noun names in its commonest sense (`person`, `location`, `group`, …); undefined when unknown. */
export function nounKind(noun: string): string | undefined {
	return nounKinds(noun)[0];
}

/** So many senses of the wider noun count: `instrument` means a guitar in its sixth. */
const sensesOfKind = 8;
/** Longest chain of ever wider terms that is followed. */
const chainAtMost = 14;

/**
 * Whether a noun names a kind (or an instance) of another in some sense: `guitar` of `instrument`, `Paris` of `city`. Both in
 * any number; false when either is unknown.
 */
export function isKindOf(noun: string, kind: string): boolean {
	return kindOf(`${noun}\n${kind}`);
}

const kindOf = remembered((both: string): boolean => {
	const [noun = "", kind = ""] = both.split("\n");
	const wanted = new Set(bases(kind).flatMap((base) => synsets("noun", base).slice(0, sensesOfKind)));
	if (wanted.size === 0) return false;
	for (const base of bases(noun)) {
		let level = synsets("noun", base);
		for (let step = 0; step < chainAtMost && level.length > 0; step++) {
			if (level.some((offset) => wanted.has(offset))) return true;
			level = [
				...new Set(
					level.flatMap((offset) =>
						synset("noun", offset).pointers.flatMap((pointer) =>
							/^@i?$/.test(pointer.symbol) ? [pointer.offset] : [],
						),
					),
				),
			];
		}
	}
	return false;
});

/** All kinds that a noun's senses name, commonest sense first, each once. */
export const nounKinds = remembered((noun: string): readonly string[] => {
	for (const base of bases(noun)) {
		const offsets = synsets("noun", base);
		if (offsets.length > 0) return [...new Set(offsets.flatMap((offset) => synset("noun", offset).nounFile ?? []))];
	}
	return [];
});

/** Whether WordNet knows the word, or its base form, as a verb, adjective, adverb or common noun. */
export const isKnownWord = remembered((lower: string): boolean =>
	bases(lower).some((base) =>
		(["noun", "verb", "adj", "adv"] as const).some((part) => indexLine(part, base) !== undefined),
	),
);

/** Whether a word is a form of a verb that WordNet knows. */
export function isVerbForm(lower: string): boolean {
	return bases(lower).some((base) => indexLine("verb", base) !== undefined);
}

/** What kinds of act a verb names (`communication`, `cognition`), over its senses. */
export const verbFiles = remembered((verb: string): readonly string[] => [
	...new Set(
		bases(verb).flatMap((base) => synsets("verb", base).flatMap((offset) => synset("verb", offset).verbFile ?? [])),
	),
]);

/** Whether a word is a verb's base form. */
export function isBaseVerb(lower: string): boolean {
	return indexLine("verb", lower) !== undefined;
}

/** Senses of a word over all parts of speech; 0 for a word that WordNet does not know. */
export const sensesOf = remembered((lower: string): number =>
	Math.max(
		0,
		...bases(lower).map((base) => Object.values(parts).reduce((sum, part) => sum + synsets(part, base).length, 0)),
	),
);

/** What WordNet ties to a word by one kind of pointer: `!` opposites, `=` an adjective's attribute, `+` words of one derivation. */
function tiedTo(part: PartOfSpeech, word: string, symbol: string): { word: string; of: Synset }[] {
	return bases(word).flatMap((base) =>
		synsets(part, base).flatMap((offset) => {
			const { words, pointers } = synset(part, offset);
			return pointers.flatMap((pointer) => {
				if (pointer.symbol !== symbol || (pointer.source > 0 && words[pointer.source - 1] !== base)) return [];
				const of = synset(pointer.part, pointer.offset);
				const tied = of.words[Math.max(0, pointer.target - 1)];
				return tied ? [{ word: tied.replaceAll("_", " "), of }] : [];
			});
		}),
	);
}

function tiedOverall(word: string, symbol: string): string[] {
	return Object.values(parts).flatMap((part) => tiedTo(part, word, symbol).map((tied) => tied.word));
}

/** Words that WordNet marks as opposites of this one, lower-case base forms, over all parts of speech and senses. */
export const antonyms = remembered((word: string): ReadonlySet<string> => new Set(tiedOverall(word, "!")));

/** Who does what a verb says: `directed` → `director`; undefined where no noun is derived from it. */
export const agentOf = remembered(
	(verb: string): string | undefined => tiedTo("verb", verb, "+").find(({ of }) => of.nounFile === "person")?.word,
);

/** What an adjective or adverb measures: `old` → `age`, `tall` → `height`; undefined where WordNet names nothing. */
export const attributeOf = remembered(
	(adjective: string): string | undefined => tiedTo("adj", adjective, "=")[0]?.word,
);

/** Whether two words have a sense in common, as spellings of one word have. */
export function shareSense(a: string, b: string): boolean {
	const every = Object.values(parts);
	return every.some((part) => {
		const senses = new Set(bases(a).flatMap((base) => synsets(part, base)));
		return bases(b).some((base) => synsets(part, base).some((one) => senses.has(one)));
	});
}

/** A word's base forms, the words that WordNet derives from them, and what they measure: `founder`, `found`; `tall`, `height`. */
const family = remembered(
	(word: string): ReadonlySet<string> =>
		new Set([...bases(word), ...tiedOverall(word, "+"), ...tiedOverall(word, "=")]),
);

/** Whether two words are of one family or have a sense in common: `founder` and `founded`, `tall` and `height`, `birth` and `born`. */
export function isKin(a: string, b: string): boolean {
	return !family(a).isDisjointFrom(family(b)) || shareSense(a, b);
}
