import { UsageError } from "../../base/errors.ts";
import type { Json } from "../../base/json.ts";
import type { RunOptions } from "../../evidence/event.ts";
import type { SpendingLimits } from "../../evidence/spending-limit.ts";
import type { RunRecord } from "../../store/store.ts";
import type { ModelAddresses } from "../run.ts";

/** The stored input of an evaluation: enough to resume it from anywhere. Its questions are the first step of its log. */
export interface EvaluationInput {
	/** The suite's name. */
	suite: string;
	/** The form of its questions. */
	form: string;
	/** The options of each run, with the limit on cost of one run. Absent where nothing is read. */
	options?: RunOptions | undefined;
	/** `provider:model` of each judge; may be empty. */
	judges: string[];
	/** The address of each judge's requests when the evaluation began. */
	judgeAddresses: Record<string, ModelAddresses>;
	/** The address of judges on a server of one's own; absent for providers' own addresses. */
	judgeBaseUrl?: string | undefined;
	/** The most that all judges together may use. */
	judgeLimits?: SpendingLimits | undefined;
	/** The judges are asked in batches. */
	batch?: true | undefined;
	/** The user's limits on the whole. */
	limits?: SpendingLimits | undefined;
	/** Runs of each question. */
	repeats: number;
	/** Equal for equal questions, options and judges. A repeated command finds its unfinished evaluation by it. */
	key: string;
	out: string;
}

/** A stored evaluation's input; undefined if the record is something else. */
export function parseEvaluationInput(stored: Json): EvaluationInput | undefined {
	if (stored === null || typeof stored !== "object" || Array.isArray(stored)) return undefined;
	if (!stored.evaluation) return undefined;
	// Evaluations of earlier versions had a limit on cost alone.
	const { maxCostUsd: cost, judgeCostUsd, ...input } = stored.evaluation as unknown as EvaluationInput & EarlierLimits;
	if (cost === undefined) return input;
	return { ...input, limits: { cost }, judgeLimits: judgeCostUsd === undefined ? {} : { cost: judgeCostUsd } };
}

/** Throws `UsageError` `EVALUATION_UNKNOWN` if the record is no evaluation. */
export function evaluationInputOf({ id, input }: Pick<RunRecord, "id" | "input">): EvaluationInput {
	const evaluation = parseEvaluationInput(input);
	if (evaluation) return evaluation;
	throw new UsageError("EVALUATION_UNKNOWN", `${id.slice(0, 8)} is no evaluation`, {
		hint: "all runs and evaluations: assay list; begin one: assay eval run SUITE",
	});
}

interface EarlierLimits {
	maxCostUsd?: number | undefined;
	judgeCostUsd?: number | undefined;
}
