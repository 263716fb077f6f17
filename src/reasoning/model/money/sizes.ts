import type { Role } from "../../../evidence/call.ts";
import type { Effort } from "../../../evidence/event.ts";
import type { Shape } from "../../../evidence/question.ts";

/** From the least to the most that is usual. */
export interface Range {
	low: number;
	high: number;
}

/** Tokens of one request of a role. */
export interface Size {
	/** What is always there: prompt, schema, question, plan, and for some a page or a list of results. */
	input: Range;
	/** On top for each claim that is shown (claim, quote, source). */
	perClaim: number;
	/** The answer, reasoning apart. */
	output: Range;
}

/** All guesses of sizes, in one place: to be set anew from measured runs (`docs/evaluation.md`). */
export const sizes: Record<Role, Size> = {
	route: { input: { low: 900, high: 1_300 }, perClaim: 0, output: { low: 100, high: 250 } },
	interpret: { input: { low: 900, high: 1_500 }, perClaim: 0, output: { low: 150, high: 500 } },
	plan: { input: { low: 1_500, high: 2_500 }, perClaim: 0, output: { low: 400, high: 1_400 } },
	rewriteQuery: { input: { low: 1_200, high: 3_000 }, perClaim: 0, output: { low: 50, high: 150 } },
	// 20 pooled results with their best passages.
	choosePages: { input: { low: 2_000, high: 7_000 }, perClaim: 0, output: { low: 100, high: 400 } },
	// One page, a short article to a long document cut to its passages.
	extractClaims: { input: { low: 2_000, high: 8_000 }, perClaim: 0, output: { low: 300, high: 1_500 } },
	compareClaims: { input: { low: 1_000, high: 2_000 }, perClaim: 60, output: { low: 50, high: 500 } },
	// All claims, and the beginnings of pages.
	findGaps: { input: { low: 2_000, high: 6_000 }, perClaim: 60, output: { low: 150, high: 700 } },
	// An investigator's middle turn: half of its transcript.
	nextAction: { input: { low: 4_000, high: 10_000 }, perClaim: 0, output: { low: 100, high: 500 } },
	answer: { input: { low: 1_200, high: 2_000 }, perClaim: 110, output: { low: 100, high: 400 } },
	draft: { input: { low: 1_800, high: 3_000 }, perClaim: 110, output: { low: 600, high: 3_000 } },
	review: { input: { low: 1_800, high: 4_500 }, perClaim: 0, output: { low: 300, high: 1_000 } },
	revise: { input: { low: 3_000, high: 6_500 }, perClaim: 110, output: { low: 600, high: 3_000 } },
	// Some 10 sentences with the quotes that they cite.
	judgeSupport: { input: { low: 1_200, high: 4_000 }, perClaim: 0, output: { low: 150, high: 800 } },
};

/** Reasoning before an answer. Tokens. */
export const reasoningOf: Record<Effort | "default", Range> = {
	none: { low: 0, high: 0 },
	minimal: { low: 0, high: 200 },
	low: { low: 50, high: 800 },
	medium: { low: 200, high: 2_000 },
	high: { low: 500, high: 5_000 },
	xhigh: { low: 1_000, high: 9_000 },
	max: { low: 1_500, high: 14_000 },
	// Many models do not reason unless they are told to.
	default: { low: 0, high: 1_500 },
};

/** Claims that one page gives on average. */
export const CLAIMS_A_PAGE: Range = { low: 1.5, high: 4 };
/** Messages of one investigator: search, read, report; up to search, read twice, search, read twice, report. */
export const MESSAGES_AN_INVESTIGATOR: Range = { low: 3, high: 8 };
/** Sentences that one request judges, and cited sentences of a report. */
export const JUDGED_AT_ONCE = 10;
export const SENTENCES: Record<Shape, Range> = {
	lookup: { low: 1, high: 8 },
	extraction: { low: 4, high: 25 },
	synthesis: { low: 12, high: 45 },
};
/** UTF-8 bytes a token of usual text: the bound on a request counts its bytes. */
export const BYTES_A_TOKEN = 4.5;
