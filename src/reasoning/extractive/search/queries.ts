import type { Queries, RewriteInput } from "../../reasoner.ts";
import { keywords } from "../language/words.ts";
import { namesIn, withParts } from "../names.ts";
import { stillOpen } from "./still-open.ts";
import { wordingsForWeb } from "./web-queries.ts";

/** Searches of one turn, at most; a hop searches each of its names once. */
const queriesMax = 3;
const hopQueriesMax = 9;
/** Names looked up by title in one turn, at most. */
const titlesMax = 24;

/** METHOD §4.1: a sub-question in other wordings, new ones where it was searched before, and the names to look up by title. */
export function rewriteQuery(input: RewriteInput): Queries {
	const { subQuestion, purpose, tried, web } = input;
	const wordings = (web ? wordingsForWeb(input) : wordingsOf[purpose](input))
		.map((one) => one.replace(/\s+/gu, " ").trim())
		.filter((one) => one !== "");
	const unique = [...new Set(wordings)];
	const fresh = unique.filter((one) => !tried.includes(one));
	const names = [...subQuestion.focus, ...(purpose === "hop" ? [] : namesIn(subQuestion.text))];
	return {
		// A hop asks the question itself again on purpose: what it finds is weighed anew beside the bridging names.
		queries:
			purpose === "hop" && !web
				? unique.slice(0, hopQueriesMax)
				: (fresh.length > 0 ? fresh : unique).slice(0, queriesMax),
		titles: [...new Set(names.flatMap(withParts))].slice(0, titlesMax),
	};
}

const wordingsOf: Record<RewriteInput["purpose"], (input: RewriteInput) => string[]> = {
	cover: forCover,
	hop: forHop,
	challenge: forChallenge,
	recover: forRecovery,
};

/** As it stands; a broad one also by its threads and its bare words. More wordings of a narrow one found less (fewer gold pages in the first five). */
function forCover({ subQuestion, route, tried }: RewriteInput): string[] {
	const bare = withTopic(keywords(subQuestion.text), topicOf(subQuestion, route));
	const broad = route.shape !== "lookup" || tried.includes(subQuestion.text);
	return broad ? [subQuestion.text, ...subQuestion.threads, bare] : [subQuestion.text];
}

/** The question again, and each bridging name beside what is still open: many searches, of which the best pages are read. */
function forHop(input: RewriteInput): string[] {
	const open = stillOpen(input).join(" ");
	const { subQuestion, question, route } = input;
	if (route.shape !== "lookup")
		return [subQuestion.text, ...subQuestion.focus.map((name) => `${name} ${topicOf(subQuestion, route).join(" ")}`)];
	return [question, ...subQuestion.focus.map((name) => `${name} ${open}`)];
}

/** A finding's own words with those that dissent and exceptions are written in. */
function forChallenge({ subQuestion, route, challenge }: RewriteInput): string[] {
	const topic = topicOf(subQuestion, route);
	const finding = keywords(challenge?.text ?? subQuestion.text).slice(0, 12);
	return [
		`${withTopic(finding, topic)} however contrary incorrect disputed`,
		`${withTopic(keywords(subQuestion.text), topic)} except unless exception does not`,
		`not true that ${challenge?.text ?? subQuestion.text}`,
	];
}

/** METHOD §7's tiers: simpler keywords, comparator wording, paper-oriented terms, a named source. Each keeps the topic. */
function forRecovery({ subQuestion, route, tier, read }: RewriteInput): string[] {
	const words = keywords(subQuestion.text);
	const topic = topicOf(subQuestion, route);
	const telling = words.filter((word) => word.length > 3);
	switch (tier) {
		case 1:
			return [withTopic(telling.slice(-3), topic), withTopic(telling.slice(0, 3), topic)];
		case 2:
			return [
				`${withTopic(words, topic)} compared with difference`,
				`${withTopic(telling.slice(0, 3), topic)} instead of, unlike`,
			];
		case 3:
			return [
				`${withTopic(words, topic)} study results evidence`,
				`${withTopic(words, topic)} definition specification reference`,
			];
		default:
			return [
				...namesIn(subQuestion.text),
				...read.slice(0, 2).map(({ title }) => withTopic([title, ...telling.slice(0, 3)], topic)),
			];
	}
}

/** What every search must speak of: the sub-question's subject, else the question's, else the names in it. */
function topicOf(subQuestion: RewriteInput["subQuestion"], route: RewriteInput["route"]): string[] {
	if (subQuestion.subject !== undefined) return [subQuestion.subject];
	return route.subjects.length > 0 ? route.subjects.slice(0, 2) : namesIn(subQuestion.text).slice(0, 2);
}

function withTopic(words: readonly string[], topic: readonly string[]): string {
	const said = words.join(" ").toLowerCase();
	const missing = topic.filter((name) => !keywords(name).every((word) => said.includes(word)));
	return [...missing, ...words].join(" ");
}
