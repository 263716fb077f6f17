import { measuresOf } from "../app/ablate/measures.ts";
import type { RunContext, RunOptions, RunRecord } from "../app/api.ts";
import type { ModelConnection } from "../app/config/model-config.ts";
import type { EvaluationAccess } from "../app/evaluation/access.ts";
import { type BatchedJudges, gradePrompt, type Judge } from "../app/evaluation/judges.ts";
import type { EvaluationInput } from "../app/evaluation/record.ts";
import { createForwarder, endsAllRuns, forEachInParallel } from "../app/many-runs.ts";
import type { Hooks } from "../app/progress.ts";
import { parseRunInput, type RunInput, stopReasonOf } from "../app/run.ts";
import { chunksOf } from "../base/chunks.ts";
import { messageOf, UsageError } from "../base/errors.ts";
import { shortHash } from "../base/hash.ts";
import type { Json } from "../base/json.ts";
import { pluralize } from "../base/text.ts";
import { createWorkQueue } from "../base/work-queue.ts";
import { emptyState } from "../evidence/fold.ts";
import type { ResearchState } from "../evidence/state.ts";
import { people } from "./agreement.ts";
import { citationCriteria, citedVerdict, faithfulVerdict, type Statement, statementsWithQuotes } from "./citations.ts";
import { gradeByCode } from "./code-grader.ts";
import { locateLoss } from "./failures/locate-loss.ts";
import { lostCriteria } from "./failures/lost-criteria.ts";
import type { LostCriterion } from "./failures/stage.ts";
import { formOf } from "./forms/index.ts";
import type { GradedRun } from "./graded-run.ts";
import { askOnce, gradingTasks } from "./judge-grader.ts";
import { labelledTasks } from "./labelled-groups.ts";
import { outsideMaterial } from "./outside/material.ts";
import type { EvaluationPlan } from "./plan.ts";
import type { EvalQuestion, Verdict } from "./question.ts";
import { gradedText } from "./report-text.ts";

/** What the stages need of the program around them. */
export interface StageTools {
	access: EvaluationAccess;
	judges: readonly Judge[];
	/** The same judges, asked in batches. */
	batched?: BatchedJudges | undefined;
	parallel: number;
	connection: ModelConnection;
	hooks: Hooks;
}

/** One report to be made and graded. */
interface Item {
	question: EvalQuestion;
	/** From 0. */
	repeat: number;
	/** Its run is found by it, whichever process began it. */
	key: string;
	/** Addresses that its run reads first. */
	urls?: string[] | undefined;
}

/** The engine records at most 1,000 steps of a run, so runs are graded in batches. This many batches at most. */
const batchesMost = 200;
/** Runs of one batch, at least: what is lost when a process dies between two records. Answered requests are never lost. */
const batchLeast = 5;

/**
 * The stages of an evaluation. A run is found again by its key and a judge's answer in the ledger, so nothing is recorded twice or paid twice,
 * whenever the process dies. Figures are computed from what is recorded, each time they are shown.
 */
export async function runStages(
	run: RunContext,
	input: EvaluationInput,
	plan: EvaluationPlan,
	tools: StageTools,
): Promise<Json> {
	const items = Array.from({ length: input.repeats }, (_, repeat) =>
		plan.questions.map((question): Item => ({ question, repeat, key: shortHash([run.runId, question.id, repeat]) })),
	).flat();
	const { options } = input;
	if (options) await research(run, { ...input, options }, readingsOf(run, plan, items), tools);
	const graded = await grade(run, plan, items, tools);
	const isOwn = options !== undefined && !plan.outside;
	if (isOwn) await findLosses(run, plan, graded, tools);
	return { runs: graded.length, failed: graded.filter(({ error }) => error !== undefined).length };
}

/** The runs of an evaluation: one for each report to be made, or for each batch of pages that a report of another system cites. */
function readingsOf(
	run: RunContext,
	{ addresses, outside, questions }: EvaluationPlan,
	items: readonly Item[],
): Item[] {
	if (!outside) return items.map((item) => ({ ...item, urls: addresses[item.question.id] }));
	const [question] = questions;
	return outside.batches.flatMap((urls, repeat) =>
		question ? [{ question, repeat, urls, key: shortHash([run.runId, "cited", urls]) }] : [],
	);
}

/** The names of the steps that hold graded runs, and lost criteria. */
export const gradedPrefix = "graded:";
export const lostPrefix = "lost:";

