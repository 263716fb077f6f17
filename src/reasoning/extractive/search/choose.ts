import { limits } from "../../../base/limits.ts";
import { jaccard } from "../../../base/text.ts";
import { domainOf, isPlatform } from "../../../evidence/hosts.ts";
import { isWeb } from "../../../evidence/source.ts";
import { namesIn } from "../../../text/entities.ts";
import type { Choice, ChooseInput } from "../../reasoner.ts";
import { isIndex, type Scored, scored } from "./signals.ts";
import { unheldNames } from "./unheld.ts";

/** Two results that share so much of the stems of title and passage say the same; the second is not worth a read. */
const nearDuplicate = 0.7;
/** The one line that a service shows of two pages may be alike by chance: fewer stems must be the same. */
const stemsLeast = 12;
/** Pages read at once for a lookup, and for another wording of what led nowhere: what they say decides where to look next. */
const fewAtOnce = 3;
/** Beyond the least number of pages, one is read only when it scores this share of the best. */
const worthOfBest = 0.45;
/** A result of the web that holds less of what is asked only shares a word with it. */
const fitLeast = 0.2;
/** One that shows only the name of what is asked about comes after all that show more. */
const nameOnly = 0.1;
/** A further page of a publisher, and one of a publisher of whom a page was read where dissent is looked for, counts so much. */
const samePublisher = 0.75;

/**
 * METHOD §4.2: which results are worth reading for a sub-question, best first, at most `max`. Greedy by marginal relevance
 * (Carbonell and Goldstein, 1998): what repeats a chosen page, or comes from its publisher, counts less.
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

/** Results with their scores, best first; equal ones by their addresses. */
function candidates(input: ChooseInput): Scored[] {
	const { subQuestion } = input;
	const onWeb = input.hits.some(isWeb);
	const names = namesIn(subQuestion.text);
	return scored(input)
		.filter((one) => !onWeb || fits(one) || unheldNames(names, [textOf(one)]).length < names.length)
		.map((one) => (!onWeb || fits(one) ? one : { ...one, score: one.score * nameOnly }))
		.toSorted((a, b) => b.score - a.score || (a.hit.url < b.hit.url ? -1 : 1));
}

/** A snippet is a line of a page: what it does not show may stand there all the same, where it shows what is asked about. */
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

/** In one line, for the log and the report. */
function reasonOf({ hit, fit, about }: Scored, at: number): string {
	const sign = about ? `it is the page about ${hit.title}` : `holds ${Math.round(100 * fit)} % of what is asked`;
	return `${sign} (result ${at + 1})`;
}
