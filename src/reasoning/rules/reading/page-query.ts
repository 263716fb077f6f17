import { contentStems, stemsOf, wordsIn } from "../../../text/words.ts";
import { type LinearModel, probabilityOf } from "../../linear-model.ts";
import type { ExtractInput } from "../../reasoner.ts";
import { analysisOf } from "../question/analysis.ts";
import learned from "../reading/weights.json" with { type: "json" };
import type { ClaimUnit } from "./claim-units.ts";

/** The terms to find in a page. */
export interface PageQuery {
	/** Weights by stem. `own`: of the sub-question; the others stand only in the whole question. */
	terms: ReadonlyMap<string, { weight: number; own: boolean }>;
	/** The stems of each name in the sub-question or its focus. Without names, of its topic. */
	subjects: readonly (readonly string[])[];
}

/** Weight of a word that only the whole question holds, and of a part of an identifier: `work_mem` means that very word. */
const contextWeight = 0.3;

export function pageQuery({
	question,
	route,
	subQuestion,
}: Pick<ExtractInput, "question" | "route" | "subQuestion">): PageQuery {
	const isWhole = question === subQuestion.text;
	const subQuestionAnalysis = analysisIfAny(subQuestion.text, isWhole ? route : undefined);
	const named = [...(subQuestionAnalysis?.names ?? []), ...subQuestion.focus, subQuestion.subject ?? ""];
	const identifiers = wordsIn(subQuestion.text).flatMap(({ lower }) => (isIdentifier(lower) ? [lower] : []));
	const subjects = [
		[...new Set(identifiers)].map((one) => [one]),
		...[
			named,
			isWhole ? [] : (analysisIfAny(question, route)?.names ?? []),
			route.subjects.length > 0 ? route.subjects : [subQuestionAnalysis?.topic ?? ""],
		].map((names) => names.map(contentStems)),
	].map((names) => names.filter((stems) => stems.length > 0));
	const terms = new Map<string, { weight: number; own: boolean }>();
	for (const stem of contentStems(question)) terms.set(stem, { weight: contextWeight, own: false });
	for (const stem of [subQuestion.text, ...named].flatMap(contentStems)) terms.set(stem, { weight: 1, own: true });
	for (const part of identifiers.flatMap((one) => stemsOf(one).slice(1)))
		terms.set(part, { weight: contextWeight, own: false });
	return {
		terms,
		subjects: subjects.find((names) => names.length > 0) ?? [],
	};
}

function isIdentifier(word: string): boolean {
	return /\p{L}_\p{L}|\p{N}_\p{L}/u.test(word);
}

/** The analysis of a text, if it has words. */
function analysisIfAny(text: string, route: ExtractInput["route"] | undefined) {
	return wordsIn(text).length === 0 ? undefined : analysisOf(text, route);
}

/** The best share of one name's stems that a text holds, 0–1. */
function bestNameShare(names: readonly (readonly string[])[], stems: ReadonlySet<string>): number {
	return Math.max(0, ...names.map((name) => name.filter((stem) => stems.has(stem)).length / name.length));
}

/** The signals of a unit's relevance, 0–1. */
export const claimSignalNames = ["own"] as const;
export type ClaimSignal = (typeof claimSignalNames)[number];

/** A unit with its match to the query. */
export interface MatchedUnit {
	unit: ClaimUnit;
	/** Share of the terms' weight in it and in the term that it explains (BM25's idf of the page, relative to a perfect unit). */
	own: number;
	/** Share of the sub-question's words in it, its headings and the page's title, however common they are on the page. */
	covered: number;
	/** The best share of a name that stands in it or above it. */
	named: number;
}

/** Number of terms that a perfect sentence holds of a long question. */
const fullTermsMax = 6;
/** Text above a unit counts less than its own text (BM25F, Robertson et al. 2004). */
const aboveCredit = 0.6;

/** Every unit of a page with its match to the query. */
export function matchUnits(units: readonly ClaimUnit[], title: string, query: PageQuery): MatchedUnit[] {
	const stemsByUnit = units.map(({ text, term = "" }) => new Set(contentStems(`${term}\n${text}`)));
	const terms = [...query.terms].map(([term, { weight, own: isAsked }]) => {
		const holding = stemsByUnit.filter((stems) => stems.has(term)).length;
		const rarity = Math.log(1 + (units.length - holding + 0.5) / (holding + 0.5)) / Math.log(2 * units.length + 4);
		return { term, isAsked, idf: weight * (0.25 + 0.75 * Math.min(1, rarity)) };
	});
	const subQuestionTerms = terms.filter(({ isAsked }) => isAsked);
	const weightMax = fullWeight(subQuestionTerms.map(({ idf }) => idf));
	const contexts = new Map<string, ReadonlySet<string>>();
	return units.map((unit, at): MatchedUnit => {
		const stems = stemsByUnit[at] ?? new Set();
		const context = [title, ...unit.path, ...(unit.header ?? [])].join("\n");
		const above = contexts.get(context) ?? new Set(contentStems(context));
		contexts.set(context, above);
		const inside = terms.reduce((sum, { term, idf }) => sum + (stems.has(term) ? idf : 0), 0);
		const creditOf = (term: string) => (stems.has(term) ? 1 : above.has(term) ? aboveCredit : 0);
		return {
			unit,
			own: Math.min(1, inside / weightMax),
			covered:
				subQuestionTerms.reduce((sum, { term }) => sum + creditOf(term), 0) / Math.max(1, subQuestionTerms.length),
			named: Math.max(bestNameShare(query.subjects, stems), bestNameShare(query.subjects, above)),
		};
	});
}

/** The weight that a perfect unit holds. Further terms of a long question count less. */
function fullWeight(idfs: readonly number[]): number {
	return idfs.toSorted((a, b) => b - a).reduce((sum, idf, at) => sum + (at < fullTermsMax ? idf : idf / 4), 0) || 1;
}

const model: LinearModel<ClaimSignal> = learned;

/** The chance, 0–1, that a reader would mark the unit, learned by `npm run train -- claims` (`weights.json`). */
export function relevanceOf(unit: Record<ClaimSignal, number>): number {
	return probabilityOf(model, unit);
}
