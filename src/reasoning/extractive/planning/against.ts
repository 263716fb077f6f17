import { entitiesIn } from "../text/entities.ts";
import { isKnownWord, nounKinds } from "../text/wordnet.ts";
import { keywords } from "../text/words.ts";
import type { Ask } from "./asks.ts";
import type { Clause } from "./clause.ts";
import { indirectOf, nominalOf } from "./nominal.ts";
import { knownAbout, openNouns, pairIn, type Topic } from "./subject.ts";
import {
	anyone,
	asQuestion,
	capitalised,
	conjunctions,
	isPlural,
	prepositions,
	pronouns,
	tokensOf,
	whWords,
} from "./tokens.ts";

/** What kind of thing a topic is, as far as it decides what can be asked of it. */
export type Nature = "work" | "process" | "quality" | "person" | "happening" | "nature";

/** Persons, happenings and natural things have no drawbacks; systems, methods and ideas, and names nobody knows, do. */
export function natureOf(topic: string): Nature {
	const entity = entitiesIn(topic)[0];
	if (entity?.type === "person" && entity.text.length >= topic.replace(/^(?:the|an?)\s+/u, "").length - 1)
		return "person";
	const head =
		topic
			.split(/\s+(?:of|in|for|on|with|between|at|by|from|under|during)\s+/iu)[0]
			?.split(" ")
			.at(-1)
			?.replace(/[^\p{L}]/gu, "") ?? "";
	const lower = head.toLowerCase();
	const singular = isKnownWord(lower) ? lower : lower.replace(/s$/, "");
	if (happenings.test(lower)) return "happening";
	if (/^\p{Lu}/u.test(head) && !isKnownWord(lower)) return "work";
	const [kind] = nounKinds(singular);
	if (kind === "event" || (/^(?:act|time)$/.test(kind ?? "") && /^the\s.*\p{Lu}/u.test(topic) && /^\p{Lu}/u.test(head)))
		return "happening";
	// `Rust` and `Python` with a capital are not what WordNet knows; places, persons and events are.
	if (/^\p{Lu}/u.test(head) && topic.includes(head) && !/^(?:location|person|event|group|object)$/.test(kind ?? ""))
		return "work";
	if (kind === "process" && !topic.includes(" ")) return "process";
	if (kind && /^(?:possession|quantity)$/.test(kind) && isPlural(topic) !== true) return "quality";
	return kind &&
		/^(?:animal|plant|body|location|object|substance|phenomenon|food|feeling|time|person|group)$/.test(kind)
		? "nature"
		: "work";
}

const happenings =
	/^(?:wars?|battles?|revolutions?|cris[ei]s|famines?|plagues?|treat(?:y|ies)|elections?|uprisings?|rebellions?|coups?|invasions?|massacres?|earthquakes?|eruptions?|siege|crusades?|depression)$/;
const settings =
	/\b(?:defaults?|values?|limits?|timeouts?|settings?|parameters?|ports?|maximum|minimum|options?|flags?|versions?|thresholds?|intervals?|size)\b/iu;
const state =
	/^(?:work|function|operate|differ|compare|mean|matter|cost|look|have|need|relate|know|contain|include|consist|depend|refer|do|be|exist|happen|occur|behave|perform|fail)$/;
const weak =
	/\b(?:limit\w*|drawback\w*|disadvantage\w*|downside\w*|weakness\w*|challenge\w*|risk\w*|danger\w*|problem\w*|issue\w*|pitfall\w*|criticism\w*)\b/iu;
const past =
	/^(?:causes?|effects?|impacts?|consequences|history|role|origins?|influence|implications?|significance|evolution|reasons?|importance|meaning|evidence|development|purpose)$/iu;

