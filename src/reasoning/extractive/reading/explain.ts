import type { ExtractInput } from "../../reasoner.ts";
import { plainTitle } from "../language/resolve.ts";
import { contentStems } from "../language/words.ts";
import { knownAbout } from "../planning/subject.ts";
import { type Aim, aimOf, cueOf } from "./aim.ts";
import type { Candidate } from "./candidates.ts";
import type { Placed } from "./context.ts";
import { endingIn, tellsOfEnding } from "./ended.ts";
import { afterTopic, namedIn, type Topic, topicsFor, withAliases } from "./topical.ts";

/** How an explanatory sub-question reads a page. */
export interface Explaining {
	aim: Aim;
	topics: readonly Topic[];
	/** Stems of what is asked of the topic: `decid`, `vacuum`, `tabl`. */
	asked: readonly string[];
	/** Of them the stems that ask why it was withdrawn, stopped or the like: any word for that holds them. */
	ending: readonly string[];
	/** How much the page's title is the topic, 0–1. */
	titled: number;
	/** Whether the page's text speaks of the topic more than by the way. */
	spoken: boolean;
	/** The page's sentences, for what stands before a span. */
	all: readonly Placed[];
	/** Each heading's share of the topic, and of what is asked. */
	headings: Map<string, { topic: number; asked: number }>;
}

/** What a span is worth as an explanation, part by part, each 0–1. */
interface Worth {
	topic: number;
	asked: number;
	cue: number;
}

/** What it is worth where the topic is named; a sentence that names it in a section or page about it is worth the most. */
const inSentence = 0.85;
const inTerm = 0.95;
const inHeading = 0.9;
const inParagraph = 0.75;
const inOuterHeading = 0.7;
const inTitle = 0.75;
const inPage = 0.5;
const together = 0.15;
/** Sentences back that a paragraph's topic reaches, and mentions that make a page speak of the topic. */
const reach = 4;
const mentionsAtLeast = 2;
/** An asked word that stands only above the sentence. */
const above = 0.5;

/** Words of a question that no answer repeats. */
const empty = new Set(
	contentStems(
		"work works function happen happens do main best limits limit drawbacks drawback characteristics problems problem cause causes use used practice alternatives connection exist fail explain describe disputed mean risk risks cost costs price danger exceptions problem downside disadvantages weaknesses possible pitfalls overhead trade-offs",
	),
);

/** How this sub-question reads this page; undefined when it does not ask for an explanation, or nothing is named. */
export function explaining(input: ExtractInput, all: readonly Placed[]): Explaining | undefined {
	// Whatever is known of a thing is told by any sentence about it, not by one that explains.
	if (input.route.shape !== "synthesis" || knownAbout.test(input.subQuestion.text)) return undefined;
	const { page, subQuestion, route } = input;
	const topics = topicsFor(route, subQuestion).map((topic) => withAliases(topic, `${page.title}\n${page.text}`));
	if (topics.length === 0) return undefined;
	const named = new Set([
		...topics.flatMap(({ words }) => words.map(({ stem }) => stem)),
		...route.subjects.flatMap((subject) => contentStems(subject)),
		// `in PostgreSQL` says where, not what.
		...contentStems(/\s(?:in|of|with)\s((?:the\s)?\p{Lu}[\p{L}\d.-]*)[\s?.]*$/u.exec(subQuestion.text)?.[1] ?? ""),
	]);
	const asked = contentStems(subQuestion.text).filter((stem) => !named.has(stem) && !empty.has(stem));
	const title = plainTitle(page.title);
	const titled = namedIn(topics, title);
	return {
		aim: aimOf(subQuestion),
		topics,
		asked,
		ending: endingIn(asked, subQuestion.text),
		titled,
		spoken: isSpokenOf(topics, all),
		all,
		headings: new Map(),
	};
}

function isSpokenOf(topics: readonly Topic[], all: readonly Placed[]): boolean {
	let mentions = 0;
	for (const { sentence } of all)
		if (namedIn(topics, sentence.text) === 1 && ++mentions >= mentionsAtLeast) return true;
	return false;
}

