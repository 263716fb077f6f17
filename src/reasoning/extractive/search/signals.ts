import { decodedAddress } from "../../../base/text.ts";
import { authorityOf, weightOf } from "../../../evidence/authority.ts";
import { correctionOf } from "../../../evidence/correction.ts";
import { dissentIn } from "../../../evidence/dissent.ts";
import { type Hit, isWeb } from "../../../evidence/source.ts";
import type { ChooseInput } from "../../reasoner.ts";
import { titlesIn, withParts } from "../../text/names.ts";
import { shareHeld, stemsIn, titleKey, wantedIn } from "./match.ts";
import { stillOpen } from "./matter.ts";
import { isOutdated, versionFit } from "./status.ts";

/** A passage with less than this of its words in sentences is an index, a table of contents or a list of links. */
const proseLeast = 0.25;
/** Fewer words are no list. */
const listWords = 60;

/** What each signal adds to the score of a result for a sub-question; all are 0–1 but `version`. */
const coverWeights = {
	/**
	 * For a lookup, whose page holds all that is asked, the share of its words that a result shows; for an open question words and
	 * meaning as the index scores them. Each does worse for the other.
	 */
	relevance: 1.6,
	/** The order of the fused searches. */
	rank: 1,
	/** It is the page about a named thing; in a manual another page may say more of it. */
	about: 0.5,
	authority: 0.8,
	/** The newest of dated results over the oldest, where the question is about the current state. */
	recency: 0.6,
	/** It corrects or withdraws what others say on the same thing. */
	correction: 0.7,
	/** It says that it disagrees, where that is looked for. */
	dissent: 0.8,
	/** It says that it is outdated. */
	outdated: -0.5,
	/** 1 where its title or address names the version that is asked for, -1 where they name others. */
	version: 0.4,
};

/**
 * The same for a hop, which wants a page that speaks of a bridging name and holds what the name itself does not answer. `cosine` is
 * -1 to 1, `words` BM25, `names` a logarithm. Learned by pairwise logistic regression, rounded.
 */
const hopWeights = {
	cosine: 7,
	words: 0.1,
	rank: 1.7,
	/** Share of what is still open beside the bridging name; being the page about that name; the name's place among the leads. */
	rest: 1.5,
	about: 2.5,
	salience: 0.9,
	names: 0.4,
	/** It holds a figure where one is asked for. */
	typed: 3,
	/** It names a page that was read. */
	back: 1,
	list: -1.5,
};

/** Of the fused score, as in the index. */
const meaningShare = 0.55;

export interface Scored {
	hit: Hit;
	/** Of its title and passage. */
	stems: ReadonlySet<string>;
	score: number;
	/** Share of the sub-question's words that it shows. */
	fit: number;
	/** It is the page about a named thing. */
	about: boolean;
	signals: Record<string, number>;
}

export function scoreCover(input: ChooseInput): Scored[] {
	const { hits, question, subQuestion, route, purpose } = input;
	const against = purpose === "challenge" || subQuestion.stance === "adversarial";
	const shown = hits.map((hit) => stemsIn(`${hit.title} ${hit.snippet}`));
	const stems = hits.map((hit, at) => new Set([...(shown[at] ?? []), ...stemsIn(pathWords(hit))]));
	const own = wantedIn(subQuestion.text, stems);
	const whole = wantedIn(question, stems);
	const named = new Set([...subQuestion.focus.flatMap(withParts), ...titlesIn(subQuestion.text)].map(titleKey));
	const ages = agesOf(hits);
	const fused = fusedScores(hits);
	return hits.map((hit, at) => {
		const held = stems[at] ?? new Set<string>();
		const fit = against ? Math.max(shareHeld(own, held), shareHeld(whole, held)) : shareHeld(own, held);
		const share = (2 * fit + shareHeld(whole, held)) / 3;
		const about = named.has(titleKey(hit.title));
		const signals: Record<keyof typeof coverWeights, number> = {
			relevance: route.shape === "lookup" ? share : (fused[at] ?? share),
			rank: rankSignal(at),
			about: about ? 1 : 0,
			// A folder that the user named is taken for what it says.
			authority: isWeb(hit) ? weightOf(hit.authority ?? authorityOf(hit)) : weightOf("primary"),
			recency: route.recency ? (ages.get(hit) ?? 0.5) : 0,
			correction: isWeb(hit) && correctionOf(hit) !== undefined ? fit : 0,
			dissent: against && isWeb(hit) ? dissentIn(hit) : 0,
			outdated: isOutdated(hit) && !isOutdated({ title: question }) ? 1 : 0,
			version: versionFit(hit, question),
		};
		return { hit, stems: shown[at] ?? held, score: weighed(coverWeights, signals), fit, about, signals };
	});
}

