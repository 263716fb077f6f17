import { sentencesIn } from "../../text/sentences.ts";
import { tagsOf } from "../../text/tags.ts";
import { isBaseVerb, isKnownWord, sensesOf } from "../../text/wordnet.ts";
import { contentStems, isStopWord } from "../../text/words.ts";
import { clauseOf, plain, whWord } from "./clause.ts";
import { comparedIn } from "./compared.ts";
import { isQuoted, joined } from "./words.ts";

/** A text parted into what asks and what only leads up to it. */
export interface Parts {
	/** The sentences that ask, without the last mark. */
	core: string;
	background: string;
	/** The core's questions, each readable alone. */
	asks: string[];
}

/** A sentence longer than this beside others is background with a question inside, not a question. Characters. */
const aloneMax = 160;
/** Only a question that stands behind so much text is parted from it; the words of a short text are all clues. Characters. */
const asking = /[?？]["”»]?$/u;
const politeness =
	/^(?:(?:hi|hello|hey|please|ok|well|so|and|but|also|now)[\s,!]+)*(?:(?:can|could|would|will) you (?:please |kindly )?(?=(?:explain|describe|tell|list|compare|summari[sz]e|find|give|show|name|outline|discuss)\b)|i(?:'d| would)? (?:like|love|want|need) to (?:know|understand|learn)(?: about)?\s+|i(?:'m| am) (?:wondering|curious)(?: about)?\s+|(?:please )?(?:tell me|explain to me|help me understand)\s+(?=(?:what|which|who|when|where|why|how)\b))?/iu;

/** The sentences of a question; one that begins with a small letter behind a question mark is one too. */
export function questionSentences(text: string): string[] {
	return text
		.split(/(?<=[?？]["”»]?)\s+(?=["“«]?\p{L})/u)
		.flatMap((part) => (isQuoted(part) ? [part] : sentencesIn(part).map((one) => one.text)));
}

/** Parts a text in any language; only English questions are parted further, at `and what …`. */
export function partsOf(text: string, english: boolean): Parts {
	const sentences = questionSentences(text);
	const marked = sentences.filter((one) => asking.test(one));
	const requests = english && (marked.length === 0 || text.length <= aloneMax) ? sentences.filter(opensRequest) : [];
	const found = sentences.filter((one) => marked.includes(one) || requests.includes(one));
	const all = found.length === 0 ? sentences : found;
	const first = sentences.indexOf(all[0] ?? "");
	const parts = english ? withTheirTails(all).flatMap(splitAsks).map(bare) : all.map(bare);
	const asks = parts.filter((one) => /[\p{L}\p{N}]/u.test(one));
	return {
		core: bare(all.join(" ")),
		background: found.length === 0 ? "" : sentences.slice(0, Math.max(0, first)).join(" "),
		asks: english ? resolved(asks, sentences.slice(0, Math.max(0, first)).join(" ")) : asks,
	};
}

/** Whether a sentence is worded as a question or a request. */
function opensRequest(sentence: string): boolean {
	const [first, second] = tagsOf(sentence.replace(politeness, ""));
	if (!first) return false;
	return (
		whWord.test(first.lower) ||
		whWord.test(second?.lower ?? "") ||
		first.pos === "AUX" ||
		(first.pos === "VERB" &&
			isBaseVerb(first.lower) &&
			/^(?:DET|NOUN|PROPN|PRON|ADJ|ADP|NUM|ADV)$/u.test(second?.pos ?? ""))
	);
}

const askingWords = "what which who whose when where why how does is are the list compare explain".split(" ");

/** `waht is teh` → `what is the`: two letters of a small word at the front that changed places, on which a question's form rests. */
export function mended(text: string): string {
	let at = 0;
	return text.replace(/\p{L}+/gu, (word) => {
		if (at++ >= 4 || word !== word.toLowerCase() || isKnownWord(word) || isStopWord(word)) return word;
		const sorted = [...word].toSorted().join("");
		return askingWords.find((one) => one !== word && [...one].toSorted().join("") === sorted) ?? word;
	});
}

/** A text without its last mark, its politeness and its contractions. */
export function bare(text: string): string {
	return text
		.replace(politeness, "")
		.replace(/[\s?？!.。]+$/u, "")
		.replace(/[\s,]+(?:please|thanks|thank you)$/iu, "")
		.replace(
			/^(what|who|where|when|how|why)['’](s|re)\s/iu,
			(_all, wh: string, verb: string) => `${wh} ${verb.toLowerCase() === "s" ? "is" : "are"} `,
		)
		.trim();
}

/** `Who has more stores? A or B?`: what asks nothing of its own belongs to the question before it. */
function withTheirTails(sentences: readonly string[]): string[] {
	const out: string[] = [];
	for (const one of sentences) {
		const before = out.at(-1);
		if (before === undefined || opensRequest(one)) out.push(one);
		else out[out.length - 1] = `${before} ${one}`;
	}
	return out;
}

const second =
	/(?:(?<comma>,)?\s+and\s+(?:also\s+)?|;\s*|,\s+)(?=(?:what|why|how|when|where|who|which|whose|is|are|was|were|does|do|did|can|could|should)\s)/giu;
const pointer = /\b(?:it|its|they|them|their|this|these|each|either|both|he|she|his|her)\b/iu;

/** `How does X work, and what are its costs` → both. `the man who …, and who died …` goes on with its relative clause. */
function splitAsks(sentence: string): string[] {
	const out: string[] = [];
	let from = 0;
	for (const match of sentence.matchAll(second)) {
		const before = sentence.slice(from, match.index).trim();
		const after = sentence.slice(match.index + match[0].length);
		if (isQuoted(sentence.slice(0, match.index)) || before.split(" ").length < 3 || after.split(" ").length < 3)
			continue;
		if (!opensRequest(before) || !asksAnew(before, after, match.groups?.comma !== undefined)) continue;
		out.push(before);
		from = match.index + match[0].length;
	}
	return [...out, sentence.slice(from)];
}

function asksAnew(before: string, after: string, comma: boolean): boolean {
	const clause = clauseOf(bare(after));
	if (!clause) return false;
	const inverted = clause.aux !== "" && clause.subject !== "";
	if (clause.wh === "be") return pointer.test(after);
	if (/^(?:why|how)$/u.test(clause.wh)) return inverted;
	const relative = new RegExp(`\\S\\s${clause.wh}\\b`, "iu").test(before);
	if (clause.wh === "what") return inverted || !/^(?:they|it|he|she)$/iu.test(after.split(" ")[1] ?? "");
	return !relative && (pointer.test(after) || (comma && inverted) || (/^(?:when|where)$/u.test(clause.wh) && inverted));
}

const expletive = /^(?:takes?|possible|safe|necessary|better|true|worth|useful|likely|important|hard|easy|rains?)$/iu;

/** Later questions with what points back put in: `what are its limits` → `what are the limits of autovacuum`. */
function resolved(asks: readonly string[], background: string): string[] {
	const [first, ...later] = asks;
	if (first === undefined) return [];
	const named = background === "" ? undefined : lastName(background);
	const opening = named ? pointed(first, named, undefined) : back.test(first) ? `${background} ${first}`.trim() : first;
	const clause = clauseOf(opening);
	const sides = comparedIn(opening, clause);
	const compared = sides && !sides.choice ? [joined(sides.names), sides.context].filter(Boolean).join(" ") : undefined;
	const topic = compared ?? (clause ? topicOfClause(clause) : undefined);
	const person =
		clause?.wh === "who" && clause.subject === ""
			? `the person who ${[clause.aux, clause.verb, clause.rest].filter(Boolean).join(" ")}`
			: topic;
	return [opening, ...later.map((one) => (topic ? tied(pointed(one, topic, person), topic) : one))];
}

/** A later question that names nothing is about the topic of the first: `what settings matter most` → `… for autovacuum`. */
function tied(ask: string, topic: string): string {
	const stems = new Set(contentStems(ask));
	const own = clauseOf(ask);
	const isLoose =
		own !== undefined &&
		/^(?:what|which)$/u.test(own.wh) &&
		!own.tags.some(({ pos }) => pos === "PROPN" || pos === "ADP");
	return isLoose && !contentStems(topic).some((one) => stems.has(one)) ? `${ask} for ${topic}` : ask;
}

const back = /\b(?:it|its|they|them|their|this|these|those)\b|\bthat$/iu;

/** The last thing that a background names: a name, or a term that no dictionary has. */
function lastName(text: string): string | undefined {
	return tagsOf(text).findLast(
		({ pos, lower, start }) => (pos === "PROPN" && start > 0) || (pos === "NOUN" && sensesOf(lower) === 0),
	)?.text;
}

function pointed(ask: string, topic: string, person: string | undefined): string {
	const own = /\b(?:when|if|while|because|after|before)\s+(?:it|they)\b/iu.test(ask);
	const whose = ask
		.replace(
			/\b(?:its|their)\s+((?:[\p{L}\p{N}_-]+\s+){0,2}?[\p{L}\p{N}_-]+)(?=$|,|\s+(?:of|in|on|for|and|is|are|was|were|do|does|did|can|work|with|when|during|after|before)\b)/giu,
			(_all, noun: string) => `the ${noun} of ${topic}`,
		)
		.replace(/\b(?:he|she|him|her)\b(?!\s+own)/giu, (one) => person ?? one)
		.replace(/\b(?:each|either)(?=$|\s+(?:is|are|was|were|do|does|be|used)\b)/giu, `each of ${topic}`);
	if (own) return whose;
	return whose.replace(/\b(?:it|they|them)\b(?=(\s+\p{L}+)?)/giu, (all, next: string | undefined) =>
		expletive.test((next ?? "").trim()) ? all : topic,
	);
}

const anyone = /^(?:i|we|you|one|people|someone|anyone|users?|there|it|they|this|that)$/iu;

/** What a clause is about, as a noun phrase; undefined when it names nothing. */
export function topicOfClause({
	subject,
	rest,
	noun,
	verb,
	wh,
}: NonNullable<ReturnType<typeof clauseOf>>): string | undefined {
	const of = (phrase: string) => uptoClause(phrase);
	if (subject !== "" && !anyone.test(subject))
		return of(/^(?:what|which|who)$/u.test(wh) && verb === "" ? owner(subject) : subject);
	if (rest !== "") return of(rest.replace(/^(?:by|in|of|on|at|for|from|with|to)\s/iu, ""));
	return noun === "" ? undefined : plain(noun);
}

/** `the default port of PostgreSQL` → `PostgreSQL`: a value belongs to what is named behind `of`. */
function owner(subject: string): string {
	return /^(?:the\s+)?\P{Lu}+?\s(?:of|for)\s((?:the\s)?["“\p{Lu}].*)$/u.exec(subject)?.[1] ?? subject;
}

/** The words before a relative or other clause. */
function uptoClause(phrase: string): string | undefined {
	const tags = tagsOf(phrase);
	const cut = tags.findIndex(
		({ lower, pos }, at) =>
			at > 0 &&
			(whWord.test(lower) || pos === "AUX" || pos === "SCONJ" || /^(?:that|when|if|while|because)$/u.test(lower)),
	);
	const text = (cut < 0 ? phrase : phrase.slice(0, tags[cut - 1]?.end ?? phrase.length))
		.replace(/^(The|An?)\s/u, (article) => article.toLowerCase())
		.replace(/\s+(?:in|of|by|on|at|for|from|with|to)$/iu, "")
		.replace(/[\s,]+$/u, "");
	return /[\p{L}\p{N}]/u.test(text) ? text : undefined;
}

/** A request without its verb: `Compare A and B` → `A and B`. */
export function withoutRequest(sentence: string): string {
	const own = bare(sentence);
	const tags = tagsOf(own);
	return tags[0]?.pos === "VERB" && opensRequest(own) && !clauseOf(own) ? own.slice(tags[1]?.start ?? 0) : own;
}
