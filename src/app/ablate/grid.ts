import { AssayError, messageOf, UsageError } from "../../base/errors.ts";
import { pluralize } from "../../base/text.ts";
import type { Spending } from "../../evidence/spending.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { createForwarder, endsAllRuns, forEachInParallel, shareOfCost, sumOfEstimates } from "../many-runs.ts";
import { parseOptions } from "../options/parse.ts";
import type { OptionsInput } from "../options/schema.ts";
import type { Hooks, Progress } from "../progress.ts";
import type { RunInput } from "../run.ts";
import { type Comparison, compareSettings, type MeasuredRun } from "./compare.ts";
import { goldRead, measuresOf } from "./measures.ts";
import type { AblationQuestion } from "./questions.ts";
import { type Combination, combinationsOf, parseVariations, settingsOf, type Variation, withSettings } from "./vary.ts";

/** What to run: every question with every combination of the varied options. */
export interface AblationRequest {
	questions: readonly AblationQuestion[];
	/** As `--vary` has them: `planner=guided,baseline`, `no-vectors`. */
	vary: readonly string[];
	/** Runs at once. */
	parallel: number;
	/** The options of all runs. `maxCost` holds for all runs together: each may cost an equal share. */
	options: OptionsInput;
}

/** A run of an ablation. */
export interface AblationRun extends MeasuredRun {
	/** The id of the run. */
	run: string;
	/** By variation. */
	labels: string[];
}

export interface AblationResult {
	questions: number;
	combinations: number;
	runs: AblationRun[];
	/** Runs that failed; pairs with them are not compared. */
	failed: { question: string; labels: string[]; code: string; message: string }[];
	/** Gold documents that no run read: hard to find, or not in the corpus. */
	goldUnread: string[];
	comparisons: Comparison[];
}

/** What is measured of a finished run. */
interface FinishedRun {
	id: string;
	state: ResearchState;
	/** Absent for a run without models. */
	spending?: Spending | undefined;
	chain?: number | undefined;
}

/** A run as it will be started. */
export interface PreparedRun<Finished extends FinishedRun = FinishedRun> {
	input: RunInput;
	/** Does the run, resumes it, or takes a finished one that was not delivered. */
	work(hooks: Hooks): Promise<Finished>;
	/** What it is expected to use; undefined without models. Nothing is sent. Throws `UsageError` where an option is wrong. */
	estimate(): Promise<(Progress & { type: "estimate" }) | undefined>;
}

interface Cell {
	question: AblationQuestion;
	settings: Combination;
	labels: string[];
	prepared: PreparedRun;
}

/** Maximum number of runs of one ablation: a typing error should not cost a week. */
const runsMost = 2_000;

/**
 * Runs the grid. Each cell is a run of its own, so a repeated command takes finished runs from the store and resumes the others. A run
 * that fails is reported; a fault that keeps its run (a wrong key, a provider that is away) ends the ablation, and can be repaired.
 * Throws `UsageError` before the first run where an option is wrong.
 */
