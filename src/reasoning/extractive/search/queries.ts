import type { Queries, RewriteInput } from "../../reasoner.ts";
import { namesIn, withParts } from "../../text/names.ts";
import { keywords } from "../../text/words.ts";
import { analysisOf } from "../question/analysis.ts";
import { stillOpen, topicOf } from "./matter.ts";
import { forWeb } from "./web-queries.ts";

/** Searches of one turn, at most; a hop searches each of its names once. */
const queriesMax = 3;
const hopQueriesMax = 9;
/** Names looked up by title in one turn, at most. */
const titlesMax = 24;
/** A question longer than this is a brief: its whole text finds more than any part. Characters. */
const longFrom = 320;
/** Pages whose titles are searched beside a brief. */
const feedbackPages = 3;

/** METHOD §4.1: a sub-question in other wordings, new ones where it was searched before, and the names to look up by title. */
export function rewriteQuery(input: RewriteInput): Queries {
	const { subQuestion, purpose, tried, web } = input;
	const brief = !web && isBrief(input);
	const wordings = web ? forWeb(input) : brief ? forBrief(input) : wordingsOf[purpose](input);
	const unique = [...new Set(wordings.map((one) => one.replace(/\s+/gu, " ").trim()))].filter((one) => one !== "");
	const fresh = unique.filter((one) => !tried.includes(one));
	const names = [...subQuestion.focus, ...(purpose === "hop" ? [] : namesIn(subQuestion.text))];
	return {
		// A hop, and a brief, search the question itself again on purpose: what it finds is weighed anew beside the other queries.
		queries:
			!web && (brief || purpose === "hop")
				? unique.slice(0, hopQueriesMax)
				: (fresh.length > 0 ? fresh : unique).slice(0, queriesMax),
		titles: [...new Set(names.flatMap(withParts))].slice(0, titlesMax),
	};
}

function isBrief({ question, purpose, route, subQuestion }: RewriteInput): boolean {
	const planned = purpose === "cover" || purpose === "recover";
	return planned && route.shape !== "lookup" && question.length > longFrom && subQuestion.stance === "supporting";
}

/** The brief as it stands, then beside the titles of what it found first (relevance feedback: Rocchio, 1971), fused by rank. */
function forBrief({ question, read }: RewriteInput): string[] {
	return [question, ...read.slice(0, feedbackPages).map(({ title }) => title)];
}

/** For folders: their index weighs every word by how rare it is, so a query may be long. */
const wordingsOf: Record<RewriteInput["purpose"], (input: RewriteInput) => string[]> = {
	/** As it stands; of an open question, whose parts are often worded less well, also the whole. */
	cover: (input) => {
		const { question, subQuestion, route, tried } = input;
		const again = route.shape !== "lookup" || tried.includes(subQuestion.text);
		const whole = route.shape === "lookup" ? [] : [question];
		return again ? [subQuestion.text, ...whole, aboutTopic(input, keywords(subQuestion.text))] : [subQuestion.text];
	},
	/** The question again, and each bridging name beside what is still open: many searches, of which the best pages are read. */
	hop: (input) => {
		const { subQuestion, question, route } = input;
		const lookup = route.shape === "lookup";
		const beside = lookup ? stillOpen(input).join(" ") : topicOf(input);
		return [lookup ? question : subQuestion.text, ...subQuestion.focus.map((name) => `${name} ${beside}`)];
	},
	/** A finding's own words with those that dissent and exceptions are written in, in English. */
	challenge: (input) => {
		const finding = aboutTopic(input, keywords(input.challenge?.text ?? input.subQuestion.text).slice(0, 12));
		if (analysisOf(input.question, input.route).language !== "en") return [finding];
		const asked = aboutTopic(input, keywords(input.subQuestion.text));
		return [`${finding} however contrary incorrect disputed`, `${asked} except unless exception does not`];
	},
	/** METHOD §7's tiers: simpler keywords, comparator wording, paper-oriented terms, a named source. Each keeps the topic. */
	recover: (input) => {
		const words = keywords(input.subQuestion.text);
		const telling = words.filter((word) => word.length > 3);
		const all = aboutTopic(input, words);
		const tiers = [
			[aboutTopic(input, telling.slice(-3)), aboutTopic(input, telling.slice(0, 3))],
			[`${all} compared with difference`],
			[`${all} study results evidence`, `${all} definition reference`],
		];
		const named = input.read.slice(0, 2).map(({ title }) => aboutTopic(input, [title, ...telling.slice(0, 3)]));
		return tiers[input.tier - 1] ?? [...namesIn(input.subQuestion.text), ...named];
	},
};

function aboutTopic(input: RewriteInput, words: readonly string[]): string {
	const held = words.join(" ").toLowerCase();
	const topic = topicOf(input);
	return [...(keywords(topic).every((word) => held.includes(word)) ? [] : [topic]), ...words].join(" ");
}
