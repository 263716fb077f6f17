import type { ModelConnection } from "../app/config/model-config.ts";
import type { EvaluationAccess } from "../app/evaluation/access.ts";
import { hasBegunBatches } from "../app/evaluation/judge-batches.ts";
import type { OpenedJudges } from "../app/evaluation/judges.ts";
import { type EvaluationInput, evaluationInputOf, parseEvaluationInput } from "../app/evaluation/record.ts";
import type { Hooks } from "../app/progress.ts";
import { AssayError, UsageError } from "../base/errors.ts";
import type { Json } from "../base/json.ts";
import { pluralize } from "../base/text.ts";
import { tellOpenBatches } from "./batches.ts";
import { formOf } from "./forms/index.ts";
import { type EvaluationPlan, type EvaluationRequest, planEvaluation } from "./plan.ts";
import { runStages } from "./stages.ts";

/**
 * Begins an evaluation, or goes on with the unfinished one of the same suite, options and judges, or takes the finished one that was never
 * shown. Returns its id. Its stages: the run of each question (a run of its own), the verdicts of code and judges, and where each lost
 * criterion was lost. Throws `UsageError` where the request is wrong, and `AssayError` where a fault outside the runs ended them.
 */
export async function evaluate(access: EvaluationAccess, request: EvaluationRequest, hooks: Hooks): Promise<string> {
	const { store } = access;
	const { input, plan, estimate } = await planEvaluation(access, request);
	const runs = pluralize(plan.questions.length * input.repeats, "run");
	const all = pluralize(plan.questions.length, "question");
	// Of statements with human labels nothing is researched.
	const what = formOf(plan)?.labelled ? pluralize(plan.questions.length, "statement") : `${all}, ${runs}`;
	hooks.onProgress({ type: "note", text: `${plan.suite}: ${what}` });
	if (estimate) hooks.onProgress(estimate);
	const existing = (await store.runs()).filter((one) => parseEvaluationInput(one.input)?.key === input.key);
	const [newest] = existing;
	if (newest?.status === "completed" && !(await store.isDelivered(newest.id))) return newest.id;
	const unfinished = existing.find(({ status }) => status !== "completed" && status !== "failed");
	if (unfinished) hooks.onProgress({ type: "note", text: `goes on with evaluation ${unfinished.id.slice(0, 8)}` });
	const id = unfinished?.id ?? (await store.create({ evaluation: input } as unknown as Json));
	await work(access, id, input, plan, { ...request, connection: access.parse(request.options) }, hooks);
	return id;
}

/** Resumes an evaluation by its id. Its suite need not be there any more. Throws `EVALUATION_UNKNOWN`. */
export async function resumeEvaluation(
	access: EvaluationAccess,
	id: string,
	{ parallel, connection }: { parallel: number; connection: ModelConnection },
	hooks: Hooks,
): Promise<string> {
	const record = await access.store.run(id);
	const input = evaluationInputOf(record);
	if (record.status !== "completed") await work(access, record.id, input, undefined, { parallel, connection }, hooks);
	return record.id;
}

async function work(
	access: EvaluationAccess,
	id: string,
	input: EvaluationInput,
	plan: EvaluationPlan | undefined,
	{ parallel, connection }: { parallel: number; connection: ModelConnection },
	hooks: Hooks,
): Promise<void> {
	const { judgeLimits, judgeBaseUrl, judges, batch = false } = input;
	const isCapped = judgeLimits?.cost !== undefined;
	const opened = await access.judges(judges, { baseUrl: judgeBaseUrl, isCapped, byBatch: batch }, connection);
	const moved = judges.find((name) => input.judgeAddresses[name]?.lead !== opened.addresses[name]?.lead);
	if (moved !== undefined)
		throw new UsageError(
			"MODEL_ADDRESS_CHANGED",
			`the evaluation ${id.slice(0, 8)} began with the judge ${moved} at ${input.judgeAddresses[moved]?.lead}, and now its address is ${opened.addresses[moved]?.lead}; nothing was sent`,
			{ hint: "set the former address, or begin a new evaluation: assay eval run SUITE" },
		);
	try {
		await execute(access, id, input, plan, opened, { parallel, connection }, hooks);
	} catch (error) {
		await tellOpenBatches(access, id, hooks);
		throw error;
	}
}

async function execute(
	access: EvaluationAccess,
	id: string,
	input: EvaluationInput,
	plan: EvaluationPlan | undefined,
	opened: OpenedJudges,
	{ parallel, connection }: { parallel: number; connection: ModelConnection },
	hooks: Hooks,
): Promise<void> {
	await access.store.execute(
		id,
		async (run) => {
			const runHooks: Hooks = { signal: run.signal, onProgress: hooks.onProgress };
			const settled = (await run.step("plan", async () => {
				if (plan) return plan as unknown as Json;
				throw new AssayError(
					"EVALUATION_EMPTY",
					`the evaluation ${id.slice(0, 8)} ended before it recorded its questions`,
					{
						hint: "begin it again: assay eval run SUITE",
					},
				);
			})) as unknown as EvaluationPlan;
			const options = { limits: input.judgeLimits ?? {}, byBatch: input.batch === true || hasBegunBatches(run) };
			const openedJudges = await opened.open(run, options, runHooks);
			return runStages(run, input, settled, { access, ...openedJudges, parallel, connection, hooks: runHooks });
		},
		hooks.signal,
	);
}
