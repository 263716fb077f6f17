import type { Queries, RewriteInput } from "../../reasoner.ts";
import { keywords } from "../language/words.ts";
import { namesIn, withParts } from "../names.ts";
import { analysisOf } from "../question/analysis.ts";
import { stillOpen } from "./still-open.ts";
import { wordingsForWeb } from "./web-queries.ts";

/** Searches of one turn, at most; a hop searches each of its names once. */
const queriesMax = 3;
const hopQueriesMax = 9;
/** A question longer than this is a brief: its whole text finds more than any part. Characters. */
const longFrom = 320;
const feedbackPages = 3;
/** Names looked up by title in one turn, at most. */
const titlesMax = 24;

/** METHOD §4.1: a sub-question in other wordings, new ones where it was searched before, and the names to look up by title. */
export function rewriteQuery(input: RewriteInput): Queries {
	const { subQuestion, purpose, tried, web } = input;
	const brief = !web && isBrief(input);
	const wordings = (web ? wordingsForWeb(input) : brief ? forBrief(input) : wordingsOf[purpose](input))
		.map((one) => one.replace(/\s+/gu, " ").trim())
		.filter((one) => one !== "");
	const unique = [...new Set(wordings)];
	const fresh = unique.filter((one) => !tried.includes(one));
	const names = [...subQuestion.focus, ...(purpose === "hop" ? [] : namesIn(subQuestion.text))];
	return {
		// A hop, and a brief, search the question itself again on purpose: what it finds is weighed anew beside the other queries.
		queries:
			(purpose === "hop" && !web) || brief
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
	/** As it stands; of an open question, which is often longer than its parts, also the whole, which the index weighs best. */
	cover: ({ question, subQuestion, route, tried }) => {
		const bare = withTopic(keywords(subQuestion.text), topicOf(subQuestion, route));
		if (route.shape === "lookup")
			return tried.includes(subQuestion.text) ? [subQuestion.text, bare] : [subQuestion.text];
		return [subQuestion.text, question, bare];
	},
	/** The question again, and each bridging name beside what is still open: many searches, of which the best pages are read. */
	hop: (input) => {
		const { subQuestion, question, route } = input;
		const lookup = route.shape === "lookup";
		const beside = (lookup ? stillOpen(input) : topicOf(subQuestion, route)).join(" ");
		return [lookup ? question : subQuestion.text, ...subQuestion.focus.map((name) => `${name} ${beside}`)];
	},
	/** A finding's own words with those that dissent and exceptions are written in, in English. */
	challenge: ({ question, subQuestion, route, challenge }) => {
		const topic = topicOf(subQuestion, route);
		const finding = withTopic(keywords(challenge?.text ?? subQuestion.text).slice(0, 12), topic);
		if (analysisOf(question, route).language !== "en") return [finding];
		return [
			`${finding} however contrary incorrect disputed`,
			`${withTopic(keywords(subQuestion.text), topic)} except unless exception does not`,
		];
	},
	/** METHOD §7's tiers: simpler keywords, comparator wording, paper-oriented terms, a named source. Each keeps the topic. */
	recover: ({ subQuestion, route, tier, read }) => {
		const words = keywords(subQuestion.text);
		const topic = topicOf(subQuestion, route);
		const telling = words.filter((word) => word.length > 3);
		const named = read.slice(0, 2).map(({ title }) => withTopic([title, ...telling.slice(0, 3)], topic));
		const tiers = [
			[withTopic(telling.slice(-3), topic), withTopic(telling.slice(0, 3), topic)],
			[`${withTopic(words, topic)} compared with difference`],
			[`${withTopic(words, topic)} study results evidence`, `${withTopic(words, topic)} definition reference`],
		];
		return tiers[tier - 1] ?? [...namesIn(subQuestion.text), ...named];
	},
};

/** What every search must speak of: the sub-question's subject, else the question's, else the names in it. */
function topicOf(subQuestion: RewriteInput["subQuestion"], route: RewriteInput["route"]): string[] {
	if (subQuestion.subject !== undefined) return [subQuestion.subject];
	return route.subjects.length > 0 ? route.subjects.slice(0, 2) : namesIn(subQuestion.text).slice(0, 2);
}

function withTopic(words: readonly string[], topic: readonly string[]): string {
	const held = words.join(" ").toLowerCase();
	const missing = topic.filter((name) => !keywords(name).every((word) => held.includes(word)));
	return [...missing, ...words].join(" ");
}
