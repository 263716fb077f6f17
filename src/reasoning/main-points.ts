import { isLowCredibility } from "../evidence/authority.ts";
import type { Claim } from "../evidence/claim.ts";
import type { DistinctFact } from "../evidence/distinct-facts.ts";
import { citedIn, type Draft } from "../evidence/report.ts";
import { contentStems } from "../text/words.ts";
import { quotedFacts, quoteKeyOf } from "./claim-clusters.ts";
import type { WriteInput } from "./reasoner.ts";
import { countDraftWords, reportLengthRange } from "./report-length.ts";

/** Words of a report for each main point, most of them cells and items. */
const wordsPerPoint = 13;
/** A revision has to fit each point into what is there. */
const wordsPerAddition = 20;
/** A sentence that holds this share of a point's content words states it, whatever it cites. */
const statedShareMin = 0.6;
/** Missing points that one revision adds: at least, and at most. */
const revisionPoints = { least: 6, most: 30 };

type PointsInput = Pick<WriteInput, "claims" | "sources" | "route" | "depth" | "plan">;

/**
 * The facts that a report is to state: those that the extraction marked as main points and that answer a sub-question, as many as the
 * report has room for. The most relevant come first, those of low-credibility sources last.
 */
export function mainPoints(input: PointsInput): DistinctFact<Claim>[] {
	const lowCredibilityIds = new Set(input.sources.filter((one) => isLowCredibility(one)).map(({ id }) => id));
	const lengthRange = reportLengthRange(input, input.claims.length);
	const rank = ({ claim, also }: DistinctFact<Claim>) => {
		const all = [claim, ...also];
		const isLow = all.every(({ sourceId }) => lowCredibilityIds.has(sourceId));
		return Math.max(...all.map(({ relevance }) => relevance)) + all.length / 100 - (isLow ? 1 : 0);
	};
	return quotedFacts(input.claims)
		.filter(({ claim, also }) => [claim, ...also].some(({ main, class: kind }) => main && kind === "direct"))
		.toSorted((a, b) => rank(b) - rank(a))
		.slice(0, lengthRange && Math.floor(lengthRange.high / wordsPerPoint));
}

/** Ids of main points that no sentence of a draft cites or states, as many as the draft still has room for. */
export function missingPoints(input: PointsInput, draft: Draft): string[] {
	const ids = new Set(citedIn({ ...draft, disputes: [] }));
	const cited = new Set(input.claims.filter(({ id }) => ids.has(id)).map(quoteKeyOf));
	const stemsByText = [...(draft.bottomLine ?? []), ...draft.sections.flatMap(({ sentences }) => sentences)].map(
		({ text }) => new Set(contentStems(text)),
	);
	const isStated = ({ text }: Claim) => {
		const stems = [...new Set(contentStems(text))];
		return stemsByText.some((known) => stems.filter((stem) => known.has(stem)).length >= stems.length * statedShareMin);
	};
	const lengthRange = reportLengthRange(input, input.claims.length);
	const pointsLeft = lengthRange
		? Math.floor((lengthRange.high - countDraftWords(draft)) / wordsPerAddition)
		: revisionPoints.most;
	return mainPoints(input)
		.map(({ claim, also }) => [claim, ...also])
		.filter((fact) => !fact.some((one) => cited.has(quoteKeyOf(one)) || isStated(one)))
		.flatMap((fact) => fact.find(({ main }) => main) ?? [])
		.slice(0, Math.min(revisionPoints.most, Math.max(revisionPoints.least, pointsLeft)))
		.map(({ id }) => id);
}