export function scoreHop(input: ChooseInput): Scored[] {
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
		const held = stems[at] ?? new Set<string>();
		const fit = shareHeld(rest, held);
		const about = named.has(titleKey(hit.title));
		const signals: Record<keyof typeof hopWeights, number> = {
			cosine: hit.cosine ?? 0.3,
			words: hit.bm25 ?? 0,
			rank: rankSignal(at),
			rest: fit,
			about: about ? 1 : 0,
			salience: via < 0 ? 0 : 1 / (1 + via / 2),
			names: Math.log(1 + names.filter((name) => text.includes(name)).length),
			typed: counted ? (/\d/u.test(hit.snippet) ? 1 : 0) : 0.5,
			back: read.some(({ title }) => hit.snippet.includes(title.replace(/ \(.*/u, ""))) ? 1 : 0,
			list: isList(hit) ? 1 : 0,
		};
		return { hit, stems: held, score: weighed(hopWeights, signals), fit, about, signals };
	});
}

function weighed<Name extends string>(weights: Record<Name, number>, signals: Record<Name, number>): number {
	const names = Object.keys(weights) as Name[];
	return names.reduce((sum, name) => sum + weights[name] * signals[name], 0);
}

/** Each result's score by words and by meaning, as shares of the best one's; undefined where the index gave none. */
function fusedScores(hits: readonly Hit[]): (number | undefined)[] {
	const words = Math.max(...hits.map(({ bm25 = 0 }) => bm25)) || 1;
	const meaning = Math.max(...hits.map(({ cosine = 0 }) => cosine));
	return hits.map(({ bm25, cosine = 0 }) => {
		if (bm25 === undefined) return undefined;
		return meaning > 0 ? meaningShare * (cosine / meaning) + (1 - meaningShare) * (bm25 / words) : bm25 / words;
	});
}

/** 1 for the first result, half for the sixth. */
function rankSignal(at: number): number {
	return 1 / (1 + at / 5);
}

/** Names and links in place of sentences: an index, a table of contents and the like match every word and say nothing. */
function isList({ title, snippet }: Hit): boolean {
	const words = snippet.split(/\s+/u).length;
	const sentences = (snippet.match(/[^.!?\n]{40,}[.!?](?=\s|$)/gu) ?? []).join(" ");
	return isIndex(title) || (words > listWords && sentences.split(/\s+/u).length / words < proseLeast);
}

/** English; elsewhere what the passage is made of tells as much. */
export function isIndex(title: string): boolean {
	return /^[\p{N}.\s]*(?:(?:book |subject |general )?index|(?:table of )?contents|bibliography|site ?map|search results)$/iu.test(
		title.trim(),
	);
}

/** The words of a page's path: often its title, where a service cut that. */
function pathWords({ url }: Hit): string {
	return isWeb({ url }) && URL.canParse(url) ? decodedAddress(new URL(url).pathname).replace(/[-_/.+]+/g, " ") : "";
}

/** 1 for the newest dated result, 0 for the oldest, by their order: a date far off says no more than that it is the last. */
function agesOf(hits: readonly Hit[]): Map<Hit, number> {
	const dated = hits.filter(({ date }) => date !== undefined);
	const days = [...new Set(dated.map(({ date = "" }) => date))].toSorted();
	return new Map(dated.map((hit) => [hit, days.length < 2 ? 0.5 : days.indexOf(hit.date ?? "") / (days.length - 1)]));
}
