import { AssayError } from "../../base/errors.ts";
import type { Role } from "../../evidence/call.ts";
import { judgePulseByRules } from "../pulse.ts";
import type { Reasoner, RoleContext } from "../reasoner.ts";
import type { Asker } from "./asker.ts";
import { fallbackReason, ModelError } from "./error.ts";
import { type ModelKind, modelKindOf, purposeOf, type RoleModels } from "./role-settings.ts";
import { answer } from "./roles/answer.ts";
import { begin } from "./roles/begin.ts";
import { choosePages } from "./roles/choose-pages.ts";
import { clarify } from "./roles/clarify.ts";
import { compareClaims } from "./roles/compare-claims.ts";
import { conclude } from "./roles/conclude.ts";
import { draft } from "./roles/draft.ts";
import { extractClaims } from "./roles/extract-claims.ts";
import { findGaps } from "./roles/find-gaps.ts";
import { interpret } from "./roles/interpret.ts";
import { judgePulse } from "./roles/judge-pulse.ts";
import { judgeSupport } from "./roles/judge-support.ts";
import { nextAction } from "./roles/next-action.ts";
import { plan } from "./roles/plan.ts";
import { polish } from "./roles/polish.ts";
import { review } from "./roles/review.ts";
import { revise } from "./roles/revise.ts";
import { rewriteQuery } from "./roles/rewrite-query.ts";
import { route } from "./roles/route.ts";
import { steer } from "./roles/steer.ts";
import { vote } from "./roles/vote.ts";

type RoleFunction<Input, Output> = (asker: Asker, input: Input, context?: RoleContext) => Promise<Output>;

/**
 * The reasoner that asks language models. `fallback` does a role whose answer is unusable after the repair, refused, too
 * expensive or too late, and the step is notified. Faults outside the run (a wrong key, a provider that is down) are thrown.
 */
export function createModelReasoner(options: {
	asker: Asker;
	fallback: Reasoner;
	name: string;
	/** As in the asker's options. */
	investigators?: RoleModels["investigators"];
	reviewer?: RoleModels["reviewer"];
}): Reasoner {
	const { asker, fallback, name } = options;
	const withBreaker = createCircuitBreaker(options);

	/** Runs a role by the model, else by the fallback's method of the same name. */
	function withFallback<Input, Output>(
		role: Role,
		byModel: RoleFunction<Input, Output>,
		byRules: (input: Input) => Promise<Output>,
	): (input: Input, context?: RoleContext) => Promise<Output> {
		return async (input, context) => {
			try {
				if (context?.crash !== undefined) throw new AssayError("STEP_CRASHED", context.crash);
				return await withBreaker(role, () =>
					beforeDeadline(role, context, (bounded) => byModel(asker, input, bounded)),
				);
			} catch (error) {
				if (!(error instanceof AssayError) || error.keepsRun || context?.signal?.aborted) throw error;
				context?.onFallback?.({ role, ...fallbackReason(error) });
				return byRules(input);
			}
		};
	}

	return {
		name,
		// When this answer is unusable, its three parts are requested one by one.
		begin: withFallback("begin", begin, async () => undefined),
		// Rules cannot tell what a question leaves open.
		clarify: withFallback("clarify", clarify, async () => []),
		route: withFallback("route", route, (input) => fallback.route(input)),
		interpret: withFallback("interpret", interpret, (input) => fallback.interpret(input)),
		plan: withFallback("plan", plan, (input) => fallback.plan(input)),
		// Rules add the user's words to the plan.
		steer: withFallback("steer", steer, async () => undefined),
		rewriteQuery: withFallback("rewriteQuery", rewriteQuery, (input) => fallback.rewriteQuery(input)),
		choosePages: withFallback("choosePages", choosePages, (input) => fallback.choosePages(input)),
		extractClaims: withFallback("extractClaims", extractClaims, (input) => fallback.extractClaims(input)),
		compareClaims: withFallback("compareClaims", compareClaims, (input) => fallback.compareClaims(input)),
		findGaps: withFallback("findGaps", findGaps, (input) => fallback.findGaps(input)),
		answer: withFallback("answer", answer, (input) => fallback.answer(input)),
		draft: withFallback("draft", draft, (input) => fallback.draft(input)),
		review: withFallback("review", review, (input) => fallback.review(input)),
		revise: withFallback("revise", revise, (input) => fallback.revise(input)),
		judgeSupport: withFallback("judgeSupport", judgeSupport, (input) => fallback.judgeSupport(input)),
		// Without these, the surest conclusions of the passes stand, and the wording stays.
		conclude: withFallback("conclude", conclude, async () => []),
		polish: withFallback("polish", polish, async () => new Map()),
		judgePulse: withFallback("judgePulse", judgePulse, async (input) => judgePulseByRules(input)),
		// Rules do not vote: without the model, the skeptic abstains.
		vote: (input, context) =>
			withBreaker("vote", () => beforeDeadline("vote", context, (bounded) => vote(asker, input, bounded))),
		// There is no fallback: without the model, the investigator's loop ends with what it has.
		nextAction: (input, context) =>
			withBreaker("nextAction", () =>
				beforeDeadline("nextAction", context, (bounded) => nextAction(asker, input, bounded)),
			),
	};
}

/** A model is not asked any more after this many unusable answers in a row, if none before was usable. */
const breakerThreshold = 6;

/** The circuit breaker: a model that never gave a usable answer is not paid for twenty more. */
function createCircuitBreaker(models: RoleModels) {
	const unusable: Record<ModelKind, number> = { lead: 0, utility: 0, review: 0 };
	return async <T>(role: Role, work: () => Promise<T>): Promise<T> => {
		const kind = modelKindOf(role, models);
		if (unusable[kind] >= breakerThreshold)
			throw new ModelError(
				"MODEL_ANSWER_UNUSABLE",
				`the ${kind} model was not asked for the role ${role}: its first ${breakerThreshold} answers could not be used`,
				{ hint: "name another model with --model, --utility-model or --review-model" },
			);
		try {
			const answer = await work();
			unusable[kind] = Number.NEGATIVE_INFINITY;
			return answer;
		} catch (error) {
			if (error instanceof ModelError && error.code === "MODEL_ANSWER_UNUSABLE") unusable[kind]++;
			throw error;
		}
	};
}

/** The longest delay of a timer. ms */
const timerMax = 2 ** 31 - 1;

/**
 * Runs `work` until the time for its purpose is over, then throws an `AssayError` `DEADLINE`. A request that is cancelled
 * half-way counts as paid and lost.
 */
async function beforeDeadline<T>(
	role: Role,
	context: RoleContext | undefined,
	work: (context: RoleContext | undefined) => Promise<T>,
): Promise<T> {
	// The answer is a part of the report, whichever step asks for it.
	const purpose = context?.purpose ?? (role === "answer" ? "report" : purposeOf(role));
	const leftMs = context?.leftMs?.(purpose) ?? Number.POSITIVE_INFINITY;
	const deadlineError = () => new AssayError("DEADLINE", `the time for the role ${role} was over`);
	if (leftMs <= 0) throw deadlineError();
	if (leftMs > timerMax) return work(context);
	const deadline = AbortSignal.timeout(Math.ceil(leftMs));
	const { signal } = context ?? {};
	try {
		return await work({ ...context, signal: signal ? AbortSignal.any([signal, deadline]) : deadline });
	} catch (error) {
		if (deadline.aborted && !signal?.aborted) throw deadlineError();
		throw error;
	}
}
