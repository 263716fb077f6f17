import type { QuestionAnalysis } from "../../../evidence/question.ts";
import { sentencesIn } from "../../../text/sentences.ts";
import { tagWords } from "../../../text/tags.ts";
import { isBaseVerb, nounKinds, verbKinds } from "../../../text/wordnet.ts";
import { type Clause, canOpenQuestion, clauseTopic, parseClause } from "./clause.ts";
import { comparedSides } from "./compared-sides.ts";
import { backReference, hasOpenQuote, isPlural, joinWithAnd } from "./phrases.ts";
import { isSuperlative } from "./superlative.ts";

const questionMarkAtEnd = /[?？]["”»]?$/u;
const politeness =
	/^(?:(?:hi|hello|please|ok|well|so|and|but|also)[\s,!]+)*(?:(?:can|could|would|will) you (?:please )?(?=(?:explain|describe|tell|list|compare|summari[sz]e|find|give|show)\b)|(?:tell|explain to) me (?=(?:what|which|who|when|where|why|how)\b))?/iu;

/** The sentences of a question. After a question mark a sentence may begin with a small letter. */
export function questionSentences(text: string): string[] {
	return text
		.split(/(?<=[?？]["”»]?)\s+(?=["“«]?\p{L})/u)
		.flatMap((part) => (hasOpenQuote(part) ? [part] : sentencesIn(part).map((one) => one.text)));
}

/** Splits a text into what asks and what only leads up to it. Only English questions are split further, at `and what …`. */
export function splitQuestion(text: string, english: boolean): Pick<QuestionAnalysis, "core" | "background" | "asks"> {
	const sentences = questionSentences(text);
	const marked = sentences.filter((one) => questionMarkAtEnd.test(one));
	const askSentences = marked.length > 0 || !english ? marked : sentences.filter(isAsk);
	const all = askSentences.length === 0 ? sentences : askSentences;
	const before = sentences.slice(0, sentences.indexOf(all[0] ?? ""));
	const parts = (english ? all.flatMap(splitAsks) : all).map(withoutMarks).filter((one) => /[\p{L}\p{N}]/u.test(one));
	return {
		core: withoutMarks(all.join(" ")),
		background: sentences.filter((one) => !all.includes(one)).join(" "),
		asks: english ? resolvePronouns(parts, before.join(" ")) : parts,
	};
}

/** The asks of an English text as it words them, with the sentences around them. */
export function asksIn(text: string): string[] {
	return questionSentences(text.trim()).flatMap(splitAsks);
}

/** Whether a sentence is worded as a question or a request. */
function isAsk(sentence: string): boolean {
	const own = withoutMarks(sentence);
	return (
		canOpenQuestion(tagWords(own), 0) || questionAfterLead(own).lead !== "" || requestedObject(sentence) !== undefined
	);
}

/**
 * Finds the question after its lead: `In PostgreSQL, | how does X work`. If the question points back at a lead without a verb, the lead
 * takes the pronoun's place: `foreign data wrapper: what's that` → `what is foreign data wrapper`.
 */
export function questionAfterLead(raw: string): { lead: string; own: string } {
	const tags = tagWords(raw);
	const startsSubordinate = isSubordinate(raw);
	if (canOpenQuestion(tags, 0) && !startsSubordinate) return { lead: "", own: raw };
	const subordinate =
		startsSubordinate || (/^(?:ADP|SCONJ|VERB)$/u.test(tags[0]?.pos ?? "") && !isBaseVerb(tags[0]?.lower ?? ""));
	for (let at = 1; at < tags.length; at++) {
		const border = /^[,:;.!–—-]$/u.exec(tags[at - 1]?.text ?? "")?.[0];
		const own = raw.slice(tags[at]?.start);
		if (border === undefined || !canOpenQuestion(tags, at) || !parseClause(own)) continue;
		const hasVerb = tags.slice(0, at).some(({ pos }) => pos === "VERB" || pos === "AUX");
		// After a verb and a comma a statement continues: `A series, written by X, is …`.
		if (hasVerb && border === "," && !subordinate) continue;
		const lead = raw.slice(0, tags[at - 1]?.start).trimEnd();
		return { lead, own: hasVerb || subordinate ? own : own.replace(backReference, lead) };
	}
	return { lead: "", own: raw };
}

/** Whether a text has the order of a statement: `When I build it myself, …`. */
function isSubordinate(text: string): boolean {
	const clause = parseClause(text);
	return clause !== undefined && /^(?:when|where)$/u.test(clause.wh) && isStatementOrder(clause);
}

/** `how busy it is`. A question of its own has its auxiliary before the subject. */
function isStatementOrder({ aux, subject }: Clause): boolean {
	return aux === "" && subject !== "";
}

/** Whether a question with a question word holds another one, which may go on: `Which module shows who is on | and how busy it is`. */
function isAboutQuestion(text: string): boolean {
	return (parseClause(text)?.wh ?? "be") !== "be" && innerQuestion(text) !== undefined;
}

/**
 * The question within a question or request, after a verb: `Which module shows | who is on`, `How do I find out | who holds a lock`.
 * After a verb `when` and `where` mostly open a clause of time or place.
 */
function innerQuestion(text: string): string | undefined {
	const tags = tagWords(text);
	const at = tags.findIndex(({ start }, index) => {
		const [before, verb] = [tags[index - 1]?.pos ?? "", tags[index - 2]?.pos ?? ""];
		if (before !== "VERB" && !(verb === "VERB" && /^(?:ADP|ADV|PART)$/u.test(before))) return false;
		const { wh, noun } = parseClause(text.slice(start)) ?? { wh: "", noun: "" };
		return /^(?:who|whose|what|how|why)$/u.test(wh) || (wh === "which" && noun !== "");
	});
	return at < 0 ? undefined : text.slice(tags[at]?.start);
}

/** The object of an imperative: `Compare A and B` → `A and B`. Undefined if WordNet knows its first word less as a verb. */
export function requestedObject(sentence: string): string | undefined {
	const own = withoutMarks(sentence);
	const [first, second] = tagWords(own);
	if (!first || !second || first.pos !== "VERB" || !isBaseVerb(first.lower) || second.lower === "of") return undefined;
	const isVerb = /^(?:DET|PRON)$/u.test(second.pos) || verbKinds(first.lower).length >= nounKinds(first.lower).length;
	return isVerb && !/^(?:PUNCT|AUX|VERB)$/u.test(second.pos) ? own.slice(second.start) : undefined;
}

/** A text without its last mark, its politeness and its contractions. */
export function withoutMarks(text: string): string {
	return text
		.replace(politeness, "")
		.replace(/[\s?？!.。]+$/u, "")
		.replace(/\b(what|who|where|when|how|why)['’]?s\s/giu, "$1 is ")
		.trim();
}

const askSeparator =
	/(?:,?\s+and\s+(?:also\s+)?|;\s*|,\s+)(?=(?:what|why|how|when|where|who|which|whose|is|are|was|were|does|do|did|can|could|should)\s)/giu;

/** Splits `How does X work, and what are its costs`, but not at a relative clause: `the man who …, and who died …`. */
function splitAsks(sentence: string): string[] {
	const out: string[] = [];
	let from = 0;
	for (const match of sentence.matchAll(askSeparator)) {
		const [before, after] = [sentence.slice(from, match.index).trim(), sentence.slice(match.index + match[0].length)];
		const clause = parseClause(withoutMarks(after));
		if (
			hasOpenQuote(sentence.slice(0, match.index)) ||
			!clause ||
			!isAsk(before) ||
			isSubordinate(withoutMarks(before)) ||
			(isStatementOrder(clause) && isAboutQuestion(withoutMarks(before)))
		)
			continue;
		if (before.split(" ").length < 3 || after.split(" ").length < 3) continue;
		// `which is in X` continues with a relative clause, and `what they conflict with` with a list.
		const inverted = clause.aux !== "" && clause.subject !== "";
		const hasPronoun = /\b(?:its?|they|them|their|this|these|he|she|his|her)\b/iu.test(after);
		const isRelative = /^(?:be|whose?)$/u.test(clause.wh) || (clause.wh === "which" && clause.noun === "");
		// A superlative holds of one thing alone, so `and which is the longest` continues no phrase about several.
		const isUnique = clause.wh === "which" && tagWords(after).some(({ lower, pos }) => isSuperlative(lower, pos));
		const isNew = clause.wh === "what" || hasPronoun || isUnique || (inverted && !isRelative);
		if (!isNew || /^what (?:they|it)\b/iu.test(after)) continue;
		out.push(before);
		from = match.index + match[0].length;
	}
	return [...out, sentence.slice(from)];
}

/** Makes each question readable alone: `what are its limits` → `what are autovacuum's limits`. */
function resolvePronouns([first, ...later]: readonly string[], background: string): string[] {
	if (first === undefined) return [];
	if (backReference.test(first) && background !== "") return [first, ...later].map((one) => `${background} ${one}`);
	const clause = parseClause(innerQuestion(first) ?? first);
	const sides = comparedSides(first, clause);
	const named = clause && clauseTopic(clause);
	const topic = sides && !sides.choice ? `${joinWithAnd(sides.names)} ${sides.context}`.trim() : named;
	if (!clause || topic === undefined) return [first, ...later];
	const person =
		clause.wh === "who" && clause.subject === "" ? `the person who ${clause.aux} ${clause.verb} ${clause.rest}` : topic;
	return [first, ...later.map((one) => replacePronouns(one, topic, person))];
}

/** Replaces the pronouns of an ask. An `it` that only announces what follows (`it takes to …`, `it is true that …`) stays. */
function replacePronouns(ask: string, topic: string, person: string): string {
	// A plural pronoun cannot mean one name: it means other things that the question speaks of, which stay unnamed.
	const isOneName = /^\p{Lu}/u.test(topic) && !isPlural(topic);
	if (isOneName && /\b(?:they|them|their)\b/iu.test(ask)) return ask;
	return ask
		.replace(/\b(?:its|their)\b/giu, `${topic}'s`)
		.replace(/\b(?:he|she|him|her)\b(?!\s+own)/giu, person)
		.replace(/\b(?:each|either)(?=$|\s+(?:is|are|was|were|do|does|be|used)\b)/giu, `each of ${topic}`)
		.replace(/\b(?:it\b(?![^,]*\s(?:to|that)\b)|they\b|them\b)/giu, topic);
}
