import type { EvaluationAccess } from "../app/evaluation/access.ts";
import { gradePrompt } from "../app/evaluation/judges.ts";
import type { EvaluationInput } from "../app/evaluation/record.ts";
import { type Estimate, sumOfEstimates } from "../app/many-runs.ts";
import type { OptionsInput } from "../app/options/schema.ts";
import { chunksOf } from "../base/chunks.ts";
import { UsageError } from "../base/errors.ts";
import { shortHash } from "../base/hash.ts";
import { limits } from "../base/limits.ts";
import { spendingLimitsOf } from "../evidence/spending-limit.ts";
import { citationsJudged } from "./citations.ts";
import { gradings, gradingTasks } from "./judge-grader.ts";
import { labelledTasks } from "./labelled-groups.ts";
import type { OutsideReport, OutsideStatement } from "./outside/read-report.ts";
import type { CriterionKind, EvalQuestion } from "./question.ts";
import { refuseShare, sharedLimits } from "./shared-limits.ts";
import type { Suite } from "./suite.ts";

/** What to evaluate, and how. */
export interface EvaluationRequest {
	suite: Suite;
	/** The options of each run; `maxCost`, `maxRequests` and `maxTokens` are for all runs and judges together. */
	options: OptionsInput;
	/** `provider:model`; may be empty. */
	judges: readonly string[];
	/** Asks the judges in batches of their providers. */
	batch?: boolean | undefined;
	/** Runs of each question. */
	repeats: number;
	/** Runs and judged reports at once. */
	parallel: number;
	/** A report of another system that answers the only question of the suite. */
	outside?: OutsideReport | undefined;
}

/** The instructions of the judges of one kind of criterion. */
export interface UsedPrompt {
	hash: string;
	/** The benchmark's own text; absent: ours. */
	theirs?: string | undefined;
}

/** The first step of an evaluation: what it asks and grades, so that it needs its suite no longer. */
export interface EvaluationPlan {
	suite: string;
	form: string;
	licence: string;
	source: string;
	hash: string;
	questions: EvalQuestion[];
	/** By kind of criterion; empty without judges. */
	prompts: Partial<Record<CriterionKind, UsedPrompt>>;
	/** A report of another system, which is judged in place of a run's. `batches`: the addresses that it cites, as many as one run reads. */
	outside?: { text: string; statements: OutsideStatement[]; batches: string[][] } | undefined;
	/** Addresses in a question, which a run on the web reads first, by the question's id. */
	addresses: Record<string, string[]>;
}

/** The most runs of one evaluation: a typing error should not cost a week. */
const runsMost = 5_000;