/** Works on all runs that are not finished. A run that fails is graded as a report that says nothing. */
async function research(
	run: RunContext,
	input: EvaluationInput & { options: RunOptions },
	items: readonly Item[],
	{ access, parallel, connection, hooks }: StageTools,
): Promise<void> {
	const { options, out } = input;
	const known = await recordsOf(access, run.runId);
	const open = items.filter(({ key }) => !hasEnded(known.get(key)));
	if (open.length < items.length)
		hooks.onProgress({ type: "note", text: `${pluralize(items.length - open.length, "run")} finished before` });
	const forward = createForwarder(hooks);
	let ended = items.length - open.length;
	await forEachInParallel(open, parallel, run.signal, async ({ question, repeat, key, urls }, at, signal) => {
		const { web } = options;
		const runInput: RunInput = {
			...{ question: question.question, key, out },
			options: { ...options, ...(web && urls ? { web: { ...web, urls } } : {}) },
			evaluatedBy: { evaluation: run.runId, question: question.id, repeat },
		};
		const say = (text: string) => {
			hooks.onProgress({ type: "note", text: `research ${++ended} of ${items.length}: ${question.id}: ${text}` });
			hooks.onProgress({ type: "activity", text: `research, ${items.length - ended} to go` });
		};
		try {
			const { id, state } = await access.work(
				runInput,
				known.get(key),
				{ signal, onProgress: (progress) => forward(progress, { name: question.id, isFirst: at === 0 }) },
				connection,
			);
			say(`${stopReasonOf(state)}, ${pluralize(state.sources.length, "page")}, run ${id.slice(0, 8)}`);
		} catch (error) {
			if (signal.aborted || endsAllRuns(error)) throw error;
			say(`failed: ${messageOf(error)}`);
		}
	});
}

/** In place of a question, where a request holds statements of several texts. */
const severalQuestions =
	"None in common: each statement comes from another text. What it answers or goes on from stands before it.";

/** Reports that wait for batches at once: their texts are in memory. */
const itemsInBatches = 2_000;

/** The verdicts on all runs, batch by batch. Where judges are asked in batches, their answers are in the ledger before. */
async function grade(
	run: RunContext,
	plan: EvaluationPlan,
	items: readonly Item[],
	tools: StageTools,
): Promise<GradedRun[]> {
	const { access, judges, batched, parallel, hooks } = tools;
	const records = await recordsOf(access, run.runId);
	const prompts = new Map(
		judges.length === 0
			? []
			: Object.entries(plan.prompts).map(([kind, { hash, theirs }]) => {
					const prompt = gradePrompt(kind, theirs);
					if (prompt.hash === hash) return [kind, prompt] as const;
					throw new UsageError(
						"JUDGE_PROMPT_CHANGED",
						`the judges' instructions (${kind}) have changed since the evaluation began`,
						{
							hint: "begin a new one: assay eval run SUITE; its figures could not be compared with each other",
						},
					);
				}),
	);
	const { citations, labelled } = formOf(plan) ?? {};
	const { outside } = plan;
	const ended = [...records.values()].filter(({ status }) => status === "completed");
	let judged = 0;
	const sayWhatIsLeft = () =>
		hooks.onProgress({ type: "activity", text: `judging, ${pluralize(items.length - judged, "report")} to go` });
	if (judges.length > 0) sayWhatIsLeft();
	// Of statements with human labels one request holds several.
	const together = labelled ? labelledTasks(plan.questions) : [];
	/** A report with what code says of it, and what judges are to grade. */
	const prepare = async ({ question, key }: Item) => {
		const record = records.get(key);
		const finished = record?.status === "completed" ? await access.finished(record) : undefined;
		const { state } = finished ?? { state: emptyState };
		const ofOther = outside && (await outsideMaterial(question, outside, ended, access));
		const shown = {
			question: labelled ? severalQuestions : question.question,
			report: outside?.text ?? gradedText(state),
		};
		const statements = ofOther?.statements ?? (citations ? await statementsOf(state, access) : []);
		const byCode = ofOther?.verdicts ?? [
			...gradeByCode(question, state),
			...citedVerdict(statements),
			...faithfulVerdict(state),
		];
		const tasks = labelled
			? together.filter(({ criteria }) => criteria.some(({ id }) => id === question.id))
			: gradingTasks({ criteria: [...question.criteria, ...citationCriteria(statements)] });
		return { record, finished, shown, byCode, tasks };
	};
	const ask = askOnce(prompts);
	const gradeItem = async (item: Item, signal: AbortSignal): Promise<GradedRun> => {
		const { question, repeat } = item;
		const { record, finished, shown, byCode, tasks } = await prepare(item);
		const gold = question.criteria.flatMap(({ document }) => document ?? []);
		const verdicts: Verdict[] = [...byCode, ...labelsOf(question)];
		for (const judge of judges)
			for (const task of tasks) {
				const given = await ask(judge, task, shown, signal);
				verdicts.push(...(labelled ? verdictsOn(question, given) : given));
			}
		if (judges.length > 0) {
			hooks.onProgress({ type: "note", text: `judged ${++judged} of ${items.length}: ${question.id}` });
			sayWhatIsLeft();
		}
		const state = finished?.state;
		return {
			...{ question: question.id, repeat, run: record?.id ?? "" },
			...(state ? { stopReason: stopReasonOf(state) } : {}),
			...(finished || labelled || outside ? {} : { error: record?.error ?? "it did not begin" }),
			measures: state ? measuresOf({ id: question.id, question: question.question, gold }, state, finished) : {},
			verdicts,
		};
	};
	const batches = batchesOf(items).map((some) => ({
		some,
		step: gradedPrefix + shortHash(some.map(({ key }) => key)),
	}));
	if (batched) {
		const open = batches.filter(({ step }) => !run.recorded.includes(step)).flatMap(({ some }) => some);
		// The reports are read one after the other, and all wait for the batches.
		const enqueue = createWorkQueue((running) => running < parallel);
		const askInBatch = askOnce(prompts);
		await forEachInParallel(open, itemsInBatches, run.signal, async (item, _at, signal) => {
			const { shown, tasks } = await enqueue(() => prepare(item), signal);
			const asked = batched.judges.flatMap((judge) => tasks.map((task) => askInBatch(judge, task, shown, signal)));
			// All have to be in batches before one may fail.
			for (const outcome of await Promise.allSettled(asked)) if (outcome.status === "rejected") throw outcome.reason;
		});
		batched.check();
	}
	const done: GradedRun[] = [];
	for (const { some, step } of batches)
		done.push(
			...((await run.step(step, async (signal) => {
				const graded: GradedRun[] = [];
				await forEachInParallel(some, parallel, signal, async (item, at, itemSignal) => {
					graded[at] = await gradeItem(item, itemSignal);
				});
				return graded as unknown as Json;
			})) as unknown as GradedRun[]),
		);
	return done;
}

