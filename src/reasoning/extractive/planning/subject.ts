import type { Clause } from "./clause.ts";
import {
	anyone,
	auxiliaries,
	conjunctions,
	determiners,
	isPlural,
	prepositions,
	pronouns,
	tokensOf,
	whWords,
	written,
} from "./tokens.ts";
import { baseOfThird, gerundOf, nounness, verbness } from "./verbs.ts";

/** What a question is about. */
export interface Topic {
	/** A noun phrase as it stands in a sentence: `a hash join`, `configuring replication in PostgreSQL`. */
	text: string;
	/** Whether verbs after it take the plural. */
	plural: boolean;
	/** A task is something that somebody does; its `object` is what it is done to. */
	kind: "thing" | "task";
	object?: string | undefined;
}

/** Nouns that ask something of the thing behind them: `limits of X`. */
export const openNouns =
	/^(?:the\s+)?((?:(?:main|key|major|biggest|most important|most common|common|primary|possible|potential|typical|known|different|practical|economic|social|political|environmental|long-term|short-term|historical|basic|real|hidden|performance)\s+)*(?:pros and cons|advantages and disadvantages|strengths and weaknesses|benefits and (?:drawbacks|risks|costs)|costs and benefits|causes and (?:effects|consequences)|advantages?|disadvantages?|benefits?|drawbacks?|downsides?|weaknesses|strengths|costs?|trade-?offs?|implications?|consequences|causes?(?!\s+of\s+death)|effects?|impacts?|influence|challenges|limitations?|limits?|risks?|dangers?|side effects?|uses?|purposes?|role|history|origins?|best practices?|differences?|similarities|distinction|relationship|problems?|issues|importance|significance|meaning|evolution|development|future|state of the art|alternatives|reasons?|arguments|evidence|features|characteristics|properties|principles|mechanism|mechanisms|components|overview|concept|idea|basics))\s+(?:for and against|of|for|in|with|between|to|behind|on|against|about)\s+(.+)$/iu;

const taskNouns =
	/^(?:the\s+)?(?:(?:best|fastest|easiest|right|proper|recommended|simplest|safest|most \p{L}+|only|cheapest|correct|standard|usual)\s+)*(?:ways?|methods?|approach(?:es)?|steps|process|procedure|practices?|strategy|strategies)\s+(?:to|of|for)\s+(.+)$/iu;

/** Whatever there is about a thing, and no one value of it: `what is known about X`. */
export const knownAbout =
	/^what (?:else )?(?:is|was|has been|have (?:we|you|they|people|studies|researchers)|do (?:we|you|they|people|studies|researchers)|can you)\s+(?:(?:now|already|so far|currently|generally|been|there to be) )*(?:known?|said|say|reported?|written|found(?: out)?|told|tell(?: me| us)?|understood|published|discovered|learnt|learned)(?: so far)? (?:about|on|of|concerning|regarding)\s+(.+?)\??$/iu;

/** `ask` is an `Ask` of asks.ts, as far as it counts here. */
export function topicOfAsk(ask: {
	kind: string;
	text: string;
	object: string;
	clause?: Clause | undefined;
}): Topic | undefined {
	const known = knownAbout.exec(ask.text)?.[1];
	if (known) return ofPhrase(known);
	if (ask.clause) return ofClause(ask.clause);
	if (ask.kind === "statement" || ask.kind === "question") return undefined;
	if (ask.kind === "list") return thing(listed(ask.object));
	if (ask.kind === "compare") return thing(compared(ask.object));
	const task = /^how to (.+)$/iu.exec(ask.object)?.[1];
	return task ? doing(task) : ofPhrase(ask.object);
}

/** The list's own noun phrase, without what is asked of its members. */
export function listed(object: string): string {
	return (
		object
			.split(
				/,?\s+(?:and|with|along with|together with|including|as well as)\s+(?=(?:their|its|what|which|how|when|where|who|whether|the)\b)/iu,
			)[0]
			?.replace(/^(?:the|of)\s+/iu, "")
			.trim() ?? object
	);
}

function compared(object: string): string {
	return object
		.replace(
			/\s+(?:by|in terms of|with (?:regard|respect) to|with regards to|regarding|based on|for (?=\p{L}+ing\b)|when|if)\s+.+$/iu,
			"",
		)
		.replace(/\s+(?:to|with|against|versus|vs\.?)\s+/iu, " and ")
		.trim();
}

function ofClause(clause: Clause): Topic | undefined {
	const { wh, aux, subject, verb, rest, noun } = clause;
	const base = verb.toLowerCase();
	if (wh === "how" && base === "to") return doing(rest);
	if (subject === "") {
		// `What causes X`, `Why use X`, `Which factors influence X`.
		if (wh === "why" && aux === "") return ofPhrase(rest);
		if (wh === "what" || (noun !== "" && /s$/.test(noun))) {
			const object = upToClause(rest.replace(/^against\s+/iu, "")).replace(/\s+to\s+.*$/iu, "");
			if (aux === "" && object) return ofPhrase(object);
			return ofPhrase(noun);
		}
		return wh === "who" && aux === "" ? thing(upToClause(rest)) : undefined;
	}
	if (anyone.test(subject))
		return aux === "do" ||
			aux === "can" ||
			aux === "should" ||
			aux === "could" ||
			aux === "does" ||
			aux === "would" ||
			aux === "must"
			? doing(`${verb} ${rest}`.trim())
			: undefined;
	if (pronouns.has(subject.toLowerCase()) || /^there\b/iu.test(subject))
		return upToClause(rest) ? ofPhrase(upToClause(rest)) : undefined;
	return ofPhrase(subject);
}

