import { withoutAddresses } from "../../evidence/question-addresses.ts";
import { compareClaims } from "../disputes/compare.ts";
import { judgePulseByRules } from "../pulse.ts";
import type { Reasoner } from "../reasoner.ts";
import { extractClaims } from "./extract.ts";
import { interpret, plan } from "./question/plan.ts";
import { route } from "./question/route.ts";
import { draft } from "./report/draft.ts";
import { choosePages } from "./search/choose-pages.ts";
import { findGaps, missingNames } from "./search/gaps.ts";
import { rewriteQuery } from "./search/queries.ts";
import { judgeSupport } from "./support/judge-support.ts";

export { countTerms as countsOf, TermStatistics as Statistics } from "../../text/term-statistics.ts";
export { passagesIn } from "./blocks/find-passages.ts";
export { namedSections } from "./blocks/named-sections.ts";
export { plan } from "./question/plan.ts";
export { titleKey } from "./search/match.ts";
export { rewriteQuery } from "./search/queries.ts";

/**
 * The reasoner without model, key and network: the same input always gives the same output. An error in a role rejects. The caller reads
 * the pages that a question names; here their addresses are no words of it.
 */
export function createRulesReasoner(): Reasoner {
	return {
		name: "extractive",
		route: async ({ question }) => route(withoutAddresses(question)),
		interpret: async (input) => interpret(withoutQuestionAddresses(input)),
		plan: async (input) => plan(withoutQuestionAddresses(input)),
		rewriteQuery: async (input) => rewriteQuery(withoutQuestionAddresses(input)),
		choosePages: async (input) => choosePages(withoutQuestionAddresses(input)),
		extractClaims: async (input) => ({ claims: extractClaims(withoutQuestionAddresses(input)) }),
		compareClaims: async (input) => ({ conflicts: compareClaims(input) }),
		findGaps: async (input) => ({
			followUps: findGaps(withoutQuestionAddresses(input)),
			missing: missingNames(withoutQuestionAddresses(input)),
		}),
		// The report leads with passages: a value that rules extract from them is wrong too often.
		answer: async () => undefined,
		draft: async (input) => draft(withoutQuestionAddresses(input)),
		review: async () => undefined,
		revise: async (input) => input.draft,
		judgeSupport: async (items) => items.map(judgeSupport),
		judgePulse: async (input) => judgePulseByRules(input),
	};
}

/** An input whose question holds no addresses. */
function withoutQuestionAddresses<T extends { question: string }>(input: T): T {
	const question = withoutAddresses(input.question);
	return question === input.question ? input : { ...input, question };
}