/** The statements of a report with what its pages say. */
async function statementsOf(state: ResearchState, { store }: EvaluationAccess): Promise<Statement[]> {
	const cited = state.sources.filter(({ id }) => state.report?.sourceIds.includes(id));
	const pages = await Promise.all(cited.map(async ({ hash }) => [hash, await store.pages.get(hash)] as const));
	return statementsWithQuotes(state, new Map(pages.flatMap(([hash, page]) => (page ? [[hash, page] as const] : []))));
}

/** Of one request that holds several statements: the verdicts on that of this question. */
function verdictsOn({ id, criteria }: EvalQuestion, given: readonly Verdict[]): Verdict[] {
	return criteria.flatMap(({ id: criterion }) =>
		given.filter((one) => one.criterion === id).map((one) => ({ ...one, criterion })),
	);
}

/** What people said of the criteria. */
function labelsOf({ criteria }: EvalQuestion): Verdict[] {
	return criteria.flatMap(({ id, expected }) =>
		expected === undefined ? [] : [{ criterion: id, judge: people, label: "given", met: expected, why: "" }],
	);
}

/** Finds where each lost criterion of all runs was lost, batch by batch. It asks no model. */
async function findLosses(
	run: RunContext,
	plan: EvaluationPlan,
	graded: readonly GradedRun[],
	{ access, parallel, hooks }: StageTools,
): Promise<void> {
	let traced = 0;
	const questions = new Map(plan.questions.map((one) => [one.id, one]));
	for (const batch of batchesOf(graded))
		await run.step(lostPrefix + shortHash(batch.map(({ question, repeat }) => [question, repeat])), async (signal) => {
			const lost: LostCriterion[][] = [];
			await forEachInParallel(batch, parallel, signal, async (one, at) => {
				const question = questions.get(one.question);
				lost[at] = question ? await lossesOf(question, one, access) : [];
				hooks.onProgress({ type: "note", text: `traced ${++traced} of ${graded.length}: ${one.question}` });
			});
			return lost.flat() as unknown as Json;
		});
}

async function lossesOf(
	question: EvalQuestion,
	{ repeat, run, error, verdicts }: GradedRun,
	access: EvaluationAccess,
): Promise<LostCriterion[]> {
	const lost = lostCriteria(question, verdicts);
	if (lost.length === 0) return [];
	const place = { question: question.id, repeat, run };
	if (error !== undefined) return lost.map(({ id }) => ({ ...place, criterion: id, stage: "run_failed", what: error }));
	const { log, state } = await access.finished(await access.store.run(run));
	const texts = new Map<string, Promise<string | undefined>>();
	const pageText = (hash: string) => {
		const known = texts.get(hash) ?? access.store.pages.get(hash).then((page) => page?.text);
		texts.set(hash, known);
		return known;
	};
	return Promise.all(
		lost.map(async (criterion) => ({
			...place,
			criterion: criterion.id,
			...(await locateLoss(question, criterion, { state, log, pageText })),
		})),
	);
}

function batchesOf<T>(items: readonly T[]): T[][] {
	const size = Math.max(batchLeast, Math.ceil(items.length / batchesMost));
	return chunksOf(items, size);
}

/** The runs of an evaluation by their keys; of one key, the newest. */
async function recordsOf({ store }: EvaluationAccess, id: string): Promise<Map<string, RunRecord>> {
	const records = new Map<string, RunRecord>();
	for (const record of (await store.runs()).toReversed()) {
		const input = parseRunInput(record.input);
		if (input?.evaluatedBy?.evaluation === id) records.set(input.key, record);
	}
	return records;
}

function hasEnded(record: RunRecord | undefined): boolean {
	return record?.status === "completed" || record?.status === "failed";
}
