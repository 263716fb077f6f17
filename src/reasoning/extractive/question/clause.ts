import { type Tag, tagsOf } from "../../text/tags.ts";
import { agentOf, attributeOf, isBaseVerb, isVerbForm } from "../../text/wordnet.ts";

/** One question taken apart: `Which films | did | Jane Campion | direct | before 1990`. Parts that it does not have are empty. */
export interface Clause {
	/** `how`, `why`, `when`, `where`, `what`, `which`, `who`, `whom`, `whose`; `be` for yes or no. */
	wh: string;
	/** The asking phrase as it is written: `In which city`. */
	asking: string;
	/** The noun phrase that it asks for: `city`, `moons`. */
	noun: string;
	/** The word of measure or manner beside `how`: `many`, `old`, `effective`. */
	measure: string;
	aux: string;
	/** Empty when the asking phrase itself is the subject, as in `Who founded X`. */
	subject: string;
	/** The verb as it is written; empty when the auxiliary is the verb (`What is X`). */
	verb: string;
	/** What follows the verb. */
	rest: string;
	tags: Tag[];
}

export const whWord = /^(?:what|which|who|whom|whose|when|where|why|how)$/u;
const auxiliary =
	/^(?:is|are|was|were|am|do|does|did|can|could|will|would|shall|should|must|may|might|has|have|had)(?:n['’]t)?$/u;
const being = /^(?:is|are|was|were|am)(?:n['’]t)?$/u;
const nominal = /^(?:NOUN|PROPN|PRON|NUM)$/u;

/** Takes one question apart; undefined when it is not built like a question. */
export function clauseOf(ask: string): Clause | undefined {
	const tags = tagsOf(ask).filter(({ pos, text }, at, all) => pos !== "PUNCT" || (at < all.length - 1 && text === ","));
	const at = tags[0]?.pos === "ADP" && whWord.test(tags[1]?.lower ?? "") ? 1 : 0;
	const wh = tags[at]?.lower ?? "";
	const text = (from: number, to = tags.length) => {
		const [first, last] = [tags[from], tags[to - 1]];
		return first && last && to > from ? ask.slice(first.start, last.end) : "";
	};
	const none = { wh, asking: "", noun: "", measure: "", aux: "", subject: "", verb: "", rest: "", tags };
	if (at === 0 && auxiliary.test(wh)) {
		const cut = predicateAt(tags, 1, wh);
		return { ...none, wh: "be", aux: wh, subject: text(1, cut), ...predicate(tags, cut, wh, text) };
	}
	if (!whWord.test(wh)) return undefined;
	const { end, noun, measure } = askingPhrase(tags, at);
	const base = { ...none, asking: text(0, end), noun: text(noun, end), measure };
	const aux = tags[end];
	if (!aux) return undefined;
	if (!auxiliary.test(aux.lower)) {
		if (!/^(?:how|why|when|where)$/u.test(wh) || aux.lower === "to")
			return { ...base, verb: aux.text, rest: text(end + 1) };
		// `how Raft elects a leader`: the order of a statement.
		const verb = predicateAt(tags, end, "does");
		return { ...base, subject: text(end, verb), ...predicate(tags, verb, "does", text) };
	}
	const whole = being.test(aux.lower) && base.noun === "" && /^(?:what|who|which)$/u.test(wh) && measure === "";
	// `Which films are made of X`, `Who was born in X`: a participle right behind the auxiliary has the asking phrase for its subject.
	if (isParticiple(tags[end + 1]) && being.test(aux.lower))
		return { ...base, aux: aux.lower, verb: tags[end + 1]?.text ?? "", rest: text(end + 2) };
	if (whole) return { ...base, aux: aux.lower, subject: text(end + 1) };
	const cut = predicateAt(tags, end + 1, aux.lower);
	return { ...base, aux: aux.lower, subject: text(end + 1, cut), ...predicate(tags, cut, aux.lower, text) };
}

/** What a statement with a hole asks for, as quizzes word it: `She was born in what year`, `a city with a population of what`. */
export function holeIn(text: string): Pick<Clause, "wh" | "noun" | "measure"> | undefined {
	const tags = tagsOf(text).filter(({ pos }) => pos !== "PUNCT");
	// Behind a noun `who`, `which` and `where` open a relative clause.
	const at = tags.findLastIndex(
		({ lower }, place) =>
			whWord.test(lower) &&
			(/^(?:what|how|when)$/u.test(lower) || !/^(?:NOUN|PROPN)$/u.test(tags[place - 1]?.pos ?? "NOUN")),
	);
	const wh = tags[at]?.lower;
	if (wh === undefined) return undefined;
	const { end, noun, measure } = askingPhrase(tags, at);
	const counted = tags[at - 1]?.lower === "of" ? (tags[at - 2]?.lower ?? "") : "";
	const [first, last] = [tags[noun], tags[end - 1]];
	return { wh, measure, noun: end > noun && first && last ? text.slice(first.start, last.end) : counted };
}

function askingPhrase(tags: readonly Tag[], at: number): { end: number; noun: number; measure: string } {
	const wh = tags[at]?.lower ?? "";
	let from = tags[at + 1]?.lower === "else" ? at + 2 : at + 1;
	let measure = "";
	const next = tags[from];
	if (wh === "how" && next && /^(?:ADJ|ADV)$/u.test(next.pos) && !auxiliary.test(next.lower)) {
		measure = next.lower;
		from++;
	}
	const takesNoun = /^(?:which|what|whose)$/u.test(wh) || /^(?:many|much)$/u.test(measure);
	if (!takesNoun) return { end: from, noun: from, measure };
	let end = from;
	while (end < tags.length && !auxiliary.test(tags[end]?.lower ?? "") && tags[end]?.pos !== "VERB") {
		const { pos = "", lower = "" } = tags[end] ?? {};
		if (end > from && ((pos === "ADP" && lower !== "of") || (pos === "DET" && tags[end - 1]?.lower !== "of"))) break;
		end++;
	}
	if (auxiliary.test(tags[end]?.lower ?? "") || tags.slice(end).some(({ lower }) => auxiliary.test(lower)))
		return { end, noun: from, measure };
	if (end === tags.length) {
		const verb = tags.findIndex(
			({ lower }, place) => place > from && isVerbForm(lower) && tags[place - 1]?.pos === "NOUN",
		);
		if (verb > 0) return { end: verb, noun: from, measure };
	}
	// The tagger missed the verb: `What | causes inflation`, `Which factors | influence the price`.
	if (wh === "what" && /[^s]s$/u.test(tags[from]?.lower ?? "") && isVerbForm(tags[from]?.lower ?? ""))
		return { end: from, noun: from, measure };
	const last = tags[end - 1];
	if (end - from > 1 && tags[end]?.pos === "DET" && last && isVerbForm(last.lower))
		return { end: end - 1, noun: from, measure };
	return { end, noun: from, measure };
}

/** A verb's form that is not its base: `held`, `made`. */
function isParticiple(tag: Tag | undefined): boolean {
	return tag?.pos === "VERB" && !isBaseVerb(tag.lower) && !tag.lower.endsWith("s");
}

/** Where the predicate begins behind the subject that starts at `from`; the end when there is none. */
function predicateAt(tags: readonly Tag[], from: number, aux: string): number {
	let named = false;
	let relative = false;
	for (let at = from; at < tags.length; at++) {
		const { pos = "", lower = "" } = tags[at] ?? {};
		const before = tags[at - 1];
		// A subject has a noun, whatever the tagger says of its first word; `and threading` goes on with one.
		if (
			pos === "VERB" &&
			((!named && (!being.test(aux) || isBaseVerb(lower) || lower.endsWith("s"))) ||
				(named && before?.pos === "CCONJ" && lower.endsWith("ing")))
		) {
			named = true;
			continue;
		}
		if (named && /^(?:who|which|that|whose|whom|where|when)$/u.test(lower) && before && nominal.test(before.pos)) {
			relative = true;
			continue;
		}
		if (
			named &&
			(pos === "VERB" || (pos === "AUX" && !relative)) &&
			(relative || !being.test(aux) || isParticiple(tags[at]))
		) {
			if (!relative) return before?.pos === "ADV" && at - 1 > from ? at - 1 : at;
			relative = false;
			continue;
		}
		if (
			named &&
			being.test(aux) &&
			!relative &&
			before &&
			nominal.test(before.pos) &&
			(/^(?:ADJ|SCONJ)$/u.test(pos) || opensPhrase(tags, at))
		)
			return at;
		if (nominal.test(pos)) named = true;
	}
	if (being.test(aux)) {
		// `Is Pluto in the belt`: the last preposition but `of` opens the predicate.
		const at = tags.findLastIndex(({ pos, lower }, place) => place > from && pos === "ADP" && lower !== "of");
		const of = tags.findLastIndex(({ lower }, place) => place > from && lower === "of");
		return at > from ? at : of > from && aux === tags[0]?.lower ? of : tags.length;
	}
	// The tagger missed the verb: the first word behind a name or noun that can be one.
	const verb = tags.findIndex(
		({ lower, pos, text }, at) =>
			at > from &&
			nominal.test(tags[at - 1]?.pos ?? "") &&
			!/^(?:ADP|DET|CCONJ|PUNCT)$/u.test(pos) &&
			text === lower &&
			isVerbForm(lower),
	);
	return verb < 0 ? tags.length : verb;
}

/** An article behind a noun, with no link between: `Is Pluto | a planet`. */
function opensPhrase(tags: readonly Tag[], at: number): boolean {
	return tags[at]?.pos === "DET" && nominal.test(tags[at - 1]?.pos ?? "");
}

function predicate(
	tags: readonly Tag[],
	cut: number,
	aux: string,
	text: (from: number, to?: number) => string,
): { verb: string; rest: string } {
	const one = tags[cut];
	if (!one) return { verb: "", rest: "" };
	if (one.pos === "ADV" && tags[cut + 1]?.pos === "VERB") return { verb: text(cut, cut + 2), rest: text(cut + 2) };
	const acts = one.pos === "VERB" || (!being.test(aux) && one.text === one.lower && isVerbForm(one.lower));
	return acts ? { verb: one.text, rest: text(cut + 1) } : { verb: "", rest: text(cut) };
}

/** What a question asks for, as a noun phrase: `Who founded X` → `founder of X`; undefined when its parts give none. */
export function nominalOf({ wh, noun, measure, subject, verb, rest, aux, asking }: Clause): string | undefined {
	const predicateOf = joinedWords(/^do(?:es)?$/u.test(aux) ? "" : aux, aux === "does" ? thirdOf(verb) : verb, rest);
	const quality = measure === "" || /^(?:many|much)$/u.test(measure) ? undefined : attributeOf(measure);
	if (quality) return subject === "" ? undefined : `${quality} of ${subject}`;
	if (measure !== "" && !/^(?:many|much)$/u.test(measure)) return undefined;
	if (measure !== "") {
		const counted = joinedWords(measure === "many" ? "number" : "amount", noun === "" ? "" : `of ${noun}`);
		if (subject === "" || /^there$/iu.test(subject))
			return joinedWords(counted, rest === "" && verb === "" ? "" : "that", predicateOf);
		return /^have$/iu.test(verb) && rest === ""
			? `${counted} of ${subject}`
			: joinedWords(counted, "that", subject, predicateOf);
	}
	if (wh === "be") return subject === "" ? undefined : joinedWords("whether", subject, predicateOf);
	if (/^whom?$/u.test(wh)) {
		if (verb === "" && subject !== "") return plain(subject);
		const agent = subject === "" && aux === "" ? agentOf(verb.toLowerCase()) : undefined;
		if (agent && rest !== "" && !/^(?:in|on|at|to|for|from|with|by)\s/iu.test(rest)) return `${agent} of ${rest}`;
		return joinedWords("person", subject === "" ? "who" : "whom", subject, predicateOf);
	}
	if (wh === "when" || wh === "where")
		return subject === "" ? undefined : joinedWords(wh === "when" ? "date" : "place", wh, subject, predicateOf);
	if (wh !== "what" && wh !== "which" && wh !== "whose") return undefined;
	if (noun === "") {
		if (verb === "" && subject !== "") return plain(subject);
		return subject === "" ? undefined : joinedWords("what", subject, predicateOf);
	}
	const preposition = asking.toLowerCase().startsWith(wh) ? "" : (asking.split(" ")[0] ?? "").toLowerCase();
	return joinedWords(noun, preposition === "" ? "that" : `${preposition} which`, subject, predicateOf);
}

/** `survive` → `survives`. */
function thirdOf(base: string): string {
	if (base === "have") return "has";
	if (/(?:s|sh|ch|x|z|o)$/u.test(base)) return `${base}es`;
	return /[^aeiou]y$/u.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

function joinedWords(...parts: string[]): string {
	return parts.filter((part) => part !== "").join(" ");
}

/** A noun phrase without its article. */
export function plain(phrase: string): string {
	return phrase.replace(/^(?:the|an?)\s+/iu, "");
}
