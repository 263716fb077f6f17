import { authorityOf, isFirstHand } from "../../../evidence/authority.ts";
import { domainOf } from "../../../evidence/hosts.ts";
import { isWeb } from "../../../evidence/source.ts";
import type { RewriteInput } from "../../reasoner.ts";
import { namesIn } from "../../text/names.ts";
import { keywords } from "../../text/words.ts";
import { analysisOf } from "../question/analysis.ts";
import { stillOpen, topicOf } from "./matter.ts";

/** A search engine of the web asks for every word or weighs each: what is longer finds little. Words. */
const wordsMost = 9;
const fewWords = 5;
/** Domains that a search names, at most. */
const domainsMost = 2;

/** The wordings of a search for services of the web: few words, no sentences, and what a question says of dates as a filter. */
export function forWeb(input: RewriteInput): string[] {
	const dates = dateFilter(input.question);
	return wordings[input.purpose](input).map((one) => (one.trim() === "" ? "" : `${one} ${dates}`));
}

/** A notice that withdraws something is titled so, and shares the words of what it withdraws. English, as what dissent is written in. */
const withdrawing = "correction OR erratum OR retracted";
const dissent = ["not confirmed OR disputed OR refuted", "criticism", "doubts", "limitations", "study"];

const wordings: Record<RewriteInput["purpose"], (input: RewriteInput) => string[]> = {
	cover: (input) => {
		const { subQuestion, tried } = input;
		// Who disagrees seldom uses the words of the claim: the topic alone is searched, beside words of dissent.
		if (subQuestion.stance === "adversarial") return against(input, input.question);
		const words = [subQuestion.text, ...subQuestion.threads].map((text) => wordsFor(text, wordsMost));
		const again = [wordsFor(subQuestion.text, fewWords), `${topic(input)} report`];
		return [...words, topic(input), ...(tried.length === 0 ? [] : again)];
	},
	hop: (input) => {
		const open = stillOpen(input).slice(0, fewWords).join(" ");
		return [...input.subQuestion.focus.map((name) => `${phrase(name)} ${open}`), wordsFor(input.question, wordsMost)];
	},
	challenge: (input) => against(input, input.challenge?.text ?? input.subQuestion.text),
	/** METHOD §7's tiers: fewer words, from beside it, the words of papers, a named source. */
	recover: (input) => {
		const few = wordsFor(input.subQuestion.text, fewWords);
		const about = topic(input);
		const tiers = [
			[wordsFor(input.subQuestion.text, 3), about],
			[`${about} compared with`, `${about} alternatives`],
			[`${few} study`, `${few} statistics pdf`],
		];
		return tiers[input.tier - 1] ?? [...domainsFor(input.read), "wikipedia.org"].map((one) => `${about} site:${one}`);
	},
};

function against(input: RewriteInput, finding: string): string[] {
	const words = wordsFor(finding, fewWords);
	if (analysisOf(input.question, input.route).language !== "en") return [topic(input), words];
	return [`${words} ${withdrawing}`, ...dissent.map((word) => `${topic(input)} ${word}`)];
}

/** Where pages that were read and are at first hand came from: their publisher may hold more. */
function domainsFor(read: RewriteInput["read"]): string[] {
	const pages = read.filter((page) => isWeb(page) && URL.canParse(page.url) && isFirstHand(authorityOf(page)));
	return [...new Set(pages.map(({ url }) => domainOf(new URL(url).host)))].slice(0, domainsMost);
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

/** The topic, in few words; one of a word or two is shared by too many pages, and gets another word of the sub-question. */
function topic(input: RewriteInput): string {
	const about = topicOf(input);
	const own = keywords(about);
	const more = keywords(input.subQuestion.text).filter((word) => !own.includes(word));
	const known = namesIn(about).includes(about) ? phrase(about) : wordsFor(about, fewWords);
	return [known, ...more.slice(0, Math.max(0, 3 - own.length))].join(" ").trim();
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
