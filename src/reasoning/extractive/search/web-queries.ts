import { authorityOf, isFirstHand, weightOf } from "../../../evidence/authority.ts";
import { domainOf } from "../../../evidence/hosts.ts";
import { isWeb } from "../../../evidence/source.ts";
import type { RewriteInput } from "../../reasoner.ts";
import { keywords } from "../language/words.ts";
import { namesIn } from "../names.ts";
import { stillOpen } from "./still-open.ts";

/** A search engine of the web asks for every word or weighs each: what is longer finds little. Words. */
const wordsMost = 9;
const fewWords = 5;
/** A topic of one or two words is shared by too many pages. */
const topicWords = 3;
/** Domains that a search names, at most. */
const domainsMost = 2;

/** The wordings of a search for services of the web: few words, no sentences, and what a question says of dates as a filter. */
export function wordingsForWeb(input: RewriteInput): string[] {
	const dates = dateFilter(input.question);
	return wordings[input.purpose](input)
		.map((one) => one.trim())
		.filter((one) => one !== "")
		.map((one) => [one, dates].filter(Boolean).join(" "));
}

/** What takes back is titled so, and only so: it is asked for by itself. */
const takingBack = "correction OR erratum OR retracted";
/** What dissent is written in: that it was tried and not found, then its usual names; the second row when the first was sent. */
const dissent = ["not confirmed OR disputed OR refuted", "criticism"];
const moreDissent = ["doubts", "limitations", "study"];

const wordings: Record<RewriteInput["purpose"], (input: RewriteInput) => string[]> = {
	cover: (input) => {
		const { subQuestion, tried, route } = input;
		const words = wordsFor(subQuestion.text, wordsMost);
		const topic = topicOf(subQuestion, route);
		// Who disagrees seldom uses the words of the claim: the topic alone is asked, and beside what dissent is written in.
		if (subQuestion.stance === "adversarial")
			return [`${matterOf(input)} ${takingBack}`, ...[...dissent, ...moreDissent].map((word) => `${topic} ${word}`)];
		const other = subQuestion.threads.map((thread) => wordsFor(thread, wordsMost));
		const again =
			tried.length === 0 ? [] : [wordsFor(subQuestion.text, fewWords), `${topic} results`, `${topic} report`];
		return [words, ...other, topic, ...again];
	},
	hop: (input) => {
		const open = stillOpen(input).slice(0, fewWords).join(" ");
		return [...input.subQuestion.focus.map((name) => `${phrase(name)} ${open}`), wordsFor(input.question, wordsMost)];
	},
	challenge: ({ subQuestion, challenge, route }) => {
		const topic = topicOf(subQuestion, route);
		const finding = wordsFor(challenge?.text ?? subQuestion.text, fewWords);
		return [
			`${finding} ${takingBack}`,
			...dissent.map((word) => `${topic} ${word}`),
			...moreDissent.map((word) => `${topic} ${word}`),
		];
	},
	recover: forRecovery,
};

/** METHOD §7's tiers: fewer words, from beside it, the words of papers, a named source. */
function forRecovery({ subQuestion, tier, read, route }: RewriteInput): string[] {
	const few = wordsFor(subQuestion.text, fewWords);
	const topic = topicOf(subQuestion, route);
	switch (tier) {
		case 1:
			return [wordsFor(subQuestion.text, 3), topic];
		case 2:
			return [`${topic} compared with`, `${topic} alternatives`];
		case 3:
			return [`${few} study`, `${few} statistics pdf`];
		default:
			return [...domainsFor(read).map((domain) => `${topic} site:${domain}`), `${topic} site:wikipedia.org`];
	}
}

