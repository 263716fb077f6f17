import type { Reasoner } from "../reasoner.ts";
import { answer } from "./answer.ts";
import { choosePages } from "./choose.ts";
import { compareClaims } from "./compare.ts";
import { draft } from "./draft.ts";
import { extractByMeaning } from "./extract.ts";
import { findGaps } from "./gaps.ts";
import { interpret } from "./interpret.ts";
import { plan } from "./plan.ts";
import { rewriteQuery } from "./rewrite.ts";
import { route } from "./route.ts";
import { judgeSupport } from "./support.ts";

/** The reasoner that needs no model, no key and no network: the same input always gives the same output. What a role throws rejects. */
export function createExtractiveReasoner(): Reasoner {
	return {
		name: "extractive",
		route: async ({ question }) => route(question),
		interpret: async (input) => interpret(input),
		plan: async (input) => plan(input),
		rewriteQuery: async (input) => rewriteQuery(input),
		choosePages: async (input) => choosePages(input),
		extractClaims: async (input) => extractByMeaning(input),
		compareClaims: async (input) => compareClaims(input),
		findGaps: async (input) => ({ followUps: findGaps(input) }),
		answer: async (input) => answer(input),
		draft: async (input) => draft(input),
		review: async () => undefined,
		revise: async (input) => input.draft,
		judgeSupport: async (items) => items.map(judgeSupport),
	};
}
