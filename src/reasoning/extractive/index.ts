import { withoutAddresses } from "../../evidence/question-addresses.ts";
import { compareClaims } from "../disputes/compare.ts";
import type { Reasoner } from "../reasoner.ts";
import { extractClaims } from "./extract.ts";
import { interpret, plan } from "./question/plan.ts";
import { route } from "./question/route.ts";
import { draft } from "./report/draft.ts";
import { choosePages } from "./search/choose.ts";
import { findGaps, missingNames } from "./search/gaps.ts";
import { rewriteQuery } from "./search/queries.ts";
import { judgeSupport } from "./support/judge.ts";

export { countTerms as countsOf, TermStatistics as Statistics } from "../../text/term-statistics.ts";
export { passagesIn } from "./blocks/find.ts";
export { plan } from "./question/plan.ts";
export { rewriteQuery } from "./search/queries.ts";

/**
 * The reasoner without model, key and network: the same input always gives the same output. An error in a role rejects. The caller reads
 * the pages that a question names; here their addresses are no words of it.
 */
export function createExtractiveReasoner(): Reasoner {
	return {
		name: "extractive",
		route: async ({ question }) => route(withoutAddresses(question)),
		interpret: async (input) => interpret(plain(input)),
		plan: async (input) => plan(plain(input)),
		rewriteQuery: async (input) => rewriteQuery(plain(input)),
		choosePages: async (input) => choosePages(plain(input)),
		extractClaims: async (input) => ({ claims: extractClaims(plain(input)) }),
		compareClaims: async (input) => ({ conflicts: compareClaims(input) }),
		findGaps: async (input) => ({ followUps: findGaps(plain(input)), missing: missingNames(plain(input)) }),
		// The report leads with passages: a value that rules extract from them is wrong too often.
		answer: async () => undefined,
		draft: async (input) => draft(plain(input)),
		review: async () => undefined,
		revise: async (input) => input.draft,
		judgeSupport: async (items) => items.map(judgeSupport),
	};
}

/** An input whose question holds no addresses. */
function plain<T extends { question: string }>(input: T): T {
	const question = withoutAddresses(input.question);
	return question === input.question ? input : { ...input, question };
}
