import { limits } from "../../../base/limits.ts";
import { jaccard } from "../../../base/text.ts";
import { domainOf, isPlatform } from "../../../evidence/hosts.ts";
import { isWeb } from "../../../evidence/source.ts";
import type { Choice, ChooseInput } from "../../reasoner.ts";
import { namesIn } from "../names.ts";
import { isIndex, type Scored, scoreCover, scoreHop } from "./signals.ts";
import { unheldNames } from "./unheld.ts";

/** Two results that share so much of the stems of title and passage say the same; the second is not worth a read. */
const nearDuplicate = 0.7;
/** The one line that a service shows of two pages may be alike by chance: fewer stems must be the same. */
const stemsLeast = 12;
/** Pages read at once for a lookup: what they say decides where to look next, so the first ones must not use up the budget. */
const lookupAtOnce = 3;
/** Another wording of what led nowhere is a guess: fewer pages are spent on it. */
const recoveryAtOnce = 2;
/** Beyond the least number of pages, one is read only when it scores this share of the best. */
const worthOfBest = 0.45;
/** A result of the web that holds less of what is asked only shares a word with it. */
const fitLeast = 0.2;
/** One that shows only the name of what is asked about comes after all that show more. */
const nameOnly = 0.1;
/** A further page of one publisher counts so much of what it would; where dissent is looked for less, since few contradict themselves. */
const samePublisher = 0.75;
const readBefore = 0.9;
const readBeforeAgainst = 0.6;

/**
 * METHOD §4.2: which results are worth reading for a sub-question, best first, at most `max`. Greedy by marginal relevance
 * (Carbonell and Goldstein, 1998): what repeats a chosen page, or comes from its publisher, counts less.
 */
export function choosePages(input: ChooseInput): Choice[] {
	const max = Math.min(input.max, atOnceOf(input));
	const telling = input.hits.filter((hit) => !isIndex(hit.title));
	const hits = telling.length > 0 ? telling : input.hits;
	const scored = candidates({ ...input, hits });
	const best = Math.max(0, ...scored.map(({ score }) => score));
	const chosen: Scored[] = [];
	let rest = scored;
	while (chosen.length < max && rest.length > 0) {
		const worth = new Map(rest.map((one) => [one, one.score * (isKnown(one, chosen) ? samePublisher : 1)]));
		const worthOf = (one: Scored) => worth.get(one) ?? 0;
		const next = rest.reduce((top, one) => (worthOf(one) > worthOf(top) ? one : top));
		if (chosen.length >= limits.choiceMin && (next.signals.nameOnly || worthOf(next) < worthOfBest * best)) break;
		chosen.push(next);
		rest = rest.filter((one) => one !== next && !isCopy(one, next));
	}
	return chosen.map((one) => ({ url: one.hit.url, reason: reasonOf(one, hits.indexOf(one.hit)) }));
}

function atOnceOf({ purpose, route }: ChooseInput): number {
	if (purpose === "recover") return recoveryAtOnce;
	return route.shape === "lookup" ? lookupAtOnce : limits.choiceMax;
}

/** Results with their scores, best first; equal ones by their addresses. */
function candidates(input: ChooseInput): Scored[] {
	const { purpose, subQuestion, read } = input;
	const onWeb = input.hits.some(isWeb);
	const against = purpose === "challenge" || subQuestion.stance === "adversarial";
	const names = namesIn(subQuestion.text);
	return (purpose === "hop" && !onWeb ? scoreHop : scoreCover)(input)
		.flatMap((one): Scored[] => {
			if (!onWeb) return [one];
			const fits = one.fit >= fitLeast || one.about || (one.signals.relevance ?? 0) >= fitLeast;
			const text = `${one.hit.title} ${one.hit.snippet}`;
			// A snippet is a line of a page: what it does not show may stand there all the same.
			if (!fits && unheldNames(names, [text]).length === names.length) return [];
			const isKnownPublisher = one.signals.correction === 0 && read.some((page) => isSamePublisher(page, one.hit));
			const known = isKnownPublisher ? (against ? readBeforeAgainst : readBefore) : 1;
			const score = one.score * known * (fits ? 1 : nameOnly);
			return [{ ...one, score, signals: { ...one.signals, nameOnly: fits ? 0 : 1 } }];
		})
		.toSorted((a, b) => b.score - a.score || (a.hit.url < b.hit.url ? -1 : 1));
}

function isCopy(a: Scored, b: Scored): boolean {
	const like = jaccard(a.stems, b.stems);
	return like === 1 || (like >= nearDuplicate && Math.min(a.stems.size, b.stems.size) >= stemsLeast);
}

function isKnown({ hit }: Scored, chosen: readonly Scored[]): boolean {
	return chosen.some((one) => isSamePublisher(one.hit, hit));
}

function isSamePublisher(a: { url: string }, b: { url: string }): boolean {
	if (!isWeb(a) || !isWeb(b) || !URL.canParse(a.url) || !URL.canParse(b.url)) return false;
	const [left, right] = [new URL(a.url), new URL(b.url)];
	return domainOf(left.host) === domainOf(right.host) && !isPlatform(left.hostname);
}

/** In one line, for the log and the report. */
function reasonOf({ hit, fit, about, signals }: Scored, at: number): string {
	const signs = [
		about ? `it is the page about ${hit.title}` : `holds ${Math.round(100 * fit)} % of what is asked`,
		...(isWeb(hit) && hit.authority && hit.authority !== "general" ? [`kind of source: ${hit.authority}`] : []),
		...(signals.dissent === 1 ? ["its title disagrees"] : []),
		...(signals.correction ? ["it says that it corrects something"] : []),
		...(signals.recency && hit.date !== undefined ? [`of ${hit.date}`] : []),
		...(signals.outdated ? ["it says that it is outdated"] : []),
		...(signals.version === -1 ? ["it is about another version"] : []),
	];
	return `${signs.join(", ")} (result ${at + 1})`;
}
