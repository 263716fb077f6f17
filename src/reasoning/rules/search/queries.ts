import { authorityOf, isFirstHand } from "../../../evidence/authority.ts";
import { domainOf } from "../../../evidence/hosts.ts";
import { isWeb } from "../../../evidence/source.ts";
import { nameAndParts, namesIn, possibleTitlesIn } from "../../../text/entities.ts";
import { contentStems, keywords } from "../../../text/words.ts";
import type { RewriteInput, RewriteResult } from "../../reasoner.ts";
import { analysisOf } from "../question/analysis.ts";
import { searchTopic, unansweredWords } from "./match.ts";

/** Maximum queries of one action. A hop in folders searches each of its names once. */
const queriesMax = 3;
const hopQueriesMax = 9;
/** Maximum names looked up by title in one action. */
const titlesMax = 24;
/** Number of pages whose titles are searched beside a question on a broad matter. */
const feedbackPages = 3;
/** Maximum words of a web query: engines require or weigh every word, so longer queries find little. */
const webWordsMax = 9;
const fewWebWords = 5;
/** Maximum domains that queries name. */
const domainsMax = 2;

/** METHOD §4.1: a sub-question in other wordings, new ones if it was searched before, and the names to look up by title. */
export function rewriteQuery(input: RewriteInput): RewriteResult {
	const { subQuestion, purpose, tried, web } = input;
	const broad = !web && isBroad(input);
	const dates = web ? dateFilter(input.question) : "";
	const wordings = broad ? withFeedback(input) : wordingsByPurpose[purpose](input);
	const unique = [
		...new Set(
			wordings.filter((one) => one.trim() !== "").map((one) => `${one} ${dates}`.replace(/\s+/gu, " ").trim()),
		),
	];
	const fresh = unique.filter((one) => !tried.includes(one));
	const titles = [
		...subQuestion.focus.flatMap(nameAndParts),
		...(purpose === "hop" ? [] : possibleTitlesIn(subQuestion.text)),
	];
	return {
		// A hop and a broad matter search the question again on purpose: its results are ranked anew beside the other queries.
		queries:
			!web && (broad || purpose === "hop")
				? unique.slice(0, hopQueriesMax)
				: (fresh.length > 0 ? fresh : unique).slice(0, queriesMax),
		titles: [...new Set(titles)].slice(0, titlesMax),
	};
}

function isBroad(input: RewriteInput): boolean {
	const { purpose, route, subQuestion } = input;
	const planned = purpose === "cover" || purpose === "recover";
	return planned && route.shape === "synthesis" && subQuestion.stance === "supporting" && !asksMore(input);
}

/** Whether a sub-question asks about something that the question does not speak of, as the focus of an extension does. */
function asksMore({ question, subQuestion }: RewriteInput): boolean {
	const known = new Set(contentStems(question));
	return contentStems(subQuestion.text).some((stem) => !known.has(stem));
}

/** The question, then the titles of its first results (relevance feedback: Rocchio, 1971), fused by rank. */
function withFeedback({ question, read }: RewriteInput): string[] {
	return [question, ...read.slice(0, feedbackPages).map(({ title }) => title)];
}

/** A folder's index weighs every word by its rarity, so a query may be long. Web services get few words. */
const wordingsByPurpose: Record<RewriteInput["purpose"], (input: RewriteInput) => string[]> = {
	/** The sub-question as it is. For an open question also the whole one: its parts are often worded less well. */
	cover: (input) => {
		const { question, subQuestion, route, tried, web } = input;
		// Dissent seldom uses the words of the claim: the topic alone is searched, beside words of dissent.
		if (web && subQuestion.stance === "adversarial") return dissentQueries(input, question);
		if (web)
			return [
				...[subQuestion.text, ...subQuestion.threads].map((text) => importantWords(text, webWordsMax)),
				withTopic(input),
				...(tried.length > 0 ? [importantWords(subQuestion.text, fewWebWords), `${withTopic(input)} report`] : []),
			];
		const again = route.shape !== "lookup" || tried.includes(subQuestion.text);
		const whole = route.shape === "lookup" ? [] : [question];
		return [subQuestion.text, ...(again ? [...whole, withTopic(input)] : [])];
	},
	/** The question again, and each bridging name beside what is still open. The best pages of many searches are read. */
	hop: (input) => {
		const { subQuestion, question, route, web } = input;
		const lookup = web || route.shape === "lookup";
		const beside = lookup
			? unansweredWords(input)
					.slice(0, web ? fewWebWords : undefined)
					.join(" ")
			: searchTopic(input);
		const named = subQuestion.focus.map((name) => `${web ? quotedPhrase(name) : name} ${beside}`);
		return web ? [...named, importantWords(question, webWordsMax)] : [lookup ? question : subQuestion.text, ...named];
	},
	/** A finding's own words with the words of dissent and exceptions. */
	challenge: (input) => dissentQueries(input, input.challenge?.text ?? input.subQuestion.text),
	/** METHOD §7's tiers: simpler keywords, comparator wording, paper-oriented terms, a named source. Each keeps the topic. */
	recover: (input) => {
		const longWords = keywords(input.subQuestion.text).filter((word) => word.length > 3);
		const all = withTopic(input);
		const tiers = [
			[withTopic(input, longWords.slice(-3)), withTopic(input, longWords.slice(0, 3))],
			[`${all} compared with difference`],
			[`${all} study results evidence`, `${all} definition reference`],
		];
		return tiers[input.tier - 1] ?? publisherQueries(input, longWords.slice(0, 3));
	},
};

