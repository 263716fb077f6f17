import type { Role } from "../../../evidence/call.ts";
import type { Effort } from "../../../evidence/event.ts";
import type { DepthName } from "../../../evidence/plan.ts";
import type { Shape } from "../../../evidence/question.ts";

/** From the least to the most that is usual. */
export interface NumberRange {
	low: number;
	high: number;
}

/** Tokens of one request of a role. */
export interface RequestSize {
	/** The constant part: prompt, schema, question, plan, and for some roles a page or a list of results. */
	input: NumberRange;
	/** Added for each claim that is shown (claim, quote, source). */
	perClaim: number;
	/** The answer, without reasoning. */
	output: NumberRange;
}

/**
 * Sizes of requests: the first and the last tenth of 176 measured ones (seven runs at depth quick on paragraphs and on long
 * manual pages, `docs/figures.md`). A token counts as four characters.
 */
export const requestSizes: Record<Role, RequestSize> = {
	begin: { input: { low: 2_300, high: 2_800 }, perClaim: 0, output: { low: 370, high: 750 } },
	// Not measured: its prompt is as long as that of the route, and its answer shorter.
	clarify: { input: { low: 880, high: 1_010 }, perClaim: 0, output: { low: 10, high: 150 } },
	route: { input: { low: 880, high: 1_010 }, perClaim: 0, output: { low: 70, high: 110 } },
	interpret: { input: { low: 750, high: 920 }, perClaim: 0, output: { low: 40, high: 160 } },
	plan: { input: { low: 1_200, high: 1_450 }, perClaim: 0, output: { low: 260, high: 480 } },
	// Not measured: a short prompt with the plan.
	steer: { input: { low: 900, high: 1_500 }, perClaim: 0, output: { low: 40, high: 300 } },
	rewriteQuery: { input: { low: 880, high: 1_650 }, perClaim: 0, output: { low: 85, high: 140 } },
	choosePages: { input: { low: 1_450, high: 7_000 }, perClaim: 0, output: { low: 40, high: 140 } },
	// One page: from a paragraph to a long document cut to its passages.
	extractClaims: { input: { low: 1_900, high: 12_000 }, perClaim: 0, output: { low: 80, high: 4_000 } },
	// Every matter of the wave.
	compareClaims: { input: { low: 900, high: 3_700 }, perClaim: 0, output: { low: 40, high: 670 } },
	findGaps: { input: { low: 1_650, high: 2_400 }, perClaim: 50, output: { low: 10, high: 500 } },
	// An investigator's middle message, with half of its transcript.
	nextAction: { input: { low: 1_800, high: 6_500 }, perClaim: 0, output: { low: 25, high: 300 } },
	answer: { input: { low: 1_050, high: 1_300 }, perClaim: 100, output: { low: 30, high: 90 } },
	draft: { input: { low: 2_300, high: 3_200 }, perClaim: 100, output: { low: 60, high: 8_000 } },
	review: { input: { low: 2_600, high: 5_500 }, perClaim: 0, output: { low: 600, high: 1_000 } },
	revise: { input: { low: 2_400, high: 8_500 }, perClaim: 100, output: { low: 50, high: 8_500 } },
	// Up to 40 sentences with the quotes that they cite.
	judgeSupport: { input: { low: 1_050, high: 9_000 }, perClaim: 0, output: { low: 90, high: 1_400 } },
	// Not measured: a merged report of 3,000 to 8,000 words, whole or in batches, and a report of one pulse.
	conclude: { input: { low: 4_500, high: 14_000 }, perClaim: 0, output: { low: 150, high: 500 } },
	polish: { input: { low: 1_500, high: 6_500 }, perClaim: 0, output: { low: 100, high: 6_000 } },
	judgePulse: { input: { low: 1_500, high: 8_000 }, perClaim: 0, output: { low: 60, high: 250 } },
	// Not measured: the size of `answer`, with the claims that speak for and against one value.
	vote: { input: { low: 1_050, high: 2_500 }, perClaim: 0, output: { low: 40, high: 120 } },
	// Not measured: a report of 400 to 8,000 words with some criteria, and a reason for each verdict.
	grade: { input: { low: 1_400, high: 13_000 }, perClaim: 0, output: { low: 60, high: 1_500 } },
};

/** Reasoning before an answer. Tokens. */
export const reasoningTokens: Record<Effort | "default", NumberRange> = {
	none: { low: 0, high: 0 },
	minimal: { low: 0, high: 200 },
	low: { low: 50, high: 800 },
	medium: { low: 200, high: 2_000 },
	high: { low: 500, high: 5_000 },
	xhigh: { low: 1_000, high: 9_000 },
	max: { low: 1_500, high: 14_000 },
	// Many models do not reason unless asked to.
	default: { low: 0, high: 1_500 },
};

/** Waves of an open question: the first, those of follow-up questions, and one more for dead ends. */
export const WAVES: Record<DepthName, NumberRange> = {
	quick: { low: 1, high: 3 },
	standard: { low: 2, high: 3 },
	deep: { low: 2, high: 5 },
	// Of its passes together: four to six in the first round, and one for each round of gaps.
	survey: { low: 8, high: 20 },
};
/** Passes of a survey: of its first round, and one for each round of gaps. */
export const SURVEY_PASSES: NumberRange = { low: 3, high: 9 };
/** Claims per page on average, and extractions per page: one more where a follow-up question names what the page holds. Measured. */
export const CLAIMS_PER_PAGE: NumberRange = { low: 3, high: 20 };
export const EXTRACTIONS_PER_PAGE: NumberRange = { low: 1, high: 1.25 };
/** Messages of one investigator, which begins with results: read and report; mostly also another search and read. */
export const MESSAGES_PER_INVESTIGATOR: NumberRange = { low: 2, high: 4 };
/** Sentences that one request judges, and cited sentences of a report. */
export const SENTENCES_PER_CHECK = 40;
export const REPORT_SENTENCES: Record<Shape, NumberRange> = {
	lookup: { low: 1, high: 8 },
	extraction: { low: 4, high: 25 },
	synthesis: { low: 12, high: 110 },
};
/** UTF-8 bytes per token of usual text, as the upper bound on a request counts bytes. */
export const USUAL_BYTES_PER_TOKEN = 4.5;
