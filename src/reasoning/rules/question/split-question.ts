import type { QuestionAnalysis } from "../../../evidence/question.ts";
import { sentencesIn } from "../../../text/sentences.ts";
import { tagWords } from "../../../text/tags.ts";
import { isBaseVerb, nounKinds, verbKinds } from "../../../text/wordnet.ts";
import { type Clause, canOpenQuestion, innerQuestion, parseClause } from "./clause.ts";
import { backReference, hasOpenQuote } from "./phrases.ts";
import { resolveReferences } from "./resolve-references.ts";
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
		asks: english ? resolveReferences(parts, before.join(" ")) : parts,
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
function isStatementOrder({ aux, subject, noun }: Clause): boolean {
	return aux === "" && (subject !== "" || /\s(?:I|you|we|it|he|she|they)$/u.test(noun));
}

/** Whether a question with a question word holds another one, which may go on: `Which module shows who is on | and how busy it is`. */
function isAboutQuestion(text: string): boolean {
	return (parseClause(text)?.wh ?? "be") !== "be" && innerQuestion(text) !== undefined;
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
	/(?:,?\s+and\s+(?:also\s+)?|;\s*|,\s+)(?=(?:(?:in|at|on|by|for|from|to|of|with|under|since)\s(?:what|which|whom|when|whose)|what|why|how|when|where|who|which|whose|is|are|was|were|does|do|did|can|could|should)\s)/giu;

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
		const isNew =
			clause.wh === "what" ||
			hasPronoun ||
			isUnique ||
			(inverted && !isRelative) ||
			(clause.measure !== "" && clause.aux !== "") ||
			(!isAboutQuestion(withoutMarks(before)) && isOfOwnKind(withoutMarks(before), clause));
		// `in which he lives` continues a phrase, and `in which city does he live` asks.
		if (/^(?:ADP|PART)$/u.test(tagWords(after)[0]?.pos ?? "") && !inverted) continue;
		if (!isNew || /^what (?:they|it)\b/iu.test(after)) continue;
		out.push(before);
		from = match.index + match[0].length;
	}
	return [...out, sentence.slice(from)];
}

/**
 * Whether a clause can only be a question of its own: `and which crop grows there`, or `and who leads the group` after a question for a
 * person. After `Who is the man who …` it may continue the description.
 */
function isOfOwnKind(before: string, { wh, noun, verb }: Clause): boolean {
	const first = parseClause(before);
	if (wh === "which") return first !== undefined && noun !== "" && verb !== "";
	const isParallel = first?.wh === wh && first.subject === "" && first.verb !== "";
	return wh === "who" && isParallel && !/\swho\s/iu.test(before);
}
