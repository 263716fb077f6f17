import { escapeRegExp } from "../../../base/text.ts";
import type { Page } from "../../../evidence/source.ts";
import { entitiesIn } from "../../../text/entities.ts";
import { plainTitle } from "../../../text/pronouns.ts";
import { isKnownWord } from "../../../text/wordnet.ts";
import { stemsOf, wordsIn } from "../../../text/words.ts";
import { singularOf } from "../question/phrases.ts";
import type { RequestedSet } from "../question/requested-set.ts";
import type { ClaimUnit } from "./claim-units.ts";

/** A member of a set, as a page names it. */
export interface MemberName {
	/** `Station 4`. */
	member: string;
	/** The stems that tell it from other members. */
	key: string;
}

/** A name with more words is a sentence. */
const nameWordsMax = 7;
/** A sentence's subject begins within this many characters. */
const subjectMax = 60;
const beForm = /^(?:is|are|was|were|has|have|had)$/u;
const listMarker = /^\s*(?:[-*•]|\(?\d{1,3}[.)])\s+/u;
const openingWords =
	/^(?:(?:the|an?|this|that|these|those|each|every|all|one|our|its|their|his|her|in|at|on|of|and|since|for|from|by|with)\s+)+/iu;
const linkWord = /^(?:of|the|at|in|on|no|and|over|an?)$/u;

/** Whether a text opens a new item of a list. */
export function opensItem(text: string): boolean {
	return listMarker.test(text);
}

/** Finds the members of a set in the words, headings and title of a page. */
export class MemberNames {
	readonly #set: RequestedSet;
	readonly #title: string;
	readonly #units: readonly ClaimUnit[];
	readonly #phrases: readonly RegExp[];
	readonly #above = new Map<string, MemberName | undefined>();
	readonly #isA: RegExp;
	#isStated: boolean | undefined;

