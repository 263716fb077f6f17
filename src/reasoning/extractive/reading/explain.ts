import type { ExtractInput } from "../../reasoner.ts";
import { plainTitle } from "../language/resolve.ts";
import { contentStems } from "../language/words.ts";
import { type Aim, aimOf, cueOf } from "./aim.ts";
import type { Candidate } from "./candidates.ts";
import type { Placed } from "./context.ts";
import { afterTopic, namedIn, type Topic, topicsFor, withAliases } from "./topical.ts";

/** How an explanatory sub-question reads a page. */
export interface Explaining {
	aim: Aim;
	topics: readonly Topic[];
	/** Stems of what is asked of the topic: `decid`, `vacuum`, `tabl`. */
	asked: readonly string[];
	/** How much the page's title is the topic, 0–1. */
	titled: number;
	/** Each heading's share of the topic, and of what is asked. */
	headings: Map<string, { topic: number; asked: number }>;
}

/** What a span is worth as an explanation, part by part, each 0–1. */
interface Worth {
	topic: number;
	asked: number;
	cue: number;
}

/** What the topic's name above a sentence is worth, beside the sentence's own. */
const inTerm = 0.95;
const inHeading = 0.85;
const inOuterHeading = 0.7;
const inTitle = 0.75;
/** An asked word that stands only above the sentence. */
const above = 0.5;

/** Words of a question that no answer repeats. */
const empty = new Set(
	contentStems(
		"work works function happen happens do main best limits limit drawbacks drawback characteristics problems problem cause causes use used practice alternatives connection exist fail explain describe disputed mean",
	),
);

/** How this sub-question reads this page; undefined when it does not ask for an explanation, or nothing is named. */
export function explaining(input: ExtractInput): Explaining | undefined {
	if (input.route.shape !== "synthesis") return undefined;
	const { page, subQuestion, route } = input;
	const topics = topicsFor(route, subQuestion).map((topic) => withAliases(topic, `${page.title}\n${page.text}`));
	if (topics.length === 0) return undefined;
	const named = new Set([
		...topics.flatMap(({ words }) => words.map(({ stem }) => stem)),
		...route.subjects.flatMap((subject) => contentStems(subject)),
	]);
	const asked = contentStems(subQuestion.text).filter((stem) => !named.has(stem) && !empty.has(stem));
	const title = plainTitle(page.title);
	const titled = namedIn(topics, title);
	return { aim: aimOf(subQuestion), topics, asked, titled, headings: new Map() };
}

function shareOf(asked: readonly string[], text: string): number {
	if (asked.length === 0) return 0;
	const stems = new Set(contentStems(text));
	return asked.filter((stem) => stems.has(stem)).length / asked.length;
}

function headingOf(how: Explaining, heading: string): { topic: number; asked: number } {
	const known = how.headings.get(heading);
	if (known) return known;
	const made = { topic: namedIn(how.topics, heading), asked: shareOf(how.asked, heading) };
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
	const topic = Math.max(
		namedIn(how.topics, quote),
		inTerm * term,
		inHeading * inner.topic,
		inOuterHeading * outer,
		inTitle * how.titled,
	);
	const own = shareOf(how.asked, quote);
	const asked = how.asked.length === 0 ? 0.5 : Math.min(1, own + above * Math.min(1 - own, inner.asked));
	return { topic, asked, cue: cueFor(placed, quote, how, term) };
}

function cueFor(placed: Placed, quote: string, how: Explaining, term: number): number {
	if (how.aim !== "definition") return cueOf(how.aim, quote, undefined);
	// A glossary's entry: the first sentence under the term tells what it is.
	if (term === 1 && placed.opensTerm && /^(?:An?|The|One|Any)\s/.test(quote)) return 1;
	return definitionCue(how.topics, quote);
}

/** 0–1: how much a sentence looks like the definition of a topic: `X is a …`, `X (Y) …`, `… called X`, `X: A …`. */
export function definitionCue(topics: readonly Topic[], text: string): number {
	const bare = text.replace(/[“”‘’"[\]]/g, "");
	const entry = /^([^:.;]{2,60}): (?:An?|The|One of|Any) /u.exec(bare)?.[1];
	if (entry && namedIn(topics, entry) === 1) return 1;
	const opened = cueOf("definition", bare, afterTopic(topics, bare));
	const called = /\b(?:called|known as|named|termed)\s([^,;.]{2,50})/iu.exec(bare)?.[1];
	const introduced = /\(([^()]{2,40})\)/u.exec(bare)?.[1];
	const names = [called, introduced].some((each) => each && namedIn(topics, each) === 1);
	return Math.max(opened, names ? 0.8 : 0);
}

/** What each part counts, without and with a reading by meaning; each sums to 1. */
const byWords = { topic: 0.28, asked: 0.22, cue: 0.22, passage: 0.16, terms: 0.12, meaning: 0 };
const byMeaning = { topic: 0.2, asked: 0.14, cue: 0.16, passage: 0.08, terms: 0.08, meaning: 0.34 };
/** Cosines of a question and a sentence below the first mean nothing, and hardly any lies above the second. */
const meaningFrom = 0.2;
const meaningTo = 0.75;

/** 0–1. `passage` is how well the search ranked the passage around it (1: best), `cosine` its nearness to the question. */
export function explanationScore(
	candidate: Candidate,
	how: Explaining,
	passage: number,
	cosine?: number,
): { score: number; topic: number } {
	const { topic, asked, cue } = worthOf(candidate, how);
	const weights = cosine === undefined ? byWords : byMeaning;
	const meaning = Math.min(1, Math.max(0, ((cosine ?? 0) - meaningFrom) / (meaningTo - meaningFrom)));
	const score =
		weights.topic * topic +
		weights.asked * asked * topic +
		weights.cue * cue * topic +
		weights.passage * Math.sqrt(passage) +
		weights.terms * candidate.scored.whole +
		weights.meaning * meaning;
	return { score, topic };
}