export async function runGrid(
	{ questions, vary, parallel, options }: AblationRequest,
	prepare: (question: string, options: OptionsInput) => PreparedRun,
	hooks: Hooks,
): Promise<AblationResult> {
	const variations = parseVariations(vary, options);
	const combinations = combinationsOf(variations);
	const total = questions.length * combinations.length;
	if (total > runsMost)
		throw new UsageError("GRID_TOO_LARGE", `the grid has ${total} runs, more than ${runsMost}`, {
			hint: "fewer questions, or fewer --vary",
		});
	const cells = cellsOf(questions, variations, withShareOfCost(options, total), prepare);
	await announce(cells, questions.length, combinations.length, options.maxCost, hooks);

	const forward = createForwarder(hooks);
	const runs: (AblationRun | undefined)[] = [];
	const failed: AblationResult["failed"] = [];
	const gold = new Set(questions.flatMap((one) => one.gold ?? []));
	let ended = 0;
	const nameOf = (cell: Cell) => [cell.question.id, ...cell.labels].join(", ");
	const report = (cell: Cell, text: string) =>
		hooks.onProgress({ type: "note", text: `${++ended} of ${cells.length}: ${nameOf(cell)}: ${text}` });
	await forEachInParallel(cells, parallel, hooks.signal, async (cell, at, signal) => {
		try {
			const { id, state, spending, chain } = await cell.prepared.work({
				signal,
				onProgress: (progress) => forward(progress, { name: nameOf(cell), isFirst: at === 0 }),
			});
			const measures = measuresOf(cell.question, state, { spending, chain });
			for (const name of goldRead(cell.question.gold ?? [], state.sources)) gold.delete(name);
			const stopReason = state.done && !state.report ? "NO_EVIDENCE" : (state.stop?.reason ?? "NO_EVIDENCE");
			runs[at] = { run: id, question: cell.question.id, ...placeOf(cell), measures, stopReason };
			report(cell, `${stopReason}, ${pluralize(state.turns.length, "step")}, run ${id.slice(0, 8)}`);
		} catch (error) {
			if (signal.aborted || endsAllRuns(error)) throw error;
			const code = error instanceof AssayError ? error.code : "RUN_FAILED";
			failed.push({ question: cell.question.id, labels: cell.labels, code, message: messageOf(error) });
			report(cell, `failed: ${messageOf(error)}`);
		}
	});
	const measured = runs.filter((run) => run !== undefined);
	return {
		questions: questions.length,
		combinations: combinations.length,
		runs: measured,
		failed,
		goldUnread: [...gold],
		comparisons: compareSettings(variations, measured),
	};
}

function placeOf({ settings, labels }: Cell): Pick<Cell, "settings" | "labels"> {
	return { settings, labels };
}

/** Prepares all runs. Throws `VARY_WITHOUT_EFFECT` where two combinations give one run. */
function cellsOf(
	questions: readonly AblationQuestion[],
	variations: readonly Variation[],
	options: OptionsInput,
	prepare: (question: string, options: OptionsInput) => PreparedRun,
): Cell[] {
	const byKey = new Map<string, string>();
	const combinations = combinationsOf(variations);
	return questions.flatMap((question) =>
		combinations.map((settings): Cell => {
			const labels = settingsOf(variations, settings).map(({ label }) => label);
			const prepared = prepare(question.question, withSettings(options, variations, settings));
			const same = byKey.get(prepared.input.key);
			if (same !== undefined)
				throw new UsageError(
					"VARY_WITHOUT_EFFECT",
					`"${labels.join(", ")}" is the same run as "${same}": the varied option does not change what a run does here`,
					{ hint: "leave it out of --vary, or give what it needs, such as --model" },
				);
			byKey.set(prepared.input.key, labels.join(", "));
			return { question, settings, labels, prepared };
		}),
	);
}

/** An equal share of the cost limit for each run, so that all runs together keep it. */
function withShareOfCost(options: OptionsInput, total: number): OptionsInput {
	const { maxCost } = parseOptions(options);
	if (maxCost === undefined) return options;
	return { ...options, maxCost: shareOfCost(maxCost, total) };
}

/** Says how many runs there will be, and what they are expected to use in all. */
async function announce(
	cells: readonly Cell[],
	questions: number,
	combinations: number,
	maxCost: unknown,
	hooks: Hooks,
): Promise<void> {
	const text = `${pluralize(cells.length, "run")}: ${pluralize(questions, "question")} × ${pluralize(combinations, "combination")}`;
	hooks.onProgress({ type: "note", text });
	// Estimates depend on the options only, so those of the first question hold for all.
	const estimates = await Promise.all(cells.slice(0, combinations).map(({ prepared }) => prepared.estimate())).catch(
		(error: unknown) => {
			if (!(error instanceof UsageError && error.code === "MAX_COST_TOO_SMALL")) throw error;
			const message = `--max-cost ${String(maxCost)} is for all ${cells.length} runs: of its share, ${error.message}`;
			throw new UsageError("MAX_COST_TOO_SMALL", message, {
				hint: "a higher --max-cost, fewer questions, or fewer --vary",
			});
		},
	);
	const known = estimates.filter((one) => one !== undefined);
	const sum = sumOfEstimates(known, questions, maxCost === undefined ? {} : { cost: Number(maxCost) });
	if (sum) hooks.onProgress(sum);
}