/** A noun phrase's topic: what stands behind `limits of`, else the phrase without its relative clause. */
function ofPhrase(phrase: string): Topic | undefined {
	const task = taskNouns.exec(phrase)?.[1];
	if (task) return /^\p{L}+ing\b/u.test(task) ? thing(task) : (doing(task) ?? thing(task));
	const [, noun = "", of] = openNouns.exec(phrase) ?? [];
	// `the impact of A on B`, `the advantages of A over B`: about A.
	const inner = /(?:effects?|impacts?|influence|advantages?|benefits?|evidence|arguments)$/iu.test(noun)
		? of?.replace(/\s+(?:on|upon|over|against)\s+.+$/iu, "")
		: of;
	if (inner) return /^\p{L}+ing\s/u.test(inner) ? thing(upToClause(inner)) : ofPhrase(inner);
	return thing(upToClause(phrase));
}

/** The words before a relative or other clause. */
function upToClause(phrase: string): string {
	const tokens = tokensOf(phrase);
	const cut = tokens.findIndex(
		({ lower, fixed }, at) =>
			at > 0 &&
			!fixed &&
			(whWords.has(lower) ||
				auxiliaries.has(lower) ||
				/^(?:that|when|while|if|because|so|whether|during|after|before|since|until|despite|without|using)$/.test(
					lower,
				)),
	);
	return cut < 0 ? phrase : written(phrase, tokens, 0, cut).replace(/\s+(?:in|of|by|on|at|for|from|with)$/iu, "");
}

/** `vaccines and autism`: two things named together, and nothing else. */
export function pairIn(object: string): string | undefined {
	return /^[^,]+\sand\s[^,]+$/iu.test(object) &&
		!openNouns.test(object) &&
		!/\s(?:of|in|for|to|between|with)\s/iu.test(object) &&
		object === object.toLowerCase()
		? object
		: undefined;
}

/** Longer phrases make no clean sentence. Words. */
const longest = 10;

/** The phrase as a topic, when it is one that can stand in a sentence. */
function thing(phrase: string): Topic | undefined {
	const text = decapitalised(phrase.replace(/^(?:both|either)\s+/iu, "").replace(/[\s,;:.]+$/u, ""));
	if (!isNounPhrase(text)) return undefined;
	return { text, plural: isPlural(text) === true, kind: "thing" };
}

/** `configure replication` → `configuring replication`, done to `replication`. */
function doing(task: string): Topic | undefined {
	const tokens = tokensOf(task);
	const [verb, second] = tokens;
	if (
		!verb ||
		verb.fixed ||
		verbness(verb.lower) === 0 ||
		tokens.length > longest + 2 ||
		tokens.some(({ lower, fixed }) => !fixed && pronouns.has(lower) && lower === "it")
	)
		return undefined;
	// `check before upgrading X`: about what comes after.
	const later = /^(?:before|when|after|while)\s+(\p{L}+ing\s.+)$/iu.exec(written(task, tokens, 1))?.[1];
	if (later) return { text: later, plural: false, kind: "task" };
	const particle = second !== undefined && /^(?:up|down|out|off|on|back|over|away)$/.test(second.lower) ? 2 : 1;
	const object = upToClause(written(task, tokens, particle));
	const to = tokens.findIndex(({ lower }, at) => at > 0 && /^(?:when|if|because|while|so)$/.test(lower));
	const whole = to < 0 ? task : written(task, tokens, 0, to);
	const text = `${gerundOf(verb.lower)}${whole.slice(verb.end)}`;
	return { text, plural: false, kind: "task", object: isNounPhrase(object) ? object : undefined };
}

function isNounPhrase(text: string): boolean {
	const tokens = tokensOf(text);
	const [first, last] = [tokens[0], tokens.at(-1)];
	if (!first || !last || tokens.length > longest || !/\p{L}{2}|\p{L}\p{N}|\p{Lu}/u.test(text)) return false;
	if (
		tokens.some(
			({ lower, fixed }) =>
				!fixed &&
				(whWords.has(lower) ||
					auxiliaries.has(lower) ||
					(conjunctions.has(lower) && !/^(?:and|or|but|nor)$/.test(lower))),
		)
	)
		return false;
	if (
		tokens.every(
			({ lower }) => pronouns.has(lower) || determiners.has(lower) || /^(?:things?|stuff|something)$/.test(lower),
		)
	)
		return false;
	if (
		!first.fixed &&
		(prepositions.has(first.lower) ||
			conjunctions.has(first.lower) ||
			(pronouns.has(first.lower) && tokens.length === 1) ||
			/^(?:not|to|than|there)$/.test(first.lower))
	)
		return false;
	if (
		!last.fixed &&
		(prepositions.has(last.lower) || determiners.has(last.lower) || /^(?:and|or|not|very|be|to)$/.test(last.lower))
	)
		return false;
	return (
		first.fixed || determiners.has(first.lower) || nounness(first.lower) > 0.1 || baseOfThird(first.lower) !== undefined
	);
}

/** A leading article is no name's: `The sky` → `the sky`. */
function decapitalised(text: string): string {
	return text.replace(/^(The|A|An)\s(?=\p{Ll})/u, (all) => all.toLowerCase());
}