/** The sub-question that speaks against what was asked, as a person would word it. Always one; keywords where no sentence is sure. */
export function against(asks: readonly Ask[], topic: Topic | undefined, comparing: boolean): string {
	const [first] = asks;
	if (!first) return "";
	const asked = asks.some(({ text }) => weak.test(text));
	if (/^(?:phrase|open)$/.test(first.kind) && !asked) {
		const of = openNouns.exec(first.object)?.[1]?.split(" ").at(-1) ?? "";
		if (past.test(of))
			return asQuestion(
				`what is disputed about ${/^(?:the|an?)\s/iu.test(first.object) ? first.object : `the ${first.object}`}`,
			);
		const pair = first.kind === "phrase" ? pairIn(first.object) : undefined;
		if (pair) return asQuestion(`what is disputed about the link between ${pair}`);
	}
	if (topic && knownAbout.test(first.text)) return asQuestion(`what is disputed about ${topic.text}`);
	const dissent = topic && asksAgainst(first.text) ? againstTopic(topic) : undefined;
	if (dissent) return asQuestion(dissent);
	const own = asked || comparing ? undefined : first.clause && againstClause(first.clause);
	if (own) return asQuestion(own);
	if (topic && asked) return asQuestion(`when can ${topic.text} cause problems`);
	if (topic && comparing) return asQuestion(`what are the limits and drawbacks of ${topic.text}`);
	return topic ? asQuestion(againstTopic(topic)) : inKeywords(first.text);
}

function inKeywords(text: string): string {
	return `${capitalised(keywords(text).slice(0, 8).join(" "))} limits, exceptions, problems`;
}

function againstTopic(topic: Topic): string {
	if (topic.kind === "task") return `what problems can occur when ${topic.text}`;
	const nature = natureOf(topic.text);
	return nature === "work" || nature === "process"
		? `what are the limits and drawbacks of ${topic.text}`
		: `what is disputed about ${topic.text}`;
}

/** Whether a question itself wants what speaks against something, as in `and what speaks against it`. */
export function asksAgainst(text: string): boolean {
	return asksDissent.test(text);
}
const asksDissent = new RegExp(
	[
		"\\bwhat (?:(?:is|was|can be|has been|could be|do \\p{L}+) )?(?:speaks?|argues?|counts?|said|held|saying|say|there) against\\b",
		"\\b(?:arguments?|evidence|case|reasons) (?:(?:is|are|was|were) (?:there|raised|made) )?against\\b",
		"\\b(?:objections to|doubts about|reservations about|criticisms? of)\\b",
		"\\bwho (?:disagrees?|disputes?|doubts?|objects?|contradicts?)\\b",
		"\\bwhat (?:contradicts|refutes|casts? doubt|is disputed|is contested)\\b",
	].join("|"),
	"iu",
);

/** `Rust over C++` → `Rust`. */
function withoutRival(of: string): string {
	return of.replace(/\s+(?:over|on|upon|against|compared (?:to|with))\s+.+$/iu, "");
}

