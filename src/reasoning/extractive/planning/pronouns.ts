import type { Topic } from "./subject.ts";
import {
	auxiliaries,
	conjunctions,
	determiners,
	isPlural,
	prepositions,
	singularOf,
	tokensOf,
	whWords,
	written,
} from "./tokens.ts";
import { usageOf } from "./usage.ts";
import { baseOfParticiple, verbness } from "./verbs.ts";

/** `it takes`, `is it possible`: stands for nothing. */
const empty = /^(?:takes?|possible|safe|necessary|better|true|worth|useful|likely|important|hard|easy|okay|ok|rains?)$/;

/** What a question may point back to. */
interface Known {
	topic: Topic | undefined;
	/** Whoever the question before it asked for: `the director of X`. */
	person: string | undefined;
	background: string;
}

const back = /\b(?:its|their|it|they|them|this|these|those)\b|\bthat$/iu;

/** Whether a question speaks of something that it does not name. */
export function pointsBack(ask: string): boolean {
	return (
		back.test(ask) &&
		!/\bit\s+(?:takes?|is (?:possible|safe|true|worth|better))\b|\bis it\s+\p{L}+\s+(?:to|that)\b|\bdoes it take\b/iu.test(
			ask,
		) &&
		!/\b(?:when|if|while|because|after|before)\s+(?:it|they)\b/iu.test(ask) &&
		!/\b(?:this|these|those)\s+\p{Ll}{3,}(?:\s|$)/iu.test(ask)
	);
}

/** A question with what points back put in: `what are its limits` → `what are the limits of autovacuum`. */
export function resolvedIn(asked: string, { topic, person, background }: Known): string {
	const ask = person
		? asked.replace(/\b(?:he|she|him)\b/giu, person).replace(/\b(?:his|her)\s(?=\p{Ll})/giu, `${person}'s `)
		: asked;
	const known = topic ?? antecedentIn(background, /\b(?:they|their|them|these|those)\b/iu.test(ask));
	if (!known) return ask;
	const of = known.object ?? anchor(known.text);
	const whose = ask.replace(
		/\b(?:its|their)\s+((?:[\p{L}\p{N}_-]+\s+){0,2}?[\p{L}\p{N}_-]+)(?=$|,|\s+(?:of|in|on|for|and|is|are|was|were|do|does|did|can|work|with|when|during|after|before)\b)/giu,
		(_all, noun: string) => `the ${noun} of ${of}`,
	);
	const tokens = tokensOf(whose);
	let out = "";
	let from = 0;
	for (const [at, token] of tokens.entries()) {
		const text = replacement(
			tokens.map(({ lower }) => lower),
			at,
			of,
		);
		if (text === undefined) continue;
		out += whose.slice(from, token.start) + text;
		from = token.end;
	}
	return out + whose.slice(from);
}

/** `the default port of PostgreSQL`: what a second question goes on about is PostgreSQL. */
function anchor(text: string): string {
	const [, head = "", name] = /^(\P{Lu}+?)\s(?:of|for)\s((?:the\s)?["“\p{Lu}].+)$/u.exec(text) ?? [];
	return name && isPlural(head) !== true ? name : text;
}

function replacement(words: readonly string[], at: number, topic: string): string | undefined {
	const [before = "", word = "", next = ""] = [words[at - 1], words[at], words[at + 1]];
	// A word that stands for a thing of the question's own: `what does PostgreSQL do when it crashes`.
	const ownSubject = words.slice(0, at).some((one, place) => conjunctions.has(one) && place > 0);
	switch (word) {
		case "it":
			return ownSubject || before === "do" || empty.test(next) || (empty.test(words[at + 2] ?? "") && next !== "")
				? undefined
				: topic;
		case "they":
		case "them":
			return ownSubject ? undefined : topic;
		case "each":
		case "either":
			return next === "" || auxiliaries.has(next) || next === "be" || next === "one" || baseOfParticiple(next)
				? `each of ${topic}`
				: undefined;
		case "this":
		case "that":
		case "these":
		case "those":
			return (next === "" || auxiliaries.has(next) || prepositions.has(next)) &&
				(auxiliaries.has(before) || prepositions.has(before))
				? topic
				: undefined;
		default:
			return undefined;
	}
}

/**
 * The last thing that a background names: what `it` in the question after it stands for. Only names and terms that no
 * dictionary has are sure enough; undefined when there is none.
 */
export function antecedentIn(background: string, plural: boolean): Topic | undefined {
	const tokens = tokensOf(background);
	let best: string | undefined;
	for (let at = 0; at < tokens.length; at++) {
		const start = at;
		while (at < tokens.length && isThing(tokens[at]?.lower ?? "", tokens[at]?.fixed ?? false)) {
			at++;
			if (tokens[at - 1]?.after) break;
		}
		const phrase = written(background, tokens, start, at);
		const number = isPlural(phrase);
		const sure = tokens
			.slice(start, at)
			.some(({ lower, fixed }, place) => (fixed ? start + place > 0 : usageless(lower)));
		if (phrase !== "" && /\p{L}{2}/u.test(phrase) && sure && !(plural && number === false)) best = phrase;
		if (at > start) at--;
	}
	return best === undefined ? undefined : { text: best, plural, kind: "thing" };
}

function usageless(lower: string): boolean {
	const { noun, verb, adjective, adverb } = usageOf(singularOf(lower));
	return noun + verb + adjective + adverb === 0;
}

function isThing(lower: string, fixed: boolean): boolean {
	if (/^[\d.,]+$/.test(lower)) return false;
	if (fixed && !/^(?:i|we|my|our)$/.test(lower)) return true;
	const small =
		determiners.has(lower) ||
		prepositions.has(lower) ||
		conjunctions.has(lower) ||
		whWords.has(lower) ||
		auxiliaries.has(lower);
	return (
		!small &&
		!/^(?:i|we|you|they|he|she|it|be|been|not|very|too|also|just|now|then|there|here|lot|way|thing|things|problem|problems|issue|time|day|days|year|years)$/.test(
			lower,
		) &&
		!/(?:ly|ing|ed)$/.test(lower) &&
		verbness(lower) < 0.5 &&
		/^\p{L}/u.test(lower)
	);
}
