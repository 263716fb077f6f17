import type { Draft } from "../../../evidence/report.ts";
import { isWeb } from "../../../evidence/source.ts";
import { answerChance, isAnswerCertain, likeliestOf } from "../blocks/answer-chance.ts";
import { candidatesOf, readMaterial } from "../blocks/candidates.ts";
import { answerMode, type ScoredPassage } from "../blocks/score-passages.ts";
import { firstWordsMax, widenPassage } from "../blocks/widen.ts";
import { analysisOf, isSurvey } from "../question/analysis.ts";
import { answerChain, needsChain } from "./answer-chain.ts";
import { DraftWriter, type ExtractiveDraftInput } from "./draft-writer.ts";
import { lacksRarestTerm, withFitFirst, withTermsFirst } from "./held-terms.ts";
import { inForceFirst, replacementsFor } from "./in-force.ts";
import {
	hasDirectEvidence,
	hasFewAnswers,
	isFarFromQuestion,
	isNothingRelevant,
	isUnstated,
	unheldOf,
} from "./notes.ts";
import { isUnfitAnswer } from "./quoted-block.ts";
import { readChain } from "./read-chain.ts";

/**
 * METHOD §9 without a model: whole passages of the pages, chosen and ordered by `analysis.kind`. Every factual sentence is a passage. The
 * report's own words are frames. Deterministic. Empty if no page holds what is asked about.
 */
export async function draft(input: ExtractiveDraftInput): Promise<Draft> {
	const analysis = analysisOf(input.question, input.route);
	const unheld = unheldOf(input, analysis);
	if (!input.answer && isNothingRelevant(input, analysis, unheld)) return { sections: [] };
	const read = await readMaterial(input);
	const replacements = replacementsFor(input);
	const titles = new Map(input.sources.map(({ id, title }) => [id, title]));
	const isUnfit = (one: ScoredPassage) => isUnfitAnswer(one, input.question, titles.get(one.passage.sourceId) ?? "");
	const ranked = withTermsFirst(await candidatesOf(input, analysis, "place", read), analysis.core, titles);
	const places = inForceFirst(withFitFirst(ranked, isUnfit), replacements);
	// The pages are about something else.
	if (!hasDirectEvidence(input) && (unheld.length > 0 || isFarFromQuestion(places, analysis))) return { sections: [] };
	const isLookup = input.route.shape === "lookup" && analysis.asks.length === 1 && analysis.kind !== "yes_no";
	const found = isLookup
		? (answerChain(analysis.core, input.claims, input.sources) ?? (await readChain(analysis.core, input)))
		: undefined;
	const chain = found?.length === 0 ? undefined : found;
	const isChainMissing =
		found?.length === 0 || (isLookup && !chain && needsChain(analysis, input.claims, input.sources));
	const chance = answerChance(places, analysis.kind);
	const isNowhere = !chain && (isChainMissing || isUnstated(chance, unheld));
	// If the pages hardly state what is asked, the nearest passages are shown. A survey is many matters, so it is excepted.
	// A manual decides a question for yes or no in few places. On the web people answer it differently.
	const isDecided = analysis.answerType === "yes_no" && !input.sources.some(isWeb);
	const isOnePlace = !isSurvey(analysis) && (isNowhere || isDecided || hasFewAnswers(places, chance, input.sources));
	const mode = isOnePlace ? "place" : answerMode(analysis, input.route.shape);
	const first = likeliestOf(places);
	const widened = first && widenPassage(first, read, input.claims, firstWordsMax);
	const title = input.sources.find(({ id }) => id === first?.passage.sourceId)?.title ?? "";
	const isFit = !(first && lacksRarestTerm(first, places, analysis.core, titles)) && !(widened && isUnfit(widened));
	const isStated = chain !== undefined || (isFit && isAnswerCertain(places, analysis, widened?.passage, title));
	const certainty = isNowhere ? "unstated" : isStated ? "stated" : "unsure";
	const parts = mode === "place" ? places : await candidatesOf(input, analysis, mode, read);
	return new DraftWriter(input, {
		analysis,
		mode,
		read,
		unheld,
		certainty,
		chain,
		places,
		parts,
		replacements,
	}).draft();
}