function shareOf({ asked, ending }: Pick<Explaining, "asked" | "ending">, text: string): number {
	if (asked.length === 0) return 0;
	const stems = new Set(contentStems(text));
	const ended = ending.length > 0 && tellsOfEnding(text);
	return asked.filter((stem) => stems.has(stem) || (ended && ending.includes(stem))).length / asked.length;
}

function headingOf(how: Explaining, heading: string): { topic: number; asked: number } {
	const known = how.headings.get(heading);
	if (known) return known;
	const made = { topic: namedIn(how.topics, heading), asked: shareOf(how, heading) };
	how.headings.set(heading, made);
	return made;
}

/** What a span is worth as an explanation. */
function worthOf({ quote, scored }: Candidate, how: Explaining): Worth {
	const { placed } = scored;
	const heads = placed.above.map((each) => headingOf(how, each));
	const inner = heads.at(-1) ?? { topic: 0, asked: 0 };
	const outer = Math.max(0, ...heads.slice(0, -1).map(({ topic }) => topic));
	const term = namedIn(how.topics, placed.term ?? "");
	const around = Math.max(
		inTerm * term,
		inHeading * inner.topic,
		inOuterHeading * outer,
		inTitle * how.titled,
		how.spoken ? inPage : 0,
	);
	const here = namedIn(how.topics, quote);
	const before = here < 1 ? namedBefore(placed, how) : 0;
	const topic = Math.min(
		1,
		Math.max(inSentence * here, inParagraph * before, around) + (here > 0 ? together * around * here : 0),
	);
	const own = shareOf(how, quote);
	const context = Math.max(inner.asked, endedBefore(placed, how));
	const asked = how.asked.length === 0 ? 0.5 : Math.min(1, own + above * Math.min(1 - own, context));
	return { topic, asked, cue: cueFor(placed, quote, how, term) };
}

/** Why something ended is told right after that it did, in words of its own. */
function endedBefore({ order }: Placed, how: Explaining): number {
	if (how.ending.length === 0) return 0;
	const before = how.all.slice(Math.max(0, order - endedReach), order);
	const tells = before.some(({ sentence }) => tellsOfEnding(sentence.text) && namedIn(how.topics, sentence.text) > 0);
	return tells ? how.ending.length / how.asked.length : 0;
}
const endedReach = 2;
/** How much standing there looks like the reason. */
const afterEnding = 0.5;

/** How much of the topic the sentences before, in the same paragraph, name. */
function namedBefore({ order, sentence }: Placed, how: Explaining): number {
	let best = 0;
	for (let at = order - 1; at >= order - reach && best < 1; at--) {
		const before = how.all[at]?.sentence;
		if (!before || before.block !== sentence.block) break;
		best = Math.max(best, namedIn(how.topics, before.text));
	}
	return best;
}

function cueFor(placed: Placed, quote: string, how: Explaining, term: number): number {
	if (how.aim !== "definition") {
		const cue = cueOf(how.aim, quote, afterTopic(how.topics, quote));
		return endedBefore(placed, how) > 0 ? Math.max(cue, afterEnding) : cue;
	}
	// A glossary's entry: the first sentence under the term tells what it is.
	if (term === 1 && placed.opensTerm && /^(?:An?|The|One|Any)\s/.test(quote)) return 1;
	return definitionCue(how.topics, quote);
}

