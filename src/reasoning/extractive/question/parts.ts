import type { QuestionAnalysis } from "../../../evidence/question.ts";
import { sentencesIn } from "../../../text/sentences.ts";
import { tagWords } from "../../../text/tags.ts";
import { isBaseVerb, nounKinds, verbKinds } from "../../../text/wordnet.ts";
import { clauseOf, opensQuestion, topicOf } from "./clause.ts";
import { sidesOf } from "./sides.ts";
import { isQuoted, joined, pointer } from "./words.ts";

const asking = /[?？]["”»]?$/u;
const politeness =
	/^(?:(?:hi|hello|please|ok|well|so|and|but|also)[\s,!]+)*(?:(?:can|could|would|will) you (?:please )?(?=(?:explain|describe|tell|list|compare|summari[sz]e|find|give|show)\b)|(?:tell|explain to) me (?=(?:what|which|who|when|where|why|how)\b))?/iu;

/** The sentences of a question. After a question mark a sentence may begin with a small letter. */
export function questionSentences(text: string): string[] {
	return text
		.split(/(?<=[?？]["”»]?)\s+(?=["“«]?\p{L})/u)
		.flatMap((part) => (isQuoted(part) ? [part] : sentencesIn(part).map((one) => one.text)));
}

/** Splits a text into what asks and what only leads up to it. Only English questions are split further, at `and what …`. */
export function partsOf(text: string, english: boolean): Pick<QuestionAnalysis, "core" | "background" | "asks"> {
	const sentences = questionSentences(text);
	const marked = sentences.filter((one) => asking.test(one));
	const found = marked.length > 0 || !english ? marked : sentences.filter(asks);
	const all = found.length === 0 ? sentences : found;
	const before = sentences.slice(0, sentences.indexOf(all[0] ?? ""));
	const parts = (english ? all.flatMap(splitAsks) : all).map(bare).filter((one) => /[\p{L}\p{N}]/u.test(one));
	return {
		core: bare(all.join(" ")),
		background: sentences.filter((one) => !all.includes(one)).join(" "),
		asks: english ? resolved(parts, before.join(" ")) : parts,
	};
}

/** Whether a sentence is worded as a question or a request. */
function asks(sentence: string): boolean {
	const own = bare(sentence);
	return opensQuestion(tagWords(own), 0) || questionBehind(own).lead !== "" || requestIn(sentence) !== undefined;
}

/**
 * Finds the question after its lead: `In PostgreSQL, | how does X work`. If the question points back at a lead without a verb, the lead
 * takes the pronoun's place: `foreign data wrapper: what's that` → `what is foreign data wrapper`.
 */
export function questionBehind(raw: string): { lead: string; own: string } {
	const tags = tagWords(raw);
	const leads = isSubordinate(raw);
	if (opensQuestion(tags, 0) && !leads) return { lead: "", own: raw };
	const subordinate = leads || (/^(?:ADP|SCONJ|VERB)$/u.test(tags[0]?.pos ?? "") && !isBaseVerb(tags[0]?.lower ?? ""));
	for (let at = 1; at < tags.length; at++) {
		const border = /^[,:;.!–—-]$/u.exec(tags[at - 1]?.text ?? "")?.[0];
		const own = raw.slice(tags[at]?.start);
		if (border === undefined || !opensQuestion(tags, at) || !clauseOf(own)) continue;
		const acts = tags.slice(0, at).some(({ pos }) => pos === "VERB" || pos === "AUX");
		// After a verb and a comma a statement continues: `A series, written by X, is …`.
		if (acts && border === "," && !subordinate) continue;
		const lead = raw.slice(0, tags[at - 1]?.start).trimEnd();
		return { lead, own: acts || subordinate ? own : own.replace(pointer, lead) };
	}
	return { lead: "", own: raw };
}

/** Whether a text has the order of a statement: `When I build it myself, …`. A question has its auxiliary before the subject. */
function isSubordinate(text: string): boolean {
	const clause = clauseOf(text);
	return clause !== undefined && /^(?:when|where)$/u.test(clause.wh) && clause.aux === "" && clause.subject !== "";
}

/** The object of an imperative: `Compare A and B` → `A and B`. Undefined if WordNet knows its first word less as a verb. */
export function requestIn(sentence: string): string | undefined {
	const own = bare(sentence);
	const [first, second] = tagWords(own);
	if (!first || !second || first.pos !== "VERB" || !isBaseVerb(first.lower) || second.lower === "of") return undefined;
	const isVerb = /^(?:DET|PRON)$/u.test(second.pos) || verbKinds(first.lower).length >= nounKinds(first.lower).length;
	return isVerb && !/^(?:PUNCT|AUX|VERB)$/u.test(second.pos) ? own.slice(second.start) : undefined;
}

/** A text without its last mark, its politeness and its contractions. */
export function bare(text: string): string {
	return text
		.replace(politeness, "")
		.replace(/[\s?？!.。]+$/u, "")
		.replace(/\b(what|who|where|when|how|why)['’]?s\s/giu, "$1 is ")
		.trim();
}

const second =
	/(?:,?\s+and\s+(?:also\s+)?|;\s*|,\s+)(?=(?:what|why|how|when|where|who|which|whose|is|are|was|were|does|do|did|can|could|should)\s)/giu;

/** Splits `How does X work, and what are its costs`, but not at a relative clause: `the man who …, and who died …`. */
function splitAsks(sentence: string): string[] {
	const out: string[] = [];
	let from = 0;
	for (const match of sentence.matchAll(second)) {
		const [before, after] = [sentence.slice(from, match.index).trim(), sentence.slice(match.index + match[0].length)];
		const clause = clauseOf(bare(after));
		if (isQuoted(sentence.slice(0, match.index)) || !clause || !asks(before) || isSubordinate(bare(before))) continue;
		if (before.split(" ").length < 3 || after.split(" ").length < 3) continue;
		// `which is in X` continues with a relative clause, and `what they conflict with` with a list.
		const inverted = clause.aux !== "" && clause.subject !== "";
		const points = /\b(?:its?|they|them|their|this|these|he|she|his|her)\b/iu.test(after);
		const isRelative = /^(?:be|whose?)$/u.test(clause.wh) || (clause.wh === "which" && clause.noun === "");
		const isNew = clause.wh === "what" || points || (inverted && !isRelative);
		if (!isNew || /^what (?:they|it)\b/iu.test(after)) continue;
		out.push(before);
		from = match.index + match[0].length;
	}
	return [...out, sentence.slice(from)];
}

/** Makes each question readable alone: `what are its limits` → `what are autovacuum's limits`. */
function resolved([first, ...later]: readonly string[], background: string): string[] {
	if (first === undefined) return [];
	if (pointer.test(first) && background !== "") return [first, ...later].map((one) => `${background} ${one}`);
	const clause = clauseOf(first);
	const sides = sidesOf(first, clause);
	const named = clause && topicOf(clause);
	const topic = sides && !sides.choice ? `${joined(sides.names)} ${sides.context}`.trim() : named;
	if (!clause || topic === undefined) return [first, ...later];
	const person =
		clause.wh === "who" && clause.subject === "" ? `the person who ${clause.aux} ${clause.verb} ${clause.rest}` : topic;
	return [first, ...later.map((one) => pointed(one, topic, person))];
}

/** Replaces the pronouns of an ask. An `it` that only announces what follows (`it takes to …`, `it is true that …`) stays. */
function pointed(ask: string, topic: string, person: string): string {
	return ask
		.replace(/\b(?:its|their)\b/giu, `${topic}'s`)
		.replace(/\b(?:he|she|him|her)\b(?!\s+own)/giu, person)
		.replace(/\b(?:each|either)(?=$|\s+(?:is|are|was|were|do|does|be|used)\b)/giu, `each of ${topic}`)
		.replace(/\b(?:it\b(?![^,]*\s(?:to|that)\b)|they\b|them\b)/giu, topic);
}
