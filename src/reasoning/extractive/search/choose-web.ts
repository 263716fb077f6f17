import { limits } from "../../../base/limits.ts";
import { authorityOf, weightOf } from "../../../evidence/authority.ts";
import { correctionOf } from "../../../evidence/correction.ts";
import { dissentIn } from "../../../evidence/dissent.ts";
import { domainOf, isPlatform } from "../../../evidence/hosts.ts";
import { textsOf } from "../../../evidence/same-text.ts";
import { type Authority, type Hit, isWeb } from "../../../evidence/source.ts";
import type { Choice, ChooseInput } from "../../reasoner.ts";
import { shareHeld, stemsIn, titleKey, wantedIn } from "../match.ts";
import { namesIn, withParts } from "../names.ts";

/** What each sign is worth beside topic fit, which is 0–1 for the sub-question and counts fully. */
const worth = {
	/** The question as a whole; a word in the title says more than one in the snippet. */
	whole: 0.4,
	title: 0.3,
	/** The services' own order. */
	rank: 0.5,
	authority: 0.8,
	/** The page about a named thing. */
	about: 0.4,
	/** The newest of dated results over the oldest, where the question is about the current state. */
	recency: 0.6,
	/** A page that corrects or withdraws another one on the same thing is read before what it corrects is believed. */
	correction: 0.7,
	/** More than one service gave it. */
	agreed: 0.1,
	/** Where dissent is looked for: a page that says that it disagrees, in its title above all. */
	dissent: 0.8,
};
/** A second page of one publisher, and a second copy of one text, count so much of what they would. */
const sameHost = 0.75;
const sameText = 0.5;
/** A publisher of whom a page was read before counts so much; where dissent is looked for less, since few contradict themselves. */
const readBefore = 0.9;
const readBeforeAgainst = 0.6;
/** A page that holds less of what is asked only shares a word with it. */
const fitLeast = 0.2;
/** Beyond the least number of pages, one is read only when it scores this share of the best. */
const worthOfBest = 0.5;

/** One that shows only the name of what is asked about comes after all that show more. */
const nameOnly = 0.1;

interface Scored {
	hit: Hit;
	score: number;
	authority: Authority | undefined;
	reason: string;
	/** It shows nothing of what is asked but the name of what that is about. */
	names: boolean;
}

/** METHOD §4.2 for results of the web, those of folders beside them: best first, at most `max`, each with its reason. */
export function chooseFromWeb(input: ChooseInput): Choice[] {
	const scored = scoredOf(input);
	const chosen: Scored[] = [];
	const texts = textsOf(input.hits);
	const textOf = (hit: Hit) => texts.findIndex((same) => same.includes(hit));
	const worthNow = ({ hit, score }: Scored) => {
		const host = chosen.some((one) => samePublisher(one.hit, hit)) ? sameHost : 1;
		const text = chosen.some((one) => textOf(one.hit) === textOf(hit)) ? sameText : 1;
		return score * host * text;
	};
	const best = Math.max(0, ...scored.map(({ score }) => score));
	let rest = scored;
	while (chosen.length < input.max && rest.length > 0) {
		const next = rest.reduce((top, one) => (worthNow(one) > worthNow(top) ? one : top));
		if (chosen.length >= limits.choiceMin && (next.names || worthNow(next) < worthOfBest * best)) break;
		chosen.push(next);
		rest = rest.filter((one) => one !== next);
	}
	return chosen.map(({ hit, reason }) => ({ url: hit.url, reason }));
}