/** What an evaluation is before it begins. Throws `UsageError` where the request is wrong. Nothing is recorded or sent. */
export async function planEvaluation(
	access: EvaluationAccess,
	{ suite, options: given, judges, batch = false, repeats, outside }: EvaluationRequest,
): Promise<{ input: EvaluationInput; plan: EvaluationPlan; estimate: Estimate | undefined }> {
	const total = suite.questions.length * repeats;
	if (total > runsMost)
		throw new UsageError("EVALUATION_TOO_LARGE", `${total} runs are more than ${runsMost}`, {
			hint: "fewer questions: --limit N; or fewer --repeats",
		});
	if (suite.form.labelled && judges.length === 0)
		throw new UsageError("JUDGE_MISSING", `${suite.name} compares judges with people, and no judge is named`, {
			hint: "name one or more: --judge provider:name",
		});
	if (batch && judges.length === 0)
		throw new UsageError("BATCH_UNUSED", "--batch is how judges are asked, and no judge is named", {
			hint: "name one or more: --judge provider:name; or leave out --batch",
		});
	const batches = outside ? chunksOf(outside.urls, limits.namedPages) : [];
	// Of another system's report the cited pages are read, and of human labels nothing.
	const isRead = outside ? batches.length > 0 : !suite.form.labelled;
	const named = given.corpus !== undefined || given.search !== undefined || given.url !== undefined;
	const options = access.parse({
		...(named || outside ? {} : { corpus: suite.corpus }),
		...(outside ? {} : suite.options),
		...given,
		...(suite.form.labelled || outside ? { model: false as const } : {}),
		...(outside ? { url: batches[0] ?? [], depth: "quick", maxSources: limits.namedPages } : {}),
	});
	const { maxCost, maxRequests, maxTokens, baseUrl, ...others } = options;
	const most = spendingLimitsOf({ maxCostUsd: maxCost, maxRequests, maxTokens });
	// An address may be that of the judges alone.
	const uncapped = { ...others, ...(access.hasModel(options) || judges.length === 0 ? { baseUrl } : {}) };
	const tooLong = suite.questions.find(({ question }) => question.length > limits.questionCharacters);
	if (tooLong) throw new UsageError("QUESTION_TOO_LONG", `the question ${tooLong.id} is too long`);
	// Every question is checked before the first run begins.
	const inputs = isRead
		? suite.questions.map(({ id, question }) => ({ id, ...access.runInput(question, uncapped) }))
		: [];
	const [first] = inputs;
	const model = first?.options.model;
	const shares = sharedLimits(most, { runs: total, hasModel: model !== undefined, hasJudges: judges.length > 0 });
	const { cost: maxCostUsd, requests: runRequests, tokens: runTokens } = shares.run;
	const limited = {
		maxCostUsd,
		...(runRequests === undefined ? {} : { maxRequests: runRequests }),
		...(runTokens === undefined ? {} : { maxTokens: runTokens }),
	};
	const runOptions = first && { ...first.options, ...(model ? { model: { ...model, ...limited } } : {}) };
	const prompts = judges.length === 0 ? {} : promptsFor(suite);
	const opened = await access.judges(judges, { baseUrl, isCapped: maxCost !== undefined, byBatch: batch }, options);
	// How many citations a report will have is not known: two requests for some fifteen.
	const more = outside
		? Math.ceil(Math.min(outside.statements.length, citationsJudged) / 8)
		: suite.form.citations
			? 2
			: 0;
	const requests = suite.form.labelled
		? labelledTasks(suite.questions).length
		: suite.questions.reduce((sum, one) => sum + gradingTasks(one).length + more, 0) * repeats;
	const addresses = inputs.flatMap(({ id, options: { web } }) =>
		JSON.stringify(web?.urls) === JSON.stringify(first?.options.web?.urls) ? [] : [[id, web?.urls ?? []] as const],
	);
	const plan: EvaluationPlan = {
		...{ suite: suite.name, form: suite.form.name, licence: suite.licence, source: suite.source, hash: suite.hash },
		...{ questions: suite.questions, prompts, addresses: Object.fromEntries(addresses) },
		...(outside ? { outside: { text: outside.text, statements: outside.statements, batches } } : {}),
	};
	const input: EvaluationInput = {
		...{ suite: suite.name, form: suite.form.name, judges: [...judges] },
		...(runOptions ? { options: runOptions } : {}),
		...{ judgeAddresses: opened.addresses, repeats, out: access.out },
		...(batch ? { batch: true as const } : {}),
		...(baseUrl === undefined || judges.length === 0 ? {} : { judgeBaseUrl: baseUrl }),
		...(Object.keys(most).length === 0 ? {} : { limits: most, judgeLimits: shares.judges }),
		key: shortHash([suite.hash, runOptions ?? null, judges, prompts, repeats, most, outside?.text ?? null]),
	};
	const ofRun =
		first &&
		runOptions &&
		(await access
			.estimate({ ...first, options: runOptions }, options)
			.catch((error) => refuseShare(error, most, total)));
	const ofRuns = ofRun && sumOfEstimates([ofRun], total, most);
	const ofJudges = opened.estimate(requests);
	const both = [ofRuns, ofJudges].filter((one) => one !== undefined);
	return { input, plan, estimate: sumOfEstimates(both, 1, most) };
}

function promptsFor({ prompts: own }: Suite): EvaluationPlan["prompts"] {
	return Object.fromEntries(
		Object.keys(gradings).map((kind) => {
			const theirs = own[kind as CriterionKind];
			return [kind, { hash: gradePrompt(kind, theirs).hash, ...(theirs === undefined ? {} : { theirs }) }];
		}),
	);
}
