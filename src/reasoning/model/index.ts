import { AssayError } from "../../base/errors.ts";
import type { Role } from "../../evidence/call.ts";
import type { Reasoner, RoleContext } from "../reasoner.ts";
import type { Asker } from "./asker.ts";
import { purposeOf } from "./asking/roles.ts";
import { answer } from "./roles/answer.ts";
import { choosePages } from "./roles/choose.ts";
import { compareClaims } from "./roles/compare.ts";
import { draft } from "./roles/draft.ts";
import { extractClaims } from "./roles/extract.ts";
import { findGaps } from "./roles/gaps.ts";
import { interpret } from "./roles/interpret.ts";
import { judgeSupport } from "./roles/judge.ts";
import { nextAction } from "./roles/next-action.ts";
import { plan } from "./roles/plan.ts";
import { review } from "./roles/review.ts";
import { revise } from "./roles/revise.ts";
import { rewriteQuery } from "./roles/rewrite.ts";
import { route } from "./roles/route.ts";

type Work<Input, Output> = (asker: Asker, input: Input, context?: RoleContext) => Promise<Output>;

/**
 * The reasoner that asks language models. A role whose answer cannot be had (unusable after its repair, refused, too dear) is
 * done by `fallback`, and the step is told so; so is one for which there is no time any more. What lies outside the run (a wrong key, a provider that is away) is thrown.
 */
export function createModelReasoner(options: { asker: Asker; fallback: Reasoner; name: string }): Reasoner {
	const { asker, fallback, name } = options;

	/** The role by the model, else by the fallback's method of the same name. */
	function either<Input, Output>(
		role: Role,
		byModel: Work<Input, Output>,
		byRules: (input: Input) => Promise<Output>,
	): (input: Input, context?: RoleContext) => Promise<Output> {
		return async (input, context) => {
			// The answer is a part of the report, whoever asks for it.
			const purpose = context?.purpose ?? (role === "answer" ? "report" : purposeOf(role));
			if (context?.isOver?.(purpose)) {
				context.onFallback?.({ role, code: "DEADLINE", reason: `the time for the role ${role} was over` });
				return byRules(input);
			}
			try {
				return await byModel(asker, input, context);
			} catch (error) {
				if (!(error instanceof AssayError) || error.keepsRun || context?.signal?.aborted) throw error;
				context?.onFallback?.({ role, code: error.code, reason: error.message });
				return byRules(input);
			}
		};
	}

	return {
		name,
		route: either("route", route, (input) => fallback.route(input)),
		interpret: either("interpret", interpret, (input) => fallback.interpret(input)),
		plan: either("plan", plan, (input) => fallback.plan(input)),
		rewriteQuery: either("rewriteQuery", rewriteQuery, (input) => fallback.rewriteQuery(input)),
		choosePages: either("choosePages", choosePages, (input) => fallback.choosePages(input)),
		extractClaims: either("extractClaims", extractClaims, (input) => fallback.extractClaims(input)),
		compareClaims: either("compareClaims", compareClaims, (input) => fallback.compareClaims(input)),
		findGaps: either("findGaps", findGaps, (input) => fallback.findGaps(input)),
		answer: either("answer", answer, (input) => fallback.answer(input)),
		draft: either("draft", draft, (input) => fallback.draft(input)),
		review: either("review", review, (input) => fallback.review(input)),
		revise: either("revise", revise, (input) => fallback.revise(input)),
		judgeSupport: either("judgeSupport", judgeSupport, (input) => fallback.judgeSupport(input)),
		// An investigator that cannot be asked ends with what it has: its loop knows how.
		nextAction: (input, context) => nextAction(asker, input, context),
	};
}
