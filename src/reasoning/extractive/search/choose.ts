import { limits } from "../../../base/limits.ts";
import { jaccard, trigrams } from "../../../base/text.ts";
import { type Hit, isWeb } from "../../../evidence/source.ts";
import type { Choice, ChooseInput } from "../../reasoner.ts";
import { shareHeld, stemsIn, titleKey, type Wanted, wantedIn } from "../match.ts";
import { namesIn, withParts } from "../names.ts";
import { chooseFromWeb } from "./choose-web.ts";
import { stillOpen } from "./still-open.ts";

/** Two passages this alike say the same; the second is not worth a read. */
const nearDuplicate = 0.8;
/** Pages read at once for a lookup: what they say decides where to look next, so the first ones must not use up the budget. */
const lookupAtOnce = 3;
/** Another wording of what led nowhere is a guess: fewer pages are spent on it. */
const recoveryAtOnce = 2;
/** Beyond the least number of pages, one is read only when it scores this share of the best. */
const worthOfBest = 0.4;
/** A passage with less than this of its words in sentences is an index, a table of contents or a list of links. */
const proseLeast = 0.25;

interface Scored {
	hit: Hit;
	score: number;
	reason: string;
}

/** METHOD §4.2: which results are worth reading for a sub-question, best first, at most `max`. */
export function choosePages(input: ChooseInput): Choice[] {
	const max = Math.min(input.max, atOnceOf(input));
	if (input.hits.some(isWeb)) return chooseFromWeb({ ...input, max });
	const telling = input.hits.filter((hit) => !isList(hit.title));
	const hits = telling.length > 0 ? telling : input.hits;
	const scored = (input.purpose === "hop" ? scoreHop : scoreCover)({ ...input, hits }).toSorted(
		(a, b) => b.score - a.score || (a.hit.url < b.hit.url ? -1 : 1),
	);
	const chosen: Scored[] = [];
	const grams = new Map(hits.map((hit) => [hit.url, trigrams(hit.snippet)]));
	for (const one of scored) {
		if (chosen.length >= max) break;
		if (chosen.length >= limits.choiceMin && one.score < worthOfBest * (scored[0]?.score ?? 0)) break;
		const mine = grams.get(one.hit.url) ?? new Set();
		if (chosen.some(({ hit }) => jaccard(mine, grams.get(hit.url) ?? new Set()) >= nearDuplicate)) continue;
		chosen.push(one);
	}
	return chosen.map(({ hit, reason }) => ({ url: hit.url, reason }));
}

function atOnceOf({ purpose, route }: ChooseInput): number {
	if (purpose === "recover") return recoveryAtOnce;
	return route.shape === "lookup" ? lookupAtOnce : limits.choiceMax;
}

/** By rank, the share of what is asked, and being the page about a named thing; the question as a whole weighs half. */
function scoreCover({ hits, question, subQuestion }: ChooseInput): Scored[] {
	const stems = hits.map((hit) => stemsIn(`${hit.title} ${hit.snippet}`));
	const own = wantedIn(subQuestion.text, stems);
	const whole = wantedIn(question, stems);
	const named = new Set([...subQuestion.focus, ...namesIn(subQuestion.text)].flatMap(withParts).map(titleKey));
	return hits.map((hit, at) => {
		const held = stems[at] ?? new Set<string>();
		const about = named.has(titleKey(hit.title));
		const score =
			1 / (1 + at / 5) + shareHeld(own, held) + 0.5 * shareHeld(whole, held) + (about ? 1 : 0) - 0.5 * listPenalty(hit);
		return { hit, score, reason: about ? aboutReason(hit) : shareReason(own, held, at) };
	});
}

/** What each sign adds to the score of a page for a hop. Found by pairwise logistic regression, rounded; `bench/multihop.ts`. */
const hopWeights = {
	cosine: 7,
	words: 0.1,
	rank: 1.7,
	rest: 1.5,
	about: 2.5,
	salience: 0.9,
	names: 0.4,
	typed: 3,
	back: 1,
	list: -1.5,
};

/** A hop wants a page that speaks of a bridging name and holds what the name itself does not answer. */
function scoreHop(input: ChooseInput): Scored[] {
	const { hits, subQuestion } = input;
	const names = subQuestion.focus;
	const all = signsOf(input);
	return hits.flatMap((hit, at) => {
		const signs = all[at];
		if (!signs) return [];
		const score = signNames.reduce((sum, sign) => sum + hopWeights[sign] * signs[sign], 0);
		const via = names.find((name) => `${hit.title} ${hit.snippet}`.includes(name));
		const share = `holds ${Math.round(100 * signs.rest)} % of what is still open (result ${at + 1})`;
		return [
			{
				hit,
				score,
				reason: signs.about === 1 ? aboutReason(hit) : via === undefined ? share : `speaks of ${via} and ${share}`,
			},
		];
	});
}

type Sign = keyof typeof hopWeights;
const signNames = Object.keys(hopWeights) as Sign[];

/** The signs of each result, 0–1 but for `names` (a logarithm), `words` (BM25) and `cosine` (-1 to 1). */
function signsOf(input: ChooseInput): Record<Sign, number>[] {
	const { hits, question, subQuestion, read, route } = input;
	const stems = hits.map((hit) => stemsIn(`${hit.title} ${hit.snippet}`));
	const open = stemsIn(stillOpen(input).join(" "));
	const missing = new Map([...wantedIn(question, stems)].filter(([form]) => open.has(form)));
	const names = subQuestion.focus;
	const named = new Set(names.map(titleKey));
	const counted = route.answerType === "date" || route.answerType === "number";
	return hits.map((hit, at) => {
		const text = `${hit.title} ${hit.snippet}`;
		const via = names.findIndex((name) => text.includes(name));
		const bridge = stemsIn(names[via] ?? "");
		const rest = new Map([...missing].filter(([form]) => !bridge.has(form)));
		return {
			cosine: hit.cosine ?? 0.3,
			words: hit.bm25 ?? 0,
			rank: 1 / (1 + at / 5),
			rest: shareHeld(rest, stems[at] ?? new Set()),
			about: named.has(titleKey(hit.title)) ? 1 : 0,
			salience: via < 0 ? 0 : 1 / (1 + via / 2),
			names: Math.log(1 + names.filter((name) => text.includes(name)).length),
			typed: counted ? (/\d/u.test(hit.snippet) ? 1 : 0) : 0.5,
			back: read.some(({ title }) => hit.snippet.includes(title.replace(/ \(.*/u, ""))) ? 1 : 0,
			list: listPenalty(hit),
		};
	});
}

/** An index, a table of contents and the like match every word and say nothing. */
function isList(title: string): boolean {
	return /^(?:[\p{N}.\s]*|appendix \p{L}\W*)(?:(?:book |subject |general )?index|(?:table of )?contents|bibliography|site ?map|search results|log in|sign in)$/iu.test(
		title.trim(),
	);
}

/** 1 for a passage of names and links in place of sentences, else 0. */
function listPenalty(hit: Hit): number {
	const words = hit.snippet.split(/\s+/u).length;
	const sentences = (hit.snippet.match(/[^.!?\n]{40,}[.!?](?=\s|$)/gu) ?? []).join(" ");
	return words > 60 && sentences.split(/\s+/u).length / words < proseLeast ? 1 : 0;
}

function aboutReason(hit: Hit): string {
	return `it is the page about ${hit.title}`;
}

function shareReason(wanted: Wanted, held: ReadonlySet<string>, at: number): string {
	return `holds ${Math.round(100 * shareHeld(wanted, held))} % of what is asked (result ${at + 1})`;
}