	constructor(page: Pick<Page, "title">, units: readonly ClaimUnit[], set: RequestedSet) {
		this.#set = set;
		this.#title = plainTitle(page.title);
		this.#units = units;
		this.#isA = new RegExp(
			String.raw`\b(?:is|was)\s+(?:an?|the|one of the)\s[^.;]{0,60}\b${escapeRegExp(set.member)}`,
			"iu",
		);
		const capital = set.member.charAt(0).toUpperCase() + set.member.slice(1);
		const noun = `(?:${escapeRegExp(set.member)}|${escapeRegExp(capital)})`;
		const name = String.raw`\p{Lu}[\p{L}\p{M}'’&.-]*`;
		// `Norrholm station`, `station 4`, `port of Norrholm`.
		this.#phrases = [
			`(?:${name}\\s+(?:&\\s+)?)+${noun}`,
			`${noun}\\s+(?:no\\.?\\s*)?(?:${name}(?:\\s+${name})*|\\d+\\p{L}?|\\p{Lu})`,
			`${noun}\\s+(?:of|at|in)\\s+(?:the\\s+)?${name}(?:\\s+${name})*`,
		].map((one) => new RegExp(`(?<![\\p{L}\\p{N}])${one}(?![\\p{L}\\p{N}])`, "gu"));
	}

	/** The members that a text names beside the noun for them, in order. */
	mentionsIn(text: string): (MemberName & { at: number })[] {
		const all = this.#phrases.flatMap((phrase) =>
			[...text.matchAll(phrase)].flatMap(({ 0: words, index }) => {
				const name = this.named(words.replace(openingWords, ""));
				return name ? [{ ...name, at: index }] : [];
			}),
		);
		return all.toSorted((a, b) => a.at - b.at).filter(({ key }, index, sorted) => sorted[index - 1]?.key !== key);
	}

	/** The member that a unit is about by its own words: named beside the noun for it, or by the name that is its subject. */
	ofUnit(unit: ClaimUnit): MemberName | undefined {
		const [mention] = this.mentionsIn(unit.term ?? unit.text);
		if (mention) return mention;
		const isAbout = this.#namesSet(unit.path) || this.#statesMember();
		if (!isAbout) return undefined;
		if (unit.term !== undefined) return this.named(unit.term);
		const verbAt = wordsIn(unit.text).find(({ lower }) => beForm.test(lower))?.start ?? Infinity;
		const subject = entitiesIn(unit.text).find(
			({ type, text, start }) =>
				type !== "person" &&
				/\p{Lu}\p{L}/u.test(text) &&
				start <= Math.min(subjectMax, verbAt) &&
				!/\b(?:in|at|on|of|from|by|to)\s+(?:the\s+)?$/iu.test(unit.text.slice(0, start)),
		);
		if (!subject) return undefined;
		// A capital does not tell whether a sentence's first word belongs to the name: `Evening Post`.
		const before = /(?:\p{Lu}[\p{L}'’-]+\s+)+$/u.exec(unit.text.slice(0, subject.start))?.[0] ?? "";
		return this.named(`${before}${subject.text}`.replace(openingWords, ""));
	}

	/** The member that the headings or the title above a unit name, the innermost first. */
	aboveUnit({ path }: Pick<ClaimUnit, "path">): MemberName | undefined {
		const key = path.join("\n");
		if (!this.#above.has(key)) this.#above.set(key, this.#findAbove(path));
		return this.#above.get(key);
	}

	#findAbove(path: readonly string[]): MemberName | undefined {
		for (const heading of [...path.toReversed(), this.#title]) {
			if (this.isSet(heading)) return undefined;
			const name = this.named(heading);
			const isNoun = this.#holdsNoun(heading);
			const stating = this.#units.filter(({ text }) => text.includes(heading));
			// A heading such as `History` names nothing, unless the text uses it like a name.
			const isName = isNoun || isProperName(heading) || stating.some(({ text }) => text.startsWith(heading));
			if (!name || !isName) continue;
			return isNoun || this.#namesSet(path) || stating.some(({ text }) => this.#saysIsMember(text)) ? name : undefined;
		}
		return undefined;
	}

	/** Whether a table's first header, its caption or what stands above it names the set. */
	areRows(header: string, above: readonly string[]): boolean {
		return this.#holdsNoun(header) || this.#namesSet(above);
	}

	/** Whether a unit begins with a member and the noun for it: `Saltgate Brewery opened …`. */
	isSubject({ member }: MemberName, { text }: ClaimUnit): boolean {
		return this.#holdsNoun(member) && text.replace(listMarker, "").replace(openingWords, "").startsWith(member);
	}

	#namesSet(path: readonly string[]): boolean {
		return [...path, this.#title].some((one) => this.isSet(one));
	}

	/** Whether a heading names the whole set: `Lakes of the Arn valley`. */
	isSet(heading: string): boolean {
		const { member } = this.#set;
		return wordsIn(heading).some(({ lower }) => singularOf(lower) === member && lower !== member);
	}

	#saysIsMember(text: string): boolean {
		return this.#isA.test(text);
	}

	/** Whether any text of the page says that something is a member. */
	#statesMember(): boolean {
		this.#isStated ??= this.#units.some(({ text }) => this.#saysIsMember(text));
		return this.#isStated;
	}

	#holdsNoun(text: string): boolean {
		return wordsIn(text).some(({ lower }) => singularOf(lower) === this.#set.member);
	}

	/** A row's label. Under a header that names the members a number is a name, too. */
	ofRow(label: string, header: string): MemberName | undefined {
		return this.named(this.#holdsNoun(header) && !/\p{L}/u.test(label) ? `${this.#set.member} ${label}` : label);
	}

	/** A name without what all members share. Undefined for a text that names none. */
	named(words: string): MemberName | undefined {
		const name = words
			.replace(/^[\s\d.)*#-]+(?=\p{L})/u, "")
			.replace(/[*`]+/gu, "")
			.replace(/^the\s+/iu, "")
			.trim();
		const noun = stemsOf(this.#set.member)[0];
		const stems = wordsIn(name)
			.map(({ lower }) => lower.replace(/['’]s?$/u, ""))
			.filter((lower) => !linkWord.test(lower))
			.map((lower) => stemsOf(lower)[0] ?? lower)
			.filter((stem) => stem !== noun && !this.#set.context.includes(stem));
		if (stems.length === 0 || !/\p{L}/u.test(name) || wordsIn(name).length > nameWordsMax) return undefined;
		return { member: withoutPlace(name), key: stems.join(" ") };
	}
}

/** `Station 1 of the Varde line` → `Station 1`; `Port of Norrholm` stays. */
function withoutPlace(name: string): string {
	const short = name.replace(/\s+(?:of|on|in|at|over)\s+(?:the\s+)?\p{Lu}.*$/u, "");
	return /[\p{Lu}\d]/u.test(short.replace(/^\p{Lu}/u, "")) ? short : name;
}

/** Whether a heading has a word that no dictionary has. */
function isProperName(heading: string): boolean {
	return wordsIn(heading).some(({ lower, text }) => /^\p{Lu}/u.test(text) && !isKnownWord(lower));
}
