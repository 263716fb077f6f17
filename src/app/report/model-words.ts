import type { Fallback } from "../../evidence/call.ts";
import type { ModelOptions } from "../../evidence/event.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { callStatusOf, type ModelWork } from "./model-work.ts";
import { costWords, formatDollars, missingPricesHint, roleWords } from "./spending-words.ts";

/** Lines of "How this was made" that only a run with language models has. Plain text. */
export function modelLines(state: ResearchState, work: ModelWork | undefined): { name: string; text: string }[] {
	const options = state.options?.model;
	if (!work || !options) return [];
	const support = supportLine(state, work);
	const fallbacks = fallbackLine(state.fallbacks, work);
	const prices = missingPricesHint(work.spending);
	const balances = work.balances.flatMap(({ provider, before, after }) =>
		after === undefined ? [] : [`${provider}: ${formatDollars(before)} before, ${formatDollars(after)} after`],
	);
	return [
		...(support ? [{ name: "Support", text: support }] : []),
		...(fallbacks ? [{ name: "Done by rules", text: fallbacks }] : []),
		{
			name: "Cost",
			text: costWords(work.spending, options, {
				failed: work.calls.filter((call) => callStatusOf(call) === "failed").length,
				implausible: work.calls.filter(({ result }) => result?.usage.implausible).length,
			}),
		},
		...(prices ? [{ name: "Price", text: prices }] : []),
		...(balances.length > 0
			? [{ name: "Account", text: `${balances.join("; ")} (includes other use of the account)` }]
			: []),
	];
}

const rewriteWords = {
	"not needed": "",
	kept: "; the rewrite that was then requested was better, and is used",
	refused: "; the rewrite that was then requested was no better, and is not used",
	failed: "; a rewrite was requested and failed",
	off: "; a rewrite was switched off",
} as const;

function supportLine(state: ResearchState, { calls }: ModelWork): string | undefined {
	if (!state.options?.model?.support) return "not checked by a model: switched off";
	const support = state.report?.support;
	if (!support) return undefined;
	const { judged, passed, rewrite } = support;
	const sentences = `${passed} of ${judged} cited ${judged === 1 ? "sentence" : "sentences"}`;
	// The model is not asked about sentences that stand word for word in their quotes.
	const how = calls.some(({ request }) => request.role === "judgeSupport")
		? `judged supported by the model${rewriteWords[rewrite]}`
		: `${passed === 1 ? "appears" : "appear"} verbatim in the quotes; the model was not asked`;
	return `${reviewedWords(state)}${sentences} ${how}${restatedWords(state)}`;
}

/** Says how many sentences were reworded as the support check proposed. */
function restatedWords({ report }: ResearchState): string {
	const { bottomLine = [], sections = [], support } = report ?? {};
	const sentenceTexts = new Set(
		[...bottomLine, ...sections.flatMap(({ sentences }) => sentences)].map(({ text }) => text),
	);
	const count = (support?.judgements ?? []).filter(
		({ mended }) => mended !== undefined && sentenceTexts.has(mended),
	).length;
	return count === 0 ? "" : `; ${count} ${count === 1 ? "was" : "were"} reworded to match the quotes`;
}

function reviewedWords({ writing, fallbacks, report }: ResearchState): string {
	const { review } = writing;
	if (!review) return "";
	const { suggestions, weakClaims, logicalGaps, missingPerspectives } = review;
	if ([suggestions, weakClaims, logicalGaps, missingPerspectives].every((list) => list.length === 0))
		return "the draft was reviewed, and needed no revision; ";
	// Rewrites also use the role `revise`; a failed one is no failed revision.
	const failedRewrites = report?.support?.rewrite === "failed" ? 1 : 0;
	const failed = fallbacks.filter(({ role }) => role === "revise").length > failedRewrites;
	return `the draft was reviewed${failed ? ", but could not be revised" : " and revised"}; `;
}

const codeWords: Record<string, string> = {
	MODEL_ANSWER_UNUSABLE: "its answer could not be used",
	MODEL_REFUSED: "it declined",
	MODEL_BUDGET: "the cost limit left no room",
	MODEL_CONTEXT_OVERFLOW: "the request exceeded the model's context window",
	MODEL_REQUEST_REFUSED: "the provider refused the request",
	DEADLINE: "time ran out",
	STEP_CRASHED: "the step crashed the process",
};

function fallbackWords({ code, limit = "cost" }: Fallback): string {
	if (code === "MODEL_BUDGET" && limit !== "cost") return `the limit of ${limit} left no room`;
	return codeWords[code] ?? code;
}

/** Codes of steps for which no request was sent. */
const unsentCodes: ReadonlySet<string> = new Set(["MODEL_BUDGET", "DEADLINE", "STEP_CRASHED"]);

/** `the model could not be used in 2 of 31 steps; rules did them instead (…)`; undefined when it always could. */
function fallbackLine(fallbacks: readonly Fallback[], { calls }: ModelWork): string | undefined {
	if (fallbacks.length === 0) return undefined;
	const requested = new Set(calls.filter(({ request }) => request.try === 1).map(({ request }) => request.key)).size;
	const unsent = fallbacks.filter(({ code }) => unsentCodes.has(code)).length;
	const why = Map.groupBy(fallbacks, fallbackWords);
	const list = [...why].map(([words, all]) => `${words}: ${rolesOf(all)}`).join("; ");
	return `the model could not be used in ${fallbacks.length} of ${Math.max(fallbacks.length, requested + unsent)} steps; rules did them instead (${list})`;
}

/** `route, 2 × claims of a page`. */
function rolesOf(fallbacks: readonly Fallback[]): string {
	const kinds = Map.groupBy(fallbacks, ({ role }) => roleWords[role]);
	return [...kinds].map(([kind, all]) => (all.length === 1 ? kind : `${all.length} × ${kind}`)).join(", ");
}

/** The models that a run uses. A single conversation uses the lead model alone. */
export function modelNamesOf({ lead, utility, reviewer = lead, session }: ModelOptions): string[] {
	return session === "single" ? [lead] : [...new Set([lead, utility, reviewer])];
}

/** The models of a run and how they worked: `anthropic:a and openai:b (gathered step by step, separate context per request)`. Without models the name of the reasoner. */
export function describeModels({ options, reasoner }: ResearchState): string {
	const model = options?.model;
	if (!model) return reasoner;
	const { reviewer, ...others } = model;
	const names = modelNamesOf(others).join(" and ");
	const ways = [
		model.gather === "agent" ? "investigators gathered" : "gathered step by step",
		model.session === "single" ? "one conversation" : "separate context per request",
		...(reviewer === undefined ? [] : [`reviewed and checked by ${reviewer}`]),
	];
	return `${names} (${ways.join(", ")})`;
}
