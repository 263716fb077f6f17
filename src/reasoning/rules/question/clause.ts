import { type TaggedWord, tagWords } from "../../../text/tags.ts";
import { isBaseVerb, isVerbForm, nounKinds } from "../../../text/wordnet.ts";
import { backReference, withoutArticle } from "./phrases.ts";

/** One question, parsed: `Which films | did | Jane Campion | direct | before 1990`. Missing parts are empty. */
export interface Clause {
	/** `how`, `why`, `when`, `where`, `what`, `which`, `who`, `whom`, `whose`; `be` for yes or no. */
	wh: string;
	/** The noun phrase that it asks for: `city`, `moons`. */
	noun: string;
	/** The word of measure or manner beside `how`: `many`, `old`, `effective`. */
	measure: string;
	aux: string;
	/** Empty if the asking phrase itself is the subject, as in `Who founded X`. */
	subject: string;
	/** The verb as it is written. Empty if the auxiliary is the verb (`What is X`). */
	verb: string;
	/** What follows the verb. */
	rest: string;
}

const whWord = /^(?:what|which|who|whom|whose|when|where|why|how)$/u;
const auxiliary =
	/^(?:is|are|was|were|am|do|does|did|can|could|will|would|shall|should|must|may|might|has|have|had)(?:n['’]t)?$/u;
const beForm = /^(?:is|are|was|were|am)(?:n['’]t)?$/u;
const nominalTag = /^(?:NOUN|PROPN|PRON|NUM)$/u;

/** Whether a question can begin at a word: a question word, one after a preposition, or an auxiliary. */
export function canOpenQuestion(tags: readonly TaggedWord[], at: number): boolean {
	const [one, next] = [tags[at], tags[at + 1]];
	if (!one || !next) return false;
	return (
		whWord.test(one.lower) || (/^(?:ADP|PART)$/u.test(one.pos) && whWord.test(next.lower)) || auxiliary.test(one.lower)
	);
}

/** Parses one question. Undefined if it is not built like a question. */
export function parseClause(ask: string): Clause | undefined {
	const tags = tagWords(ask).filter(
		({ pos, text }, at, all) => pos !== "PUNCT" || (at < all.length - 1 && text === ","),
	);
	const text = (from: number, to = tags.length) => {
		const [first, last] = [tags[from], tags[to - 1]];
		return first && last && to > from ? ask.slice(first.start, last.end) : "";
	};
	if (!canOpenQuestion(tags, 0)) return undefined;
	const at = /^(?:ADP|PART)$/u.test(tags[0]?.pos ?? "") ? 1 : 0;
	const wh = tags[at]?.lower ?? "";
	const emptyClause = { wh, noun: "", measure: "", aux: "", subject: "", verb: "", rest: "" };
	const predicateParts = (from: number, aux: string) => {
		const cut = predicateIndex(tags, from, aux);
		const isVerb = tags[cut]?.pos === "VERB" || (!beForm.test(aux) && cut < tags.length);
		return {
			subject: text(from, cut),
			...(isVerb ? { verb: text(cut, cut + 1), rest: text(cut + 1) } : { rest: text(cut) }),
		};
	};
	if (!whWord.test(wh)) return { ...emptyClause, wh: "be", aux: wh, ...predicateParts(1, wh) };
	const { end, from, measure } = askingPhrase(tags, at);
	const base = { ...emptyClause, noun: text(from, end), measure };
	const next = tags[end];
	if (!next) return base.noun === "" && measure === "" && wh !== "what" ? undefined : base;
	if (!auxiliary.test(next.lower)) {
		// `how Raft elects a leader`: the word order of a statement.
		if (/^(?:how|why|when|where)$/u.test(wh) && next.lower !== "to") return { ...base, ...predicateParts(end, "") };
		return { ...base, verb: next.text, rest: text(end + 1) };
	}
	const aux = next.lower;
	// `Which films are made of X`, `What could be the reason`: the asking phrase is the subject.
	const after = tags[end + 1];
	if (beForm.test(aux) ? isParticiple(after) : after?.lower === "be" || (after?.pos === "VERB" && !/^do/u.test(aux)))
		return { ...base, aux, verb: after?.text ?? "", rest: text(end + 2) };
	if (beForm.test(aux) && base.noun === "" && measure === "" && /^(?:what|who|which)$/u.test(wh))
		return { ...base, aux, subject: text(end + 1) };
	return { ...base, aux, ...predicateParts(end + 1, aux) };
}

/** The question in a statement with a hole, as in quizzes: `She was born in what year`. After a noun, `who` opens a relative clause. */
export function parseHole(text: string): Clause | undefined {
	const tags = tagWords(text);
	const isNoun = (at: number) => /^(?:NOUN|PROPN)$/u.test(tags[at]?.pos ?? "NOUN");
	const hole = tags.findLast(({ lower }, at) => whWord.test(lower) && !isNoun(at - 1));
	return hole && parseClause(text.slice(hole.start));
}

/** Where the noun phrase after a question word begins and ends, and the word of measure before it. */
function askingPhrase(tags: readonly TaggedWord[], at: number): { end: number; from: number; measure: string } {
	const wh = tags[at]?.lower ?? "";
	const next = tags[at + 1];
	const measured = wh === "how" && next && /^(?:ADJ|ADV)$/u.test(next.pos) && !auxiliary.test(next.lower);
	const measure = measured ? next.lower : "";
	const from = measured ? at + 2 : at + 1;
	if (!/^(?:which|what|whose)$/u.test(wh) && !/^(?:many|much)$/u.test(measure)) return { end: from, from, measure };
	// `Which file holds the keys`: alone after the question word, a noun that is also a verb is tagged as the verb.
	const [first, second] = [tags[from], tags[from + 1]];
	const isNoun = first?.pos === "VERB" && second?.pos === "VERB" && nounKinds(first.lower).length > 0;
	let end = isNoun ? from + 1 : from;
	for (; end < tags.length; end++) {
		const { pos = "", lower = "" } = tags[end] ?? {};
		if (auxiliary.test(lower) || pos === "VERB" || pos === "PUNCT" || lower === "that" || whWord.test(lower)) break;
		if (pos === "ADP" && (end === from || lower !== "of")) break;
	}
	// The tagger missed the verb, which agrees with the noun before it: `Which factors | influence`.
	const looksPlural = (at: number) => /[^s]s$/u.test(tags[at]?.lower ?? "");
	const verb = tags.findIndex(
		({ lower, pos }, place) =>
			place > from &&
			place < end &&
			pos === "NOUN" &&
			isVerbForm(lower) &&
			looksPlural(place - 1) !== looksPlural(place),
	);
	return { end: verb < 0 || /^(?:VERB|AUX)$/u.test(tags[end]?.pos ?? "") ? end : verb, from, measure };
}

/** A verb's form that is not its base: `held`, `made`. */
function isParticiple(tag: TaggedWord | undefined): boolean {
	return tag?.pos === "VERB" && !isBaseVerb(tag.lower) && !tag.lower.endsWith("s");
}

/** Where the predicate begins after the subject that starts at `from`. The end if there is none. */
function predicateIndex(tags: readonly TaggedWord[], from: number, aux: string): number {
	let hasNoun = false;
	for (const [at, tag] of tags.entries()) {
		const { pos, lower } = tag;
		const before = tags[at - 1]?.pos ?? "";
		if (at < from) continue;
		// `What does a restart do`: the second auxiliary is the verb.
		const isVerbAfterDo = lower === "do" && pos === "AUX" && /^d(?:o|oes|id)$/u.test(aux);
		if (pos === "VERB" || (pos === "AUX" && lower === "be") || isVerbAfterDo) {
			// A subject has a noun, whatever the tag of its first word.
			if (!hasNoun) hasNoun = true;
			else if (!beForm.test(aux) || isParticiple(tag)) return before === "ADV" && at - 1 > from ? at - 1 : at;
		} else if (hasNoun && beForm.test(aux) && nominalTag.test(before) && /^(?:ADJ|SCONJ|DET)$/u.test(pos)) return at;
		else if (nominalTag.test(pos)) hasNoun = true;
	}
	// The tagger missed the verb: take the first word after a noun that can be one, or for a copula the last preposition.
	const guessed = beForm.test(aux)
		? tags.findLastIndex(({ pos, lower }, at) => at > from && pos === "ADP" && lower !== "of")
		: tags.findIndex(
				({ pos, text, lower }, at) =>
					at > from &&
					nominalTag.test(tags[at - 1]?.pos ?? "") &&
					pos === "NOUN" &&
					text === lower &&
					isVerbForm(lower),
			);
	return guessed < 0 ? tags.length : guessed;
}

/**
 * The question within a question or request, after a verb: `Which module shows | who is on`, `How do I find out | who holds a lock`.
 * After a verb `when` and `where` mostly open a clause of time or place.
 */
export function innerQuestion(text: string): string | undefined {
	const tags = tagWords(text);
	const at = tags.findIndex(({ start }, index) => {
		const [before, verb] = [tags[index - 1]?.pos ?? "", tags[index - 2]?.pos ?? ""];
		if (before !== "VERB" && !(verb === "VERB" && /^(?:ADP|ADV|PART)$/u.test(before))) return false;
		const { wh, noun } = parseClause(text.slice(start)) ?? { wh: "", noun: "" };
		return /^(?:who|whose|what|how|why)$/u.test(wh) || (wh === "which" && noun !== "");
	});
	return at < 0 ? undefined : text.slice(tags[at]?.start);
}

const genericSubject = /^(?:i|we|you|one|people|someone|anyone|users?|there|it|they|this|that)$/iu;

/** The topic of a clause, as a noun phrase. Undefined if it names nothing. */
export function clauseTopic({ subject, rest, noun, verb, wh }: Clause): string | undefined {
	if (subject !== "" && !genericSubject.test(subject)) {
		// `the default port of PostgreSQL` → `PostgreSQL`: a value belongs to the name after `of`.
		const owner =
			/^(?:the\s+)?\P{Lu}+?\s(?:of|for)\s((?:the\s)?(?:["“\p{Lu}]|\S*(?:_|\p{L}[.]\p{L}|\p{Ll}\p{Lu})|--?\p{L}).*)$/u.exec(
				subject,
			)?.[1];
		return beforeSubclause((/^(?:what|which|who)$/u.test(wh) && verb === "" && owner) || subject);
	}
	if (rest !== "")
		return beforeSubclause(rest.replace(/^(?:by|in|of|on|at|for|from|with|to|through|over|under|into)\s/iu, ""));
	return noun === "" ? undefined : withoutArticle(noun);
}

/** A time that says nothing of what the phrase names: `the setpoint of bay 3 now`. */
const timeAtEnd =
	/(?<=\S)\s+(?:now|currently|nowadays|today|at present|before|previously|formerly|originally|initially)$/iu;

/** The words before a relative or other clause. */
function beforeSubclause(phrase: string): string | undefined {
	const tags = tagWords(phrase);
	const cut = tags.findIndex(
		({ lower, pos }, at) =>
			at > 0 && (/^(?:AUX|SCONJ)$/u.test(pos) || whWord.test(lower) || /^(?:that|if|while|because)$/u.test(lower)),
	);
	const text = (cut < 0 ? phrase : phrase.slice(0, tags[cut - 1]?.end))
		.replace(/\s+(?:in|of|by|on|at|for|from|with|to)$/iu, "")
		.replace(timeAtEnd, "")
		.replace(/[\s,]+$/u, "");
	// Alone, a noun that is also a verb is tagged as the verb.
	const phraseTags = tags.slice(0, cut < 0 ? undefined : cut);
	const isNamed = phraseTags.some(
		({ pos, lower }, at) => /^(?:NOUN|PROPN|NUM)$/u.test(pos) || (at === 0 && nounKinds(lower).length > 0),
	);
	return isNamed && !backReference.test(phrase) ? text : undefined;
}