function scoredOf(input: ChooseInput): Scored[] {
	const { hits, question, subQuestion, route, purpose, read } = input;
	const against = purpose === "challenge" || subQuestion.stance === "adversarial";
	const stems = hits.map((hit) => stemsIn(`${hit.title} ${hit.snippet} ${pathWords(hit)}`));
	// A page that disagrees need not use the words in which disagreement is asked for.
	const own = wantedIn(against ? subQuestion.text.replace(asking, " ") : subQuestion.text, stems);
	const whole = wantedIn(question, stems);
	const named = new Set([...subQuestion.focus, ...namesIn(subQuestion.text)].flatMap(withParts).map(titleKey));
	const subjects = namesIn(subQuestion.text).map(spaced);
	const ages = agesOf(hits);
	const scored = hits.flatMap((hit, at): Scored[] => {
		const held = stems[at] ?? new Set<string>();
		const fit = shareHeld(own, held);
		const authority = isWeb(hit) ? (hit.authority ?? authorityOf(hit)) : undefined;
		const correction = correctionOf(hit);
		const about = named.has(titleKey(hit.title));
		const signs: Record<keyof typeof worth, number> = {
			whole: shareHeld(whole, held),
			title: shareHeld(own, stemsIn(hit.title)),
			rank: 1 / (1 + at / 5),
			// A folder that the user named is taken for what it says.
			authority: authority === undefined ? weightOf("primary") : weightOf(authority),
			about: about ? 1 : 0,
			recency: route.recency ? (ages.get(hit) ?? 0.5) : 0,
			correction: correction === undefined ? 0 : fit,
			agreed: (hit.services?.length ?? 0) > 1 ? 1 : 0,
			dissent: against ? dissentIn(hit) : 0,
		};
		const known = read.some((page) => samePublisher(page, hit)) && correction === undefined;
		const worthOfPublisher = known ? (against ? readBeforeAgainst : readBefore) : 1;
		const score = worthOfPublisher * names.reduce((sum, sign) => sum + worth[sign] * signs[sign], fit);
		const words = [
			about ? `it is the page about ${hit.title}` : `holds ${Math.round(100 * fit)} % of what is asked`,
			...(authority === undefined || authority === "general" ? [] : [authorityWords[authority]]),
			...(signs.dissent === 1 ? ["its title disagrees"] : []),
			...(correction === undefined ? [] : [`it says that it is ${correctionWords[correction]}`]),
			...(route.recency && hit.date !== undefined ? [`of ${hit.date}`] : []),
		];
		const fits = fit >= fitLeast || about || signs.whole >= fitLeast;
		const text = spaced(`${hit.title} ${hit.snippet}`);
		// A snippet is a line of a page: what it does not show may stand there all the same.
		if (!fits && !subjects.some((name) => text.includes(name))) return [];
		return [
			{
				hit,
				score: fits ? score : score * nameOnly,
				authority,
				reason: `${words.join(", ")} (result ${at + 1})`,
				names: !fits,
			},
		];
	});
	return scored.toSorted((a, b) => b.score - a.score || (a.hit.url < b.hit.url ? -1 : 1));
}

const names = Object.keys(worth) as (keyof typeof worth)[];

const asking =
	/\b(?:speaks?|against|contradicts?|limits?|fails? to|fail|criticisms?|disputed?|evidence|exceptions?|finding|wrong|true|when|why)\b/giu;
const authorityWords: Record<Authority, string> = {
	"peer-reviewed": "peer-reviewed",
	official: "an official source",
	primary: "a primary source",
	reference: "a work of reference",
	news: "news",
	general: "",
	wire: "a press release",
	aggregator: "a collection of other pages",
	list: "a list",
	unfit: "asked for by the question",
};

const correctionWords = { correction: "a correction", retraction: "a retraction", update: "an update" };

/** Its words alone, lower case, with a space about each, so that whole words are found in it. */
function spaced(text: string): string {
	return ` ${text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim()} `;
}

/** The words of a page's path: often its title, where a service cut that. */
function pathWords({ url }: Hit): string {
	if (!isWeb({ url }) || !URL.canParse(url)) return "";
	try {
		return decodeURIComponent(new URL(url).pathname).replace(/[-_/.+]+/g, " ");
	} catch {
		return "";
	}
}

/** 1 for the newest dated result, 0 for the oldest, by their order: a date far off says no more than that it is the last. */
function agesOf(hits: readonly Hit[]): Map<Hit, number> {
	const dated = hits.filter(({ date }) => date !== undefined);
	const days = [...new Set(dated.map(({ date = "" }) => date))].toSorted();
	return new Map(dated.map((hit) => [hit, days.length < 2 ? 0.5 : days.indexOf(hit.date ?? "") / (days.length - 1)]));
}

function samePublisher(a: Pick<Hit, "url">, b: Pick<Hit, "url">): boolean {
	if (!isWeb(a) || !isWeb(b) || !URL.canParse(a.url) || !URL.canParse(b.url)) return false;
	const [left, right] = [new URL(a.url), new URL(b.url)];
	return domainOf(left.host) === domainOf(right.host) && !isPlatform(left.hostname);
}
