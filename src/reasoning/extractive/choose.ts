import { jaccard, trigrams } from "../../base/text.ts";
import type { Hit } from "../../evidence/source.ts";
import type { Choice, ChooseInput } from "../reasoner.ts";
import { shareHeld, stemsIn, titleKey, type Wanted, wantedIn } from "./match.ts";
import { namesIn, withParts } from "./names.ts";
import { stillOpen } from "./still-open.ts";

/** Two passages this alike say the same; the second is not worth a read. */
const nearDuplicate = 0.8;
/** Pages read at once for a lookup: what they say decides where to look next, so the first ones must not use up the budget. */
const lookupAtOnce = 3;
/** A passage with less than this of its words in sentences is an index, a table of contents or a list of links. */
const proseLeast = 0.25;

interface Scored {
	hit: Hit;
	score: number;
	reason: string;
}

/** METHOD §4.2: which results are worth reading for a sub-question, best first, at most `max`. */
export function choosePages(input: ChooseInput): Choice[] {
	const max = input.route.shape === "lookup" ? Math.min(input.max, lookupAtOnce) : input.max;
	const scored = (input.purpose === "hop" ? scoreHop(input) : scoreCover(input)).toSorted(
		(a, b) => b.score - a.score || (a.hit.url < b.hit.url ? -1 : 1),
	);
	const chosen: Scored[] = [];
	const grams = new Map(input.hits.map((hit) => [hit.url, trigrams(hit.snippet)]));
	for (const one of scored) {
		if (chosen.length >= max) break;
		const mine = grams.get(one.hit.url) ?? new Set();
		if (chosen.some(({ hit }) => jaccard(mine, grams.get(hit.url) ?? new Set()) >= nearDuplicate)) continue;
		chosen.push(one);
	}
	return chosen.map(({ hit, reason }) => ({ url: hit.url, reason }));
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
		const score = 1 / (1 + at / 5) + shareHeld(own, held) + 0.5 * shareHeld(whole, held) + (about ? 1 : 0) - listPenalty(hit);
		return { hit, score, reason: about ? aboutReason(hit) : shareReason(own, held, at) };
	});
}

/** What each sign adds to the score of a page for a hop. Found by pairwise logistic regression, rounded; `bench/multihop.ts`. */
const hopWeights = { cosine: 12, rest: 3, about: 2, salience: 0.85, names: 0.8, typed: 3.6, rank: 1.5, words: 0.025, back: 0.7 };

/** A hop wants a page that speaks of a bridging name and holds what the name itself does not answer. */
function scoreHop(input: ChooseInput): Scored[] {
	const { hits, question, subQuestion, read, route } = input;
	const stems = hits.map((hit) => stemsIn(`${hit.title} ${hit.snippet}`));
	const whole = wantedIn(question, stems);
	const open = stemsIn(stillOpen(input).join(" "));
	const missing = new Map([...whole].filter(([form]) => open.has(form)));
	const names = subQuestion.focus;
	const named = new Set(names.map(titleKey));
	const counted = route.answerType === "date" || route.answerType === "number";
	return hits.map((hit, at) => {
		const text = `${hit.title} ${hit.snippet}`;
		const held = stems[at] ?? new Set<string>();
		const via = names.findIndex((name) => text.includes(name));
		const bridge = stemsIn(names[via] ?? "");
		const rest = new Map([...missing].filter(([form]) => !bridge.has(form)));
		const about = named.has(titleKey(hit.title));
		const score =
			hopWeights.cosine * (hit.cosine ?? 0.3) +
			hopWeights.rest * shareHeld(rest, held) +
			hopWeights.about * (about ? 1 : 0) +
			hopWeights.salience * (via < 0 ? 0 : 1 / (1 + via / 2)) +
			hopWeights.names * Math.log(1 + names.filter((name) => text.includes(name)).length) +
			hopWeights.typed * (counted ? (/\d/u.test(hit.snippet) ? 1 : 0) : 0.5) +
			hopWeights.rank / (1 + at / 5) +
			hopWeights.words * (hit.bm25 ?? 0) +
			hopWeights.back * (read.some(({ title }) => hit.snippet.includes(title.replace(/ \(.*/u, ""))) ? 1 : 0) -
			3 * listPenalty(hit);
		const reason = about ? aboutReason(hit) : via >= 0 ? `it speaks of ${names[via]}, and ${shareReason(rest, held, at)}` : shareReason(rest, held, at);
		return { hit, score, reason };
	});
}

/** An index, contents or glossary page matches every word and says nothing: 1, else 0. */
function listPenalty(hit: Hit): number {
	if (/^(?:\W*\w*\d*\W*)?(?:index|table of contents|contents|bibliography|sitemap|search results|log in|sign in)$/iu.test(hit.title.trim())) return 1;
	const words = hit.snippet.split(/\s+/u).length;
	const prose = (hit.snippet.match(/[^.!?\n]{40,}[.!?](?=\s|$)/gu) ?? []).join(" ").split(/\s+/u).length;
	return words > 60 && prose / words < proseLeast ? 0.5 : 0;
}

function aboutReason(hit: Hit): string {
	return `it is the page about ${hit.title}`;
}

function shareReason(wanted: Wanted, held: ReadonlySet<string>, at: number): string {
	return `holds ${Math.round(100 * shareHeld(wanted, held))} % of what is asked (result ${at + 1})`;
}
