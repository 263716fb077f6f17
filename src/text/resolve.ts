import { type Entity, entitiesIn } from "./names.ts";

/** What a sentence's opening may refer back to. */
export interface Referents {
	/** The page's title, without what a site or a disambiguation added. */
	title: string;
	/** The last person, and the last other thing, that was a subject before this sentence. */
	person?: string | undefined;
	thing?: string | undefined;
	/** Whether the page is about a person, as far as its text tells. */
	aboutPerson: boolean;
}

/** A title without its site and without a disambiguation: `Mercury (planet) - Wikipedia` → `Mercury`. */
export function plainTitle(title: string): string {
	const cut = title
		.replace(/^(?:(?:chapter|appendix|section|part)\s+)?(?:\d+|[A-Z])(?:\.\d+)*\.\s+/i, "")
		.replace(/\s+(?:[-–—|·:]|::)\s+[^-–—|·]{2,40}$/u, "")
		.replace(/\s*\([^)]*\)\s*$/, "");
	return (cut || title).trim();
}

/** A pronoun that opens a sentence, or its main clause behind what ends with a comma: `In 1990, he …`. */
const opening = /^([^,;:.()]{0,60},\s)?(he|she|it|they|his|her|its|their)\b(.*)$/isu;
/** `It was found that`, `it is better to`: the pronoun stands for nothing. */
const expletive = /^it\s+\p{L}+(?:\s+\p{L}+){1,3}\s+(?:that|to|whether|how|why)\b/iu;
/** A clause before the pronoun that names a thing of its own. */
const ownThing = /\b(?:an?|the|each|every|any|some)\s\p{Ll}/u;

/** The sentence so that it can be read alone: a pronoun that opens it becomes the name it stands for. What cannot be resolved stays as it is. */
export function readableAlone(sentence: string, { title, person, thing, aboutPerson }: Referents): string {
	const [, lead = "", word = "", rest = ""] = opening.exec(sentence) ?? [];
	const pronoun = word.toLowerCase();
	const isPerson = /^(?:s?he|his|her)$/.test(pronoun);
	const name = isPerson ? (person ?? (aboutPerson ? title : undefined)) : (thing ?? (aboutPerson ? undefined : title));
	if (!word || !name || (!isPerson && ownThing.test(lead)) || expletive.test(`${word}${rest}`)) return sentence;
	const owner = name.endsWith("s") ? `${name}'` : `${name}'s`;
	return `${lead}${/^(?:his|her|its|their)$/.test(pronoun) ? owner : name}${rest}`;
}

/** Whether a page that opens like this is about a person: it says `he` or `she` more often than `it`. */
export function isAboutPerson(start: string): boolean {
	const count = (words: RegExp) => start.match(words)?.length ?? 0;
	return count(/\b(?:he|she|his|her|him)\b/gi) > count(/\b(?:it|its)\b/gi);
}

/** The named thing that a sentence is about: the first one, before its verb. */
export function leadingEntity(sentence: string): Entity | undefined {
	const first = entitiesIn(sentence.slice(0, 160))[0];
	return first && first.start <= 40 ? first : undefined;
}
