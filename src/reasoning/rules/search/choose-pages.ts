import { limits } from "../../../base/limits.ts";
import { jaccard } from "../../../base/text.ts";
import { domainOf, isPlatform } from "../../../evidence/hosts.ts";
import { isWeb } from "../../../evidence/source.ts";
import { namesIn } from "../../../text/entities.ts";
import type { ChooseInput, PageChoice } from "../../reasoner.ts";
import { isIndexTitle, type ScoredResult, scoreResults } from "./result-signals.ts";
import { unheldNames } from "./unheld.ts";

/** Two results that share this much of the stems of title and passage say the same. The second is not read. */
const duplicateShareMin = 0.7;
/** Minimum stems of such results: two one-line snippets may be alike by chance. */
const duplicateStemsMin = 12;
/** Maximum pages read at once for a lookup, and for a recovery from a dead end: they decide where to look next. */
const fewPagesMax = 3;
/** After the minimum number of pages, one is read only if it scores this share of the best. */
const bestScoreShareMin = 0.45;
/** A web result that holds less than this share of the sub-question only shares a word with it. */
const fitMin = 0.2;
/** Factor for a result that shows only the name of what is asked about. It comes after all that show more. */
const nameOnlyFactor = 0.1;
/** Factor for a further page of one publisher and, if dissent is wanted, of a publisher that was read before. */
const samePublisherFactor = 0.75;

/**
 * METHOD §4.2: the results to read for a sub-question, best first, at most `max`. Greedy by marginal relevance (Carbonell and Goldstein,
 * 1998): a result that repeats a chosen page, or has its publisher, counts less.
 */
export function choosePages(input: ChooseInput): PageChoice[] {
	const isFew = input.route.shape === "lookup" || input.purpose === "recover";
	const max = Math.min(input.max, isFew ? fewPagesMax : limits.pagesPerStepMax);
	const onWeb = input.hits.some(isWeb);
	const wantsDissent = input.purpose === "challenge" || input.subQuestion.stance === "adversarial";
	const contentHits = input.hits.filter((hit) => !isIndexTitle(hit.title));
	const hits = contentHits.length > 0 ? contentHits : input.hits;
	const ranked = rankResults({ ...input, hits });
	const best = Math.max(0, ...ranked.map(({ score }) => score));
	const chosen: ScoredResult[] = [];
	const isKnownPublisher = (one: ScoredResult) =>
		[...chosen.map(({ hit }) => hit), ...(wantsDissent ? input.read : [])].some((page) =>
			isSamePublisher(page, one.hit),
		);
	let rest = ranked;
	while (chosen.length < max && rest.length > 0) {
		const discountedScore = (one: ScoredResult) => one.score * (isKnownPublisher(one) ? samePublisherFactor : 1);
		const next = rest.reduce((top, one) => (discountedScore(one) > discountedScore(top) ? one : top));
		if (
			chosen.length >= limits.pagesPerStepMin &&
			((onWeb && !mayAnswer(next)) || discountedScore(next) < bestScoreShareMin * best)
		)
			break;
		chosen.push(next);
		rest = rest.filter((one) => one !== next && !isDuplicate(one, next));
	}
	return chosen.map((one) => ({ url: one.hit.url, reason: choiceReason(one, hits.indexOf(one.hit)) }));
}

/** Results with their scores, best first; equal ones by address. */
function rankResults(input: ChooseInput): ScoredResult[] {
	const { subQuestion } = input;
	const onWeb = input.hits.some(isWeb);
	const names = namesIn(subQuestion.text);
	return scoreResults(input)
		.filter((one) => !onWeb || mayAnswer(one) || unheldNames(names, [resultText(one)]).length < names.length)
		.map((one) => (!onWeb || mayAnswer(one) ? one : { ...one, score: one.score * nameOnlyFactor }))
		.toSorted((a, b) => b.score - a.score || (a.hit.url < b.hit.url ? -1 : 1));
}

/** Whether a result may answer. A snippet is one line: if it shows what is asked about, the page may hold the rest. */
function mayAnswer({ fit, about, signals }: ScoredResult): boolean {
	return about || fit >= fitMin || signals.relevance >= fitMin;
}

function resultText({ hit }: ScoredResult): string {
	return `${hit.title} ${hit.snippet}`;
}

function isDuplicate(a: ScoredResult, b: ScoredResult): boolean {
	const like = jaccard(a.stems, b.stems);
	return like === 1 || (like >= duplicateShareMin && Math.min(a.stems.size, b.stems.size) >= duplicateStemsMin);
}

function isSamePublisher(a: { url: string }, b: { url: string }): boolean {
	if (!isWeb(a) || !isWeb(b) || !URL.canParse(a.url) || !URL.canParse(b.url)) return false;
	const [left, right] = [new URL(a.url), new URL(b.url)];
	return domainOf(left.host) === domainOf(right.host) && !isPlatform(left.hostname);
}

/** The reason for a choice in one line, for the log and the report. */
function choiceReason({ hit, fit, about }: ScoredResult, at: number): string {
	const sign = about ? `it is the page about ${hit.title}` : `holds ${Math.round(100 * fit)} % of what is asked`;
	return `${sign} (result ${at + 1})`;
}
