import { type Entity, entitiesIn } from "./names.ts";
import { isStopWord, wordsIn } from "./words.ts";

/** What a sentence's opening may refer back to. */
export interface Referents {
	/** The page's title, without what a site or a disambiguation added. */
	title: string;
	/** The last person, and the last other thing, that was a subject before this sentence. */
	person?: string | undefined;
	thing?: string | undefined;
	/** Whether the page is about a person, as far as its text tells. */
	aboutPerson: boolean;
	/** What the page's opening says that its title is: `bridge` of `Tower Bridge is a … bridge …`, lower-case words. */
	kinds: ReadonlySet<string>;
}

/** A title without its site and without a disambiguation: `Mercury (planet) - Wikipedia` → `Mercury`. */
export function plainTitle(title: string): string {
	const cut = title
		.replace(/^(?:(?:chapter|appendix|section|part)\s+)?(?:\d+|[A-Z])(?:\.\d+)*\.\s+/i, "")
		.replace(/\s+(?:[-–—|·:]|::)\s+[^-–—|·]{2,40}$/u, "")
		.replace(/\s*\([^)]*\)\s*$/, "");
	return (cut || title).trim();
}

const pronoun = /^(he|she|it|they|his|her|its|their|this|these)\b/i;
/** `In 1990, he …`, `After the war she …`: what comes before a pronoun that still opens the main clause. */
const leadIn =
	/^(?:(?:in|on|at|after|before|during|since|from|by|until|following|when|as|later|then|also|however|although|while|despite|today|currently|originally|meanwhile|additionally|furthermore|moreover|eventually|subsequently|initially|finally)\b[^.;:()]{0,60}?,?\s)(?=(?:he|she|it|they|his|her|its|their)\s)/i;
const definite =
	/^(The|This|That)\s+((?:\p{Ll}[\p{L}-]*\s+){0,2}?)(\p{Ll}[\p{L}-]+)(?=\s+(?:is|was|are|were|has|had|have|does|did|can|will|would|also|\p{Ll}+ed|\p{Ll}+s)\b)/u;
/** `It is raining`, `it was found that`: the pronoun stands for nothing. */
const expletive =
	/^it\s+(?:is|was|has been|may be|might be|can be|would be|will be|seems|appears|takes|took)\s+(?:(?:\p{L}+ly|often|also|always|sometimes|best|only)\s+)?(?:a\s+(?:good|bad|great|poor|common)\s+(?:idea|practice|mistake)|\p{L}+ed|necessary|better|useful|sufficient|essential|recommended|easy|hard|difficult|known|found|thought|held|shown|said|possible|likely|unclear|important|common|true|clear|estimated|not|also\s+\p{L}+ed)\s+(?:that|to|whether|how|why)\b/iu;

function possessive(name: string): string {
	return /s$/i.test(name) ? `${name}'` : `${name}'s`;
}

function referentOf(word: string, known: Referents): string | undefined {
	switch (word) {
		case "he":
		case "she":
		case "his":
		case "her":
			return known.person ?? (known.aboutPerson ? known.title : undefined);
		case "this":
		case "these":
			// What was said before as often as what was named: a title is no guess.
			return known.aboutPerson ? undefined : known.thing;
		case "it":
		case "its":
			return known.thing ?? (known.aboutPerson ? undefined : known.title);
		default:
			return known.aboutPerson ? undefined : (known.thing ?? known.title);
	}
}

/** Whether a page that opens like this is about a person. */
export function isAboutPerson(opening: string): boolean {
	return (
		/\b(?:born|he|she|his|her)\b/i.test(opening.slice(0, 600)) &&
		/\b(?:is|was|are|were)\s+(?:an?|the)\b|\(born|\bborn\b|\d{4}\s?[–-]/.test(opening.slice(0, 400)) &&
		(opening.slice(0, 1500).match(/\b(?:he|she|his|her|him)\b/gi)?.length ?? 0) >
			(opening.slice(0, 1500).match(/\b(?:it|its)\b/gi)?.length ?? 0)
	);
}

/**
 * The sentence so that it can be read alone: a pronoun that opens it (or its main clause) becomes the name it stands for, and
 * `The band …` is told apart by the page's title. What cannot be resolved stays as it is.
 */
export function readableAlone(sentence: string, known: Referents): string {
	const lead = leadIn.exec(sentence)?.[0] ?? "";
	const rest = sentence.slice(lead.length);
	const opening = pronoun.exec(rest)?.[1];
	if (opening && !expletive.test(rest)) {
		const lower = opening.toLowerCase();
		const name = referentOf(lower, known);
		const after = rest.slice(opening.length);
		// `While a segment is merged, its space …`: the clause before has the thing.
		if (/^(?:it|its|they|their)$/.test(lower) && /\b(?:an?|the|each|every|any|some)\s\p{Ll}/u.test(lead))
			return sentence;
		if (
			!name ||
			(/^th(?:is|ese)$/.test(lower) && !/^\s+(?:is|was|are|were|means|makes|made|has|had|can|will)\b/.test(after))
		)
			return sentence;
		// `Her` and `his` stand before a noun; `her` as an object never opens.
		return lead + (/^(?:his|her|its|their)$/.test(lower) ? possessive(name) : name) + after;
	}
	const noun = definite.exec(rest);
	if (noun && known.title && !sentence.toLowerCase().includes(known.title.toLowerCase())) {
		const kind = (noun[3] ?? "").toLowerCase();
		if (known.kinds.has(kind) && !isStopWord(kind)) {
			return `${lead}${noun[0]} (${known.title})${rest.slice(noun[0].length)}`;
		}
	}
	return sentence;
}

/** How much of the defining clause tells the kind. */
const kindReach = 160;

/** The words by which a page's opening says what its title is: between `is a` and the clause's end. Empty when it opens otherwise. */
export function kindsIn(opening: string, title: string): Set<string> {
	const first = plainTitle(title).split(/\s+/)[0]?.toLowerCase() ?? "";
	const match = /\b(?:is|are|was|were)\s+(?:an?|the|one of)\s+([^.;]{3,200})/i.exec(opening.slice(0, 500));
	if (!match?.[1] || first === "" || !opening.slice(0, match.index).toLowerCase().includes(first)) return new Set();
	return new Set(wordsIn(match[1].slice(0, kindReach)).map((word) => word.lower));
}

/** The named thing that a sentence is about: the first one, before its verb. */
export function leadingEntity(sentence: string): Entity | undefined {
	const first = entitiesIn(sentence.slice(0, 160))[0];
	return first && first.start <= 40 ? first : undefined;
}