/** How and why questions turn against themselves; undefined when the topic alone is the better ground. */
function againstClause(clause: Clause): string | undefined {
	const { wh, aux, subject, verb, rest, negative } = clause;
	if (wh === "what" && verb === "" && subject !== "") {
		const [, noun = "", of] = openNouns.exec(subject) ?? [];
		if (of && /(?:advantages|benefits|strengths|pros and cons|advantage|benefit)$/iu.test(noun))
			return `what are the limits and drawbacks of ${withoutRival(of)}`;
		return of && past.test(noun.split(" ").at(-1) ?? "") ? `what is disputed about ${subject}` : undefined;
	}
	if (wh === "what" && subject === "" && clause.noun === "") {
		const when = /^happens?$/iu.test(verb) ? /^(?:when|if)\s+(.+)$/iu.exec(rest)?.[1] : undefined;
		if (when) return `what can go wrong when ${when}`;
		return verb === "" || aux !== "" ? undefined : `what is disputed about ${indirectOf(clause)}`;
	}
	if (clause.noun !== "" && subject === "" && rest !== "") return `what is disputed about ${indirectOf(clause)}`;
	if (wh === "why" && negative && /^(?:do|does|can)$/.test(aux) && subject !== "")
		return `when ${aux} ${subject} ${verb}${rest === "" ? "" : ` ${rest}`}`;
	if ((wh !== "how" && wh !== "why") || negative || clause.measure !== "") return undefined;
	if (wh === "why" && aux === "" && rest !== "") return `why not ${verb} ${rest}`;
	if (subject === "" || anyone.test(subject) || pronouns.has(subject.toLowerCase())) return undefined;
	const base = verb.toLowerCase();
	// What holds another clause, or too much, gets clumsy when it is turned round.
	const tokens = tokensOf(rest);
	if (
		tokens.length > 9 ||
		tokens.some(({ lower }) => whWords.has(lower) || (conjunctions.has(lower) && !/^(?:and|or|but)$/.test(lower)))
	)
		return undefined;
	const tail = rest === "" ? "" : ` ${rest}`;
	const whole = () => `what is disputed about ${indirectOf(clause)}`;
	switch (aux) {
		case "do":
		case "does":
			if (wh === "how") return state.test(base) ? undefined : `when ${aux} ${subject} fail to ${verb}${tail}`;
			return base === "be" ? undefined : `when ${aux} ${subject} not ${verb}${tail}`;
		case "did":
		case "was":
		case "were":
		case "has":
		case "have":
		case "had":
			return verb === "" ? undefined : whole();
		case "is":
		case "are":
			if (verb === "") return undefined;
			if (/ing$/.test(base) || prepositions.has(base)) return undefined;
			return wh === "why"
				? `when ${aux} ${subject} not ${verb}${tail}`
				: `what problems can occur when ${subject} ${aux} ${verb}${tail}`;
		case "can":
		case "could":
		case "should":
			return `when ${aux} ${subject} not ${verb}${tail}`;
		default:
			return undefined;
	}
}

/** The check of a single value: whether it is the same everywhere, and whether anybody says otherwise. */
export function againstValue(ask: Ask, values: readonly string[]): string {
	const { clause } = ask;
	if (!clause) return inKeywords(ask.text);
	const { wh, subject, verb, aux, negative } = clause;
	if (wh === "be") {
		const whether = negative ? undefined : nominalOf(clause);
		return whether ? asQuestion(`is it disputed ${whether}`) : inKeywords(ask.text);
	}
	if (/^(?:what|who)$/.test(wh) && verb === "" && subject !== "" && (wh === "what" || /^\p{Lu}/u.test(subject))) {
		if (/\bor\b/u.test(subject) || (/\bwh(?:at|ich|om?)\b[^,]*$/u.test(subject) && aux === ""))
			return inKeywords(ask.text);
		const single = aux === "is" || aux === "was";
		if (wh === "who" && /^\p{Lu}/u.test(subject)) return asQuestion(`do sources disagree about ${subject}`);
		if (settings.test(subject))
			return asQuestion(`${single ? "is" : "are"} ${subject} different or changed in some cases`);
		// What one thing is, is asked of it by its bare name.
		if (values.length === 1 && tokensOf(subject).length <= 4 && !/\s(?:of|in|by)\s/u.test(subject))
			return asQuestion(`what are the limits and exceptions of ${subject}`);
		return asQuestion(`do sources disagree about ${subject}`);
	}
	const indirect = indirectOf(clause);
	return indirect && indirect.length < 220 ? asQuestion(`is it disputed ${indirect}`) : inKeywords(ask.text);
}

/** The check against a table: exceptions to settings and rules, other statements of facts. */
export function checkOf({ about, columns }: { about: string; columns: readonly string[] }): string {
	const many = columns.length > 1 || isPlural(columns[0] ?? "") === true;
	if (settings.test(about)) return asQuestion(`in which cases ${many ? "are" : "is"} ${about} different`);
	return asQuestion(
		natureOf(about) === "work" && !/\bthat\b/u.test(about) && !/\bof\b/u.test(about)
			? `what are the exceptions and limits of ${about}`
			: `do sources disagree about ${about}`,
	);
}
