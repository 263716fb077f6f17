import { join } from "node:path";
import type { RunRecord } from "../app/api.ts";
import type { EvaluationAccess } from "../app/evaluation/access.ts";
import { evaluationInputOf } from "../app/evaluation/record.ts";
import { bootstrapSeed, resamples } from "../base/bootstrap.ts";
import { spendingOf } from "../evidence/spending.ts";
import { type Agreement, agreementsOf, people } from "./agreement.ts";
import { type Calibration, calibrationsOf } from "./calibration.ts";
import { controls, withControls } from "./controls.ts";
import { wantedCriteria } from "./failures/lost-criteria.ts";
import type { LostCriterion } from "./failures/stage.ts";
import { type FigureResult, figuresOf, measureFigures } from "./figures.ts";
import { allFiguresOf } from "./forms/form.ts";
import { formOf } from "./forms/index.ts";
import type { GradedRun } from "./graded-run.ts";
import type { EvaluationPlan, UsedPrompt } from "./plan.ts";
import type { EvalQuestion } from "./question.ts";
import { gradedPrefix, lostPrefix } from "./stages.ts";

/** An evaluation as far as it is: what `--json` prints, and `evaluation.json` holds. */
export interface EvaluationResult {
	version: 1;
	id: string;
	status: RunRecord["status"];
	createdAt: string;
	/** `outside`: a report of another system was judged. */
	suite: { name: string; form: string; licence: string; source: string; hash: string; outside?: true | undefined };
	/** The models of the runs; absent for runs without models. */
	model?: string | undefined;
	judges: string[];
	/** The instructions of the judges, by kind of criterion. `whose`: ours, or the benchmark's own. */
	prompts: Record<string, { hash: string; whose: "ours" | "the benchmark's" }>;
	repeats: number;
	/** How the intervals were made. */
	bootstrap: { seed: number; resamples: number };
	figures: FigureResult[];
	/** Between judges, and with people where the suite has their labels. */
	agreement: Agreement[];
	/** Of judges whose verdicts people's labels can be compared with. */
	calibration: Calibration[];
	/** Means of one run. */
	cost: FigureResult[];
	/** Everything together, the judges included. USD is of requests whose price is known. */
	total: { usd: number; judgesUsd: number; requests: number; judgeRequests: number } & TotalLimits;
	failed: { question: string; run: string; error: string }[];
	/** Criteria that reports should meet, and where those that they did not were lost; absent before the last stage. */
	losses?: { criteria: number; lost: LostCriterion[] } | undefined;
	questions: EvalQuestion[];
	runs: GradedRun[];
}

/** The user's limits on the whole. */
interface TotalLimits {
	maxCostUsd?: number | undefined;
	maxRequests?: number | undefined;
	maxTokens?: number | undefined;
}

/** The folder of an evaluation's files. */
export function filesOf(access: EvaluationAccess, { id }: { id: string }): string {
	return join(access.out, id);
}

/** The folder of a stored evaluation's files. Throws `EVALUATION_UNKNOWN`. */
export async function storedFilesOf(access: EvaluationAccess, id: string): Promise<string> {
	const record = await access.store.run(id);
	evaluationInputOf(record);
	return filesOf(access, record);
}

/** An evaluation from its log. Nothing is sent or written. Throws `EVALUATION_UNKNOWN`. */
export async function loadEvaluation(access: EvaluationAccess, id: string): Promise<EvaluationResult> {
	const record = await access.store.run(id);
	const input = evaluationInputOf(record);
	const log = await access.store.log(record.id);
	const plan = log.find(({ name }) => name === "plan")?.output as unknown as EvaluationPlan | undefined;
	const runs = log.flatMap(({ name, output }) =>
		name.startsWith(gradedPrefix) ? (output as unknown as GradedRun[]) : [],
	);
	const lost = log.flatMap(({ name, output }) =>
		name.startsWith(lostPrefix) ? [output as unknown as LostCriterion[]] : [],
	);
	const judging = spendingOf(await access.store.calls(record.id));
	const sum = (name: "usd" | "requests") => runs.reduce((all, { measures }) => all + (measures[name] ?? 0), 0);
	const model = input.options?.model;
	const form = formOf({ form: input.form, outside: plan?.outside });
	return {
		...{ version: 1, id: record.id, status: record.status, createdAt: record.createdAt.toISOString() },
		suite: {
			...{ name: input.suite, form: input.form, licence: plan?.licence ?? "", source: plan?.source ?? "" },
			...{ hash: plan?.hash ?? "", ...(plan?.outside ? { outside: true } : {}) },
		},
		...(model ? { model: [...new Set([model.lead, model.utility])].join(" + ") } : {}),
		...{ judges: input.judges, prompts: promptNames(plan?.prompts ?? {}), repeats: input.repeats },
		bootstrap: { seed: bootstrapSeed, resamples },
		figures: figuresOf(form ? allFiguresOf(form) : [], plan?.questions ?? [], runs, input.judges),
		agreement: [
			...agreementsOf(plan?.questions ?? [], runs, input.judges),
			...(form?.labelled ? controlAgreements(plan?.questions ?? [], runs) : []),
		],
		calibration: calibrationsOf(plan?.questions ?? [], runs, input.judges),
		cost: measureFigures(runs),
		total: {
			...{ usd: sum("usd") + judging.usd, judgesUsd: judging.usd },
			...{ requests: sum("requests") + judging.calls, judgeRequests: judging.calls },
			...(input.limits?.cost === undefined ? {} : { maxCostUsd: input.limits.cost }),
			...(input.limits?.requests === undefined ? {} : { maxRequests: input.limits.requests }),
			...(input.limits?.tokens === undefined ? {} : { maxTokens: input.limits.tokens }),
		},
		failed: runs.flatMap(({ question, run, error }) => (error === undefined ? [] : [{ question, run, error }])),
		...(lost.length === 0
			? {}
			: { losses: { criteria: wantedCriteria(plan?.questions ?? [], runs), lost: lost.flat() } }),
		...{ questions: plan?.questions ?? [], runs },
	};
}

/** How often people's labels are guessed without reading, which a judge has to be better than. */
function controlAgreements(questions: readonly EvalQuestion[], runs: readonly GradedRun[]): Agreement[] {
	return agreementsOf(questions, withControls(runs, questions), controls).filter(({ a }) => a === people);
}

function promptNames(prompts: Record<string, UsedPrompt>): EvaluationResult["prompts"] {
	const named = Object.entries(prompts).map(([kind, { hash, theirs }]) => [
		kind,
		{ hash: hash.slice(0, 12), whose: theirs === undefined ? "ours" : "the benchmark's" },
	]);
	return Object.fromEntries(named);
}