/** 0–1: how much a sentence looks like the definition of a topic: `X is a …`, `X (Y) …`, `… called X`, `X: A …`. */
export function definitionCue(topics: readonly Topic[], text: string): number {
	const bare = text.replace(/[“”‘’"[\]]/g, "");
	const entry = /^([^:.;]{2,60}): (?:An?|The|One of|Any) /u.exec(bare)?.[1];
	if (entry && namedIn(topics, entry) === 1) return 1;
	const rest = afterTopic(topics, bare);
	const opened =
		cueOf("definition", bare, rest) - perExtraWord * (rest === undefined ? 0 : extraWords(topics, bare, rest));
	return Math.max(opened, isIntroduced(topics, bare) ? introduced : 0);
}

/** Words of a subject beyond the topic's own: `The CHECKPOINT command is …` speaks of a command. */
function extraWords(topics: readonly Topic[], text: string, rest: string): number {
	const subject = contentStems(text.slice(0, text.length - rest.length)).length;
	return Math.max(0, subject - Math.max(...topics.map(({ words }) => words.length)));
}
const perExtraWord = 0.15;

/** `a feature called X, whose …`; `uses multiversion concurrency control (MVCC)`. */
function isIntroduced(topics: readonly Topic[], text: string): boolean {
	const called = /\b(?:called|known as|named|termed)\s([^,;.]{2,50})/iu.exec(text)?.[1];
	const short = /\b(?:uses?|has|have|provides?|supports?|offers?|called)\s[^.;]{2,80}\(([^()]{2,40})\)/iu.exec(
		text,
	)?.[1];
	return [called, short].some((each) => each && namedIn(topics, each) === 1);
}
const introduced = 0.9;

/** What each part counts, without and with a reading by meaning; each sums to 1. */
const byWords = { topic: 0.28, asked: 0.22, cue: 0.22, passage: 0.16, terms: 0.12, meaning: 0 };
const byMeaning = { topic: 0.2, asked: 0.16, cue: 0.2, passage: 0.1, terms: 0.1, meaning: 0.24 };
/** Cosines of a question and a sentence below the first mean nothing, and hardly any lies above the second. */
const meaningFrom = 0.2;
const meaningTo = 0.75;

/** How well a span explains, 0–1, and whether it may count as direct: under the topic's name, and a limit where limits are asked. */
export interface Explained {
	score: number;
	fits: boolean;
}
const topicAtLeast = 0.5;
/** What a setting's explanation is worth where a thing is to be explained. */
const settingShare = 0.85;
const limitAtLeast = 0.5;
const topicAlone = 0.85;
const passageAlone = 0.3;
const cosineAlone = 0.5;

/** `passage` is how well the search ranked the passage around it (1: best), `cosine` its nearness to the question. */
export function explanationScore(candidate: Candidate, how: Explaining, passage: number, cosine?: number): Explained {
	const { topic, asked, cue } = worthOf(candidate, how);
	const weights = cosine === undefined ? byWords : byMeaning;
	const meaning = Math.min(1, Math.max(0, ((cosine ?? 0) - meaningFrom) / (meaningTo - meaningFrom)));
	const { term } = candidate.scored.placed;
	const setting = how.aim !== "definition" && term && namedIn(how.topics, term) < 1 ? settingShare : 1;
	const score =
		setting *
		(weights.topic * topic +
			weights.asked * asked * topic +
			weights.cue * cue * topic +
			weights.passage * Math.sqrt(passage) +
			weights.terms * candidate.scored.whole +
			weights.meaning * meaning);
	// Of what is asked of the topic something must be there, unless the search or the meaning vouches for it.
	// Why it ended is told beside that it did: no praise of the thing is a reason.
	const answers =
		asked > 0 ||
		(how.ending.length === 0 && topic >= topicAlone && (passage >= passageAlone || (cosine ?? 0) >= cosineAlone));
	return { score, fits: topic >= topicAtLeast && answers && (how.aim !== "limits" || cue >= limitAtLeast) };
}

const settling =
	/^(?:The |An? )?([^,;:]{3,60}?) (?:is|are) (?:then )?(?:defined|calculated|computed|given) (?:as|by)\b/u;

/** Whether a sentence gives the formula or meaning of what the sentence before it names: the two are one thought. */
export function settles(quote: string, before: string): boolean {
	const subject = contentStems(settling.exec(quote)?.[1] ?? "");
	const named = new Set(contentStems(before));
	return subject.length > 0 && subject.every((stem) => named.has(stem));
}
