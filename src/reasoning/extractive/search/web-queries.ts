import { authorityOf, isFirstHand, weightOf } from "../../../evidence/authority.ts";
import { domainOf } from "../../../evidence/hosts.ts";
import { isWeb } from "../../../evidence/source.ts";
import type { RewriteInput } from "../../reasoner.ts";
import { keywords } from "../language/words.ts";
import { namesIn } from "../names.ts";
import { analysisOf } from "../question/analysis.ts";
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
	return wordings[input.purpose](input).flatMap((one) =>
		one.trim() === "" ? [] : [[one.trim(), dates].filter(Boolean).join(" ")],
	);
}

/** A notice that withdraws something is titled so, and shares the words of what it withdraws. English, as what dissent is written in. */
const withdrawing = "correction OR erratum OR retracted";
const dissent = ["not confirmed OR disputed OR refuted", "criticism", "doubts", "limitations", "study"];

const wordings: Record<RewriteInput["purpose"], (input: RewriteInput) => string[]> = {
	cover: (input) => {
		const { subQuestion, tried } = input;
		// Who disagrees seldom uses the words of the claim: the topic alone is searched, beside words of dissent.
		if (subQuestion.stance === "adversarial") return against(input, few(input.question));
		const words = [subQuestion.text, ...subQuestion.threads].map((text) => wordsFor(text, wordsMost));
		const topic = topicOf(input);
		return [...words, topic, ...(tried.length === 0 ? [] : [few(subQuestion.text), `${topic} report`])];
	},
	hop: (input) => {
		const open = stillOpen(input).slice(0, fewWords).join(" ");
		return [...input.subQuestion.focus.map((name) => `${phrase(name)} ${open}`), wordsFor(input.question, wordsMost)];
	},
	challenge: (input) => against(input, few(input.challenge?.text ?? input.subQuestion.text)),
	/** METHOD §7's tiers: fewer words, from beside it, the words of papers, a named source. */
	recover: (input) => {
		const { subQuestion, tier, read } = input;
		const topic = topicOf(input);
		const tiers = [
			[wordsFor(subQuestion.text, 3), topic],
			[`${topic} compared with`, `${topic} alternatives`],
			[`${few(subQuestion.text)} study`, `${few(subQuestion.text)} statistics pdf`],
		];
		return tiers[tier - 1] ?? [...domainsFor(read), "wikipedia.org"].map((domain) => `${topic} site:${domain}`);
	},
};

function against(input: RewriteInput, finding: string): string[] {
	const topic = topicOf(input);
	if (analysisOf(input.question, input.route).language !== "en") return [topic, finding];
	return [`${finding} ${withdrawing}`, ...dissent.map((word) => `${topic} ${word}`)];
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

/** A text's names and figures first, then its other words, at most so many, in the text's order. */
function wordsFor(text: string, most: number): string {
	const plain = text.replace(/https?:\/\/\S+/giu, " ");
	const all = keywords(plain);
	const named = new Set(namesIn(plain).flatMap((name) => keywords(name)));
	const telling = all.filter((word) => named.has(word) || /\d/u.test(word));
	const kept = new Set([...telling, ...all].slice(0, most));
	return all.filter((word) => kept.has(word)).join(" ");
}

function few(text: string): string {
	return wordsFor(text, fewWords);
}

/** What is spoken of, in few words: the sub-question's subject, or the question's, its topic or first name, and a word or two beside it. */
function topicOf({ question, route, subQuestion }: RewriteInput): string {
	const { names, topic, keyWords } = analysisOf(question, route);
	const about = subQuestion.subject ?? route.subjects[0] ?? names[0] ?? topic;
	if (about === undefined) return keyWords.slice(0, topicWords + 1).join(" ");
	const known = about === names[0] ? phrase(about) : few(about);
	const own = keywords(known);
	const more = keywords(subQuestion.text).filter((word) => !own.includes(word) && keyWords.includes(word));
	return [known, ...more.slice(0, Math.max(0, topicWords - own.length))].join(" ");
}

/** A name of several words is one thing; services that know no phrases read the words. */
function phrase(name: string): string {
	const words = name.replaceAll('"', "").split(" ");
	return words.length > 1 && words.length <= 4 ? `"${words.join(" ")}"` : words.join(" ");
}

const published =
	"\\b(?:published|reported|written|released|news|articles?|papers?|studies|reports?|sources?|reviews?)\\b";
const year = "(?:(?:\\d{1,2} )?\\p{L}{3,9} )?((?:19|20)\\d{2})\\b";
const publishedSince = new RegExp(`${published}[^.?!]{0,30}?\\b(?:since|after|from) ${year}`, "iu");
const publishedBefore = new RegExp(`${published}[^.?!]{0,30}?\\b(?:before|until|up to) ${year}`, "iu");

/** When what is wanted was published, where the question says so: `after:2029-01-01`. When something happened is no such date. */
function dateFilter(question: string): string {
	const from = publishedSince.exec(question)?.[1];
	const until = publishedBefore.exec(question)?.[1];
	return [from && `after:${from}-01-01`, until && `before:${until}-01-01`].filter(Boolean).join(" ");
}
