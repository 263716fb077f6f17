import { decodeAddressPart } from "../../../base/text.ts";
import { authorityOf, authorityWeight } from "../../../evidence/authority.ts";
import { correctionKindOf } from "../../../evidence/correction-notice.ts";
import { dissentScore } from "../../../evidence/dissent.ts";
import { type Hit, isWeb } from "../../../evidence/source.ts";
import { nameAndParts, possibleTitlesIn } from "../../../text/entities.ts";
import type { ChooseInput } from "../../reasoner.ts";
import { heldWeightShare, stemsIn, stemWeights, titleKey, unansweredWords } from "./match.ts";
import { isOutdated, versionFit } from "./status.ts";

/** The weight of each signal in a result's score for a sub-question. All signals are 0–1 except `version`. */
const signalWeights = {
	/**
	 * For a lookup, whose page holds all that is asked: the share of its words that a result shows. For an open question: words and meaning
	 * as the index scores them. Each does worse for the other.
	 */
	relevance: 1.6,
	/** The order of the fused searches. */
	rank: 1,
	/** Whether it is the page about a named thing. In a manual another page may say more of it. */
	about: 0.5,
	/** On a hop: whether it names a bridging name. The first names count more. */
	bridge: 0,
	authority: 0.8,
	/** The newest of dated results over the oldest, if the question is about the current state. */
	recency: 0.6,
	/** Whether it corrects or withdraws what others say on the same thing. */
	correction: 0.7,
	/** Whether it says that it disagrees, if dissent is wanted. */
	dissent: 0.8,
	/** Whether it says that it is outdated. */
	outdated: -0.5,
	/** 1 if its title or address names the requested version, -1 if they name others. */
	version: 0.4,
};
type ResultSignal = keyof typeof signalWeights;

/** A hop needs a page that mentions a bridging name and holds what the name itself does not answer. */
const hopWeights = { ...signalWeights, bridge: 1.5, about: 2.5 };

/** Share of the meaning in the fused score, as in the index. */
const meaningShare = 0.55;

export interface ScoredResult {
	hit: Hit;
	/** Stems of its title and passage. */
	stems: ReadonlySet<string>;
	score: number;
	/** Share of the sub-question's words that it shows. */
	fit: number;
	/** Whether it is the page about a named thing. */
	about: boolean;
	signals: Record<ResultSignal, number>;
}

export function scoreResults(input: ChooseInput): ScoredResult[] {
	const { hits, question, subQuestion, route, purpose } = input;
	const isHop = purpose === "hop" && !hits.some(isWeb);
	const wantsDissent = purpose === "challenge" || subQuestion.stance === "adversarial";
	const shown = hits.map((hit) => stemsIn(`${hit.title} ${hit.snippet}`));
	const stems = hits.map((hit, at) => new Set([...(shown[at] ?? []), ...stemsIn(pathWords(hit))]));
	const subQuestionStems = stemWeights(isHop ? unansweredWords(input).join(" ") : subQuestion.text, stems);
	const questionStems = stemWeights(question, stems);
	const named = new Set(
		[...subQuestion.focus.flatMap(nameAndParts), ...(isHop ? [] : possibleTitlesIn(subQuestion.text))].map(titleKey),
	);
	const ages = recencyByHit(hits);
	const fused = fusedScores(hits);
	const weightTable = isHop ? hopWeights : signalWeights;
	return hits.map((hit, at) => {
		const stemsHere = stems[at] ?? new Set<string>();
		const fit = wantsDissent
			? Math.max(heldWeightShare(subQuestionStems, stemsHere), heldWeightShare(questionStems, stemsHere))
			: heldWeightShare(subQuestionStems, stemsHere);
		const share = isHop ? fit : (2 * fit + heldWeightShare(questionStems, stemsHere)) / 3;
		const about = named.has(titleKey(hit.title));
		const bridgeIndex = isHop
			? subQuestion.focus.findIndex((name) => `${hit.title} ${hit.snippet}`.includes(name))
			: -1;
		const signals: Record<ResultSignal, number> = {
			relevance: route.shape === "lookup" ? share + (isHop ? (fused[at] ?? 0) : 0) : (fused[at] ?? share),
			rank: 1 / (1 + at / 5),
			about: about ? 1 : 0,
			bridge: bridgeIndex < 0 ? 0 : 1 / (1 + bridgeIndex / 2),
			// A folder that the user named counts as a primary source.
			authority: isWeb(hit) ? authorityWeight(hit.authority ?? authorityOf(hit)) : authorityWeight("primary"),
			recency: route.recency ? (ages.get(hit) ?? 0.5) : 0,
			correction: isWeb(hit) && correctionKindOf(hit) !== undefined ? fit : 0,
			dissent: wantsDissent && isWeb(hit) ? dissentScore(hit) : 0,
			outdated: isOutdated(hit) && !isOutdated({ title: question }) ? 1 : 0,
			version: versionFit(hit, question),
		};
		const score = Object.entries(weightTable).reduce(
			(sum, [name, weight]) => sum + weight * signals[name as ResultSignal],
			0,
		);
		return { hit, stems: shown[at] ?? stemsHere, score, fit, about, signals };
	});
}

/** Each result's score by words and by meaning, as a share of the best one's. Undefined if the index gave none. */
function fusedScores(hits: readonly Hit[]): (number | undefined)[] {
	const words = Math.max(...hits.map(({ bm25 = 0 }) => bm25)) || 1;
	const meaning = Math.max(...hits.map(({ cosine = 0 }) => cosine));
	return hits.map(({ bm25, cosine = 0 }) => {
		if (bm25 === undefined) return undefined;
		return meaning > 0 ? meaningShare * (cosine / meaning) + (1 - meaningShare) * (bm25 / words) : bm25 / words;
	});
}

/** Whether a title is that of an index. English only: elsewhere the passage itself shows it. */
export function isIndexTitle(title: string): boolean {
	return /^[\p{N}.\s]*(?:(?:book |subject |general )?index|(?:table of )?contents|bibliography|site ?map|search results)$/iu.test(
		title.trim(),
	);
}

/** The words of a page's path: often its title, if a service cut that. */
function pathWords({ url }: Hit): string {
	return isWeb({ url }) && URL.canParse(url) ? decodeAddressPart(new URL(url).pathname).replace(/[-_/.+]+/g, " ") : "";
}

/** 1 for the newest dated result, 0 for the oldest, by rank: the distance between dates means no more. */
function recencyByHit(hits: readonly Hit[]): Map<Hit, number> {
	const dated = hits.filter(({ date }) => date !== undefined);
	const days = [...new Set(dated.map(({ date = "" }) => date))].toSorted();
	return new Map(dated.map((hit) => [hit, days.length < 2 ? 0.5 : days.indexOf(hit.date ?? "") / (days.length - 1)]));
}
