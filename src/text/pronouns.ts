import { type Entity, entitiesIn } from "./entities.ts";
import { isKnownWord } from "./wordnet.ts";

/** What a pronoun at the start of a sentence may refer to. */
export interface Referents {
	/** The page's title without the site's name and disambiguation. */
	title: string;
	/** The last person and the last other thing that were subjects before this sentence. */
	person?: string | undefined;
	thing?: string | undefined;
	/** Whether the page's text appears to be about a person. */
	aboutPerson: boolean;
}

/** A title without section number, site and disambiguation: `Mercury (planet) - Wikipedia` → `Mercury`. */
export function plainTitle(title: string): string {
	const cut = title
		.replace(/^(?:(?:chapter|appendix|section|part)\s+)?(?:\d+|[A-Z])(?:\.\d+)*\.\s+/i, "")
		.replace(/\s+(?:[-–—|·:]|::)\s+[^-–—|·]{2,40}$/u, "")
		.replace(/\s*\([^)]*\)\s*$/, "");
	return (cut || title).trim();
}

/** A pronoun that opens a sentence, or its main clause after a comma: `In 1990, he …`. */
const openingPronoun = /^([^,;:.()]{0,60},\s)?(he|she|it|they|his|her|its|their)\b(.*)$/isu;
/** A pronoun that refers to nothing: `It was found that`, `it is better to`. */
const expletive = /^it\s+\p{L}+(?:\s+\p{L}+){1,3}\s+(?:that|to|whether|how|why)\b/iu;
/** The clause before the pronoun names something that the pronoun may refer to. */
const otherReferent = /\b(?:an?|the|each|every|any|some)\s\p{Ll}/u;

/** Replaces the pronoun that opens a sentence with the name it stands for. Returns the sentence unchanged if there is none to resolve. */
export function resolvePronoun(sentence: string, { title, person, thing, aboutPerson }: Referents): string {
	const [, lead = "", word = "", rest = ""] = openingPronoun.exec(sentence) ?? [];
	const pronoun = word.toLowerCase();
	const isPerson = /^(?:s?he|his|her)$/.test(pronoun);
	const known = isPerson ? (person ?? (aboutPerson ? title : undefined)) : (thing ?? (aboutPerson ? undefined : title));
	// Where the number does not agree, the pronoun means something else.
	const isMany = /^the(?:y|ir)$/.test(pronoun);
	const name = known !== undefined && isNameOfOne(known) && !isMany ? known : undefined;
	if (!word || !name || (!isPerson && otherReferent.test(lead)) || expletive.test(`${word}${rest}`)) return sentence;
	const owner = name.endsWith("s") ? `${name}'` : `${name}'s`;
	return `${lead}${/^(?:his|her|its|their)$/.test(pronoun) ? owner : name}${rest}`;
}

/** Whether a text can be the name of one person or thing: no phrase, and no plural as `Binary Packages`. */
function isNameOfOne(text: string): boolean {
	const nameWords = text.split(/\s+/);
	const last = nameWords.at(-1)?.toLowerCase() ?? "";
	const isPlural = /[^s'’iu]s$/u.test(last) && isKnownWord(last.slice(0, -1));
	return !isPlural && nameWords.every((one) => /^(?:\p{Lu}|\p{N}|(?:of|the|and|de|van|von|at|in|on)$)|[_.]/u.test(one));
}

/** Whether a page is about a person: its beginning says `he` or `she` more often than `it`. */
export function isAboutPerson(start: string): boolean {
	const count = (words: RegExp) => start.match(words)?.length ?? 0;
	return count(/\b(?:he|she|his|her|him)\b/gi) > count(/\b(?:it|its)\b/gi);
}

/** The named entity that a sentence is about: the first one, if it starts within 40 characters. */
export function leadingEntity(sentence: string): Entity | undefined {
	const first = entitiesIn(sentence.slice(0, 160))[0];
	return first && first.start <= 40 ? first : undefined;
}
