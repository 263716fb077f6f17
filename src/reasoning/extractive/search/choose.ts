import { limits } from "../../../base/limits.ts";
import { jaccard } from "../../../base/text.ts";
import { domainOf, isPlatform } from "../../../evidence/hosts.ts";
import { isWeb } from "../../../evidence/source.ts";
import { namesIn } from "../../../text/entities.ts";
import type { Choice, ChooseInput } from "../../reasoner.ts";
import { isIndex, type Scored, scored } from "./signals.ts";
import { unheldNames } from "./unheld.ts";

/** Two results that share this much of the stems of title and passage say the same. The second is not read. */
const nearDuplicate = 0.7;
/** Minimum stems of such results: two one-line snippets may be alike by chance. */
const stemsLeast = 12;
/** Maximum pages read at once for a lookup, and for a recovery from a dead end: they decide where to look next. */
const fewAtOnce = 3;
/** After the minimum number of pages, one is read only if it scores this share of the best. */
const worthOfBest = 0.45;
/** A web result that holds less than this share of the sub-question only shares a word with it. */
const fitLeast = 0.2;
/** Factor for a result that shows only the name of what is asked about. It comes after all that show more. */
const nameOnly = 0.1;
/** Factor for a further page of one publisher and, if dissent is wanted, of a publisher that was read before. */
const samePublisher = 0.75;

/**
 * METHOD §4.2: the results to read for a sub-question, best first, at most `max`. Greedy by marginal relevance (Carbonell and Goldstein,
 * 1998): a result that repeats a chosen page, or has its publisher, counts less.
 */
export function choosePages(input: ChooseInput): Choice[] {
	const isFew = input.route.shape === "lookup" || input.purpose === "recover";
	const max = Math.min(input.max, isFew ? fewAtOnce : limits.pagesPerStepMax);
	const onWeb = input.hits.some(isWeb);
	const against = input.purpose === "challenge" || input.subQuestion.stance === "adversarial";
	const telling = input.hits.filter((hit) => !isIndex(hit.title));
	const hits = telling.length > 0 ? telling : input.hits;
	const found = candidates({ ...input, hits });
	const best = Math.max(0, ...found.map(({ score }) => score));
	const chosen: Scored[] = [];
	const known = (one: Scored) =>
		[...chosen.map(({ hit }) => hit), ...(against ? input.read : [])].some((page) => isSamePublisher(page, one.hit));
	let rest = found;
	while (chosen.length < max && rest.length > 0) {
		const worthOf = (one: Scored) => one.score * (known(one) ? samePublisher : 1);
		const next = rest.reduce((top, one) => (worthOf(one) > worthOf(top) ? one : top));
		if (chosen.length >= limits.pagesPerStepMin && ((onWeb && !fits(next)) || worthOf(next) < worthOfBest * best))
			break;
		chosen.push(next);
		rest = rest.filter((one) => one !== next && !isCopy(one, next));
	}
	return chosen.map((one) => ({ url: one.hit.url, reason: reasonOf(one, hits.indexOf(one.hit)) }));
}

/** Results with their scores, best first; equal ones by address. */
function candidates(input: ChooseInput): Scored[] {
	const { subQuestion } = input;
	const onWeb = input.hits.some(isWeb);
	const names = namesIn(subQuestion.text);
	return scored(input)
		.filter((one) => !onWeb || fits(one) || unheldNames(names, [textOf(one)]).length < names.length)
		.map((one) => (!onWeb || fits(one) ? one : { ...one, score: one.score * nameOnly }))
		.toSorted((a, b) => b.score - a.score || (a.hit.url < b.hit.url ? -1 : 1));
}

/** Whether a result may answer. A snippet is one line: if it shows what is asked about, the page may hold the rest. */
function fits({ fit, about, signals }: Scored): boolean {
	return about || fit >= fitLeast || signals.relevance >= fitLeast;
}

function textOf({ hit }: Scored): string {
	return `${hit.title} ${hit.snippet}`;
}

function isCopy(a: Scored, b: Scored): boolean {
	const like = jaccard(a.stems, b.stems);
	return like === 1 || (like >= nearDuplicate && Math.min(a.stems.size, b.stems.size) >= stemsLeast);
}

function isSamePublisher(a: { url: string }, b: { url: string }): boolean {
	if (!isWeb(a) || !isWeb(b) || !URL.canParse(a.url) || !URL.canParse(b.url)) return false;
	const [left, right] = [new URL(a.url), new URL(b.url)];
	return domainOf(left.host) === domainOf(right.host) && !isPlatform(left.hostname);
}

/** The reason for a choice in one line, for the log and the report. */
function reasonOf({ hit, fit, about }: Scored, at: number): string {
	const sign = about ? `it is the page about ${hit.title}` : `holds ${Math.round(100 * fit)} % of what is asked`;
	return `${sign} (result ${at + 1})`;
}