/** Where pages that were read and are at first hand came from: their publisher may hold more. */
function domainsFor(read: RewriteInput["read"]): string[] {
	const pages = read
		.filter((page) => isWeb(page) && URL.canParse(page.url))
		.map((page) => ({ domain: domainOf(new URL(page.url).host), authority: authorityOf(page) }))
		.filter(({ authority }) => isFirstHand(authority))
		.toSorted((a, b) => weightOf(b.authority) - weightOf(a.authority));
	return [...new Set(pages.map(({ domain }) => domain))].slice(0, domainsMost);
}

/** The names of a text in full, then its other words in order, at most so many. */
function wordsFor(text: string, most: number): string {
	const plain = text.replace(/https?:\/\/\S+/giu, " ");
	const kept = keywords(plain);
	if (kept.length <= most) return kept.join(" ");
	const named = new Set(namesIn(plain).flatMap((name) => keywords(name)));
	const chosen = new Set([...kept.filter((word) => named.has(word) || /\d/u.test(word)), ...kept].slice(0, most));
	return kept.filter((word) => chosen.has(word)).join(" ");
}

/** What is asked, in its own words: of a thing much is written, and one notice corrects this. */
function matterOf({ question, subQuestion }: RewriteInput): string {
	const own = wordsFor(question.replace(asking, " "), fewWords);
	return own === "" ? wordsFor(subQuestion.text, fewWords) : own;
}
const asking = /^\s*(?:by|in|for|to|of)?\s*(?:how (?:much|many|often|long|far)|what|which|when|where|why|who)\b/iu;

/** What is spoken of, in few words: its subject, else its names with a word or two, else its most telling words. */
function topicOf({ text, subject }: RewriteInput["subQuestion"], route: RewriteInput["route"]): string {
	const telling = keywords(text).filter((word) => !general.test(word));
	const [about] = subject === undefined ? route.subjects : [subject];
	const [name] = namesIn(text.replace(/^\p{L}+\s/u, ""));
	const known = about !== undefined && keywords(about).length > 0 ? wordsFor(about, fewWords) : name && phrase(name);
	if (known === undefined) return telling.slice(0, 4).join(" ");
	const own = keywords(known);
	const more = telling.filter((word) => !own.includes(word));
	return [known, ...more.slice(0, Math.max(0, topicWords - own.length))].join(" ");
}

/** Words of asking and doing, which pages about a thing need not use. */
const general =
	/^(?:affect\w*|effect\w*|found|find\w*|change[sd]?|cause[sd]?|caus\w+|ma[dk]e\w*|speak\w*|said|says?|built|build\w*|compan\w+|work\w*|use[sd]?|using|people|show\w*|happen\w*|influence\w*|impact\w*|role|lead\w*|led|become|became|evidence|against|effective\w*|current\w*|much|long|often|first|main|general\w*|disputed?|disagree\w*|sources?|limits?|drawbacks?|exceptions?)$/;

/** A name of several words is one thing; services that know no phrases read the words. */
function phrase(name: string): string {
	const words = name.replaceAll('"', "").split(" ");
	return words.length > 1 && words.length <= 4 ? `"${words.join(" ")}"` : words.join(" ");
}

const dated = "(?:(?:\\d{1,2} )?\\p{L}{3,9} )?((?:19|20)\\d{2})";
const since = new RegExp(`\\b(?:since|after|from) ${dated}(?: on(?:wards?)?)?\\b`, "iu");
const published = "(?:published|reported|written|released|news|articles?|papers?|studies|reports?|sources?|reviews?)";
const publishedSince = new RegExp(`\\b${published}\\b[^.?!]{0,30}?${since.source}`, "iu");
const publishedBefore = new RegExp(`\\b${published}\\b[^.?!]{0,30}?\\b(?:before|until|up to) ${dated}\\b`, "iu");

/** When what is wanted was published, where the question says so: `after:2029-01-01`. When something happened is no such date. */
function dateFilter(question: string): string {
	const from = publishedSince.exec(question)?.[1];
	const until = publishedBefore.exec(question)?.[1];
	return [from && `after:${from}-01-01`, until && `before:${until}-01-01`].filter(Boolean).join(" ");
}