/**
 * Adversarial queries, with words of dissent in English. A retraction notice has such words in its title, and shares the words of what it
 * withdraws.
 */
function dissentQueries(input: RewriteInput, finding: string): string[] {
	const { question, route, subQuestion, web } = input;
	const words = web ? importantWords(finding, fewWebWords) : withTopic(input, keywords(finding).slice(0, 12));
	const topic = withTopic(input);
	if (analysisOf(question, route).language !== "en") return [words, topic];
	return web
		? [
				`${words} correction OR erratum OR retracted`,
				`${topic} not confirmed OR disputed OR refuted`,
				`${topic} limitations`,
			]
		: [
				`${words} however contrary incorrect disputed`,
				`${withTopic(input, keywords(subQuestion.text))} except unless exception does not`,
			];
}

/** Queries for the publishers of first-hand pages that were read: they may hold more. In folders, for pages by their titles. */
function publisherQueries(input: RewriteInput, words: readonly string[]): string[] {
	const { read, subQuestion, web } = input;
	if (!web)
		return [...namesIn(subQuestion.text), ...read.slice(0, 2).map(({ title }) => withTopic(input, [title, ...words]))];
	const pages = read.filter((page) => isWeb(page) && URL.canParse(page.url) && isFirstHand(authorityOf(page)));
	const domains = [...new Set(pages.map(({ url }) => domainOf(new URL(url).host)))].slice(0, domainsMax);
	return [...domains, "wikipedia.org"].map((one) => `${withTopic(input)} site:${one}`);
}

/** The topic and words beside it, by default the sub-question's. On the web they are few, so that a service finds something. */
function withTopic(input: RewriteInput, words: readonly string[] = keywords(input.subQuestion.text)): string {
	const topic = searchTopic(input);
	const topicWords = keywords(topic);
	if (!input.web) {
		const held = words.join(" ").toLowerCase();
		return [...(topicWords.every((word) => held.includes(word)) ? [] : [topic]), ...words].join(" ");
	}
	const topicText = namesIn(topic).includes(topic) ? quotedPhrase(topic) : importantWords(topic, fewWebWords);
	const more = words.filter((word) => !topicWords.includes(word));
	return [topicText, ...more.slice(0, Math.max(0, 3 - topicWords.length))].join(" ").trim();
}

/** At most `most` words of a text, names and figures before others, in the text's order. */
function importantWords(text: string, most: number): string {
	const plain = text.replace(/https?:\/\/\S+/giu, " ");
	const all = keywords(plain);
	const named = new Set(namesIn(plain).flatMap((name) => keywords(name)));
	const namesAndFigures = all.filter((word) => named.has(word) || /\d/u.test(word));
	const chosenWords = new Set([...namesAndFigures, ...all].slice(0, most));
	return all.filter((word) => chosenWords.has(word)).join(" ");
}

/** A name of several words as a phrase. Services without phrases read the words. */
function quotedPhrase(name: string): string {
	const words = name.replaceAll('"', "").split(" ");
	return words.length > 1 && words.length <= 4 ? `"${words.join(" ")}"` : words.join(" ");
}

const publicationPattern =
	/\b(?:published|reported|written|released|news|articles?|papers?|studies|reports?|sources?|reviews?)\b[^.?!]{0,30}?\b(?:(since|after|from)|before|until|up to) (?:(?:\d{1,2} )?\p{L}{3,9} )?((?:19|20)\d{2})\b/giu;

/** The requested date of publication as a filter: `after:2029-01-01`. The date of an event is no such date. */
function dateFilter(question: string): string {
	const found = [...question.matchAll(publicationPattern)];
	return found.map(([, since, year]) => `${since === undefined ? "before" : "after"}:${year}-01-01`).join(" ");
}
