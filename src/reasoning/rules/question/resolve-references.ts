import { type Clause, clauseTopic, innerQuestion, parseClause } from "./clause.ts";
import { comparedSides } from "./compared-sides.ts";
import { backReference, isPlural, joinWithAnd, withoutArticle } from "./phrases.ts";

/** What the pronouns of a later ask mean. */
interface Referents {
	topic: string;
	/** Of a question for a person: who that is. Otherwise the topic. */
	person: string;
	/** `the tool that shows the disks`, of `Which tool shows the disks`. */
	described?: string | undefined;
	/** What the first ask asks for: `tool`. */
	noun: string;
}

/** Makes each ask readable alone: `what are its limits` → `what are autovacuum's limits`. English. */
export function resolveReferences([first, ...later]: readonly string[], background: string): string[] {
	if (first === undefined) return [];
	if (backReference.test(first) && background !== "") return [first, ...later].map((one) => `${background} ${one}`);
	const clause = parseClause(innerQuestion(first) ?? first);
	const sides = comparedSides(first, clause);
	const named = clause && clauseTopic(clause);
	const topic = sides && !sides.choice ? `${joinWithAnd(sides.names)} ${sides.context}`.trim() : named;
	if (!clause || topic === undefined) return [first, ...later];
	const referents = { topic, ...describedIn(clause, topic) };
	return [first, ...later.map((one) => resolveIn(withPhraseOf(one, first), referents))];
}

function describedIn({ wh, noun, aux, subject, verb, rest }: Clause, topic: string): Omit<Referents, "topic"> {
	const predicate = [aux, verb, rest].filter((one) => one !== "").join(" ");
	const isSubject = subject === "" && verb !== "";
	return {
		person: wh === "who" && subject === "" ? `the person who ${predicate}` : topic,
		...(noun !== "" && isSubject && /^(?:which|what)$/u.test(wh) ? { described: `the ${noun} that ${predicate}` } : {}),
		noun: withoutArticle(noun),
	};
}

/** `How large is that bay` after `… in the bay where basil grows`: the phrase instead of its short form. */
function withPhraseOf(ask: string, first: string): string {
	return ask.replace(/\b(?:that|this|these|those)\s+(\p{Ll}+)(?=$|[\s,])/giu, (short, noun: string) => {
		const phrase = new RegExp(
			`\\bthe\\s+(?:\\p{L}+\\s+)?${noun}\\s+(?:of|that|which|where|who|in|with|on|at)\\s.*$`,
			"iu",
		).exec(first);
		return phrase?.[0] ?? short;
	});
}

/** Replaces what refers back in an ask. An `it` that only announces what follows (`it takes to …`, `it is true that …`) stays. */
function resolveIn(ask: string, { topic, person, described, noun }: Referents): string {
	// A plural pronoun cannot mean one name: it means other things that the question speaks of, which stay unnamed.
	const isOneName = /^\p{Lu}/u.test(topic) && !isPlural(topic);
	// `Which command starts it, and which one stops it`: the pronoun is no command.
	const isOther = /^which\s+(?:one|\p{L}+)\s/iu.test(ask);
	const meant = (isMany: boolean) => (described && !isOther && isPlural(noun) === isMany ? described : topic);
	const manyStay = isOneName && meant(true) === topic && /\b(?:they|them|their)\b/iu.test(ask);
	if (manyStay) return ask;
	const place = /\s(?:of|in|at|on)\s+(.+)$/iu.exec(topic)?.[1] ?? topic;
	return ask
		.replace(/^which one\b/iu, (one) =>
			noun === "" ? one : isPlural(noun) ? `${one} of the ${noun}` : `which ${noun}`,
		)
		.replace(/^((?:who|what) (?:is|are|was|were) the (?:\p{L}+ )?\p{L}+)$/iu, (own) =>
			topic.split(" ").length > topicWordsMax || /\b(?:each|either)\b/iu.test(own) ? own : `${own} of ${topic}`,
		)
		.replace(/\bits\b/giu, `${meant(false)}'s`)
		.replace(/\btheir\b/giu, `${meant(true)}'s`)
		.replace(/\b(?:he|she|him|her)\b(?!\s+own)/giu, person)
		.replace(/\b(?:each|either)(?=$|\s+(?:is|are|was|were|do|does|be|used)\b)/giu, `each of ${topic}`)
		.replace(/\bthere$/iu, `in ${place}`)
		.replace(/\bit\b(?![^,]*\s(?:to|that)\b)/giu, meant(false))
		.replace(/\b(?:they|them)\b/giu, meant(true));
}
/** A longer topic is not repeated in another ask. Words. */
const topicWordsMax = 8;
