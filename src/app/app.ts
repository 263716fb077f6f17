import type { AssayError } from "../base/errors.ts";
import type { Spending } from "../evidence/spending.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { PageCleanupResult } from "../store/store.ts";
import type { AblationRequest, AblationResult } from "./ablate/grid.ts";
import type { Campaigns } from "./campaign/campaigns.ts";
import type { ModelConnection } from "./config/model-config.ts";
import type { EvaluationAccess } from "./evaluation/access.ts";
import type { ExportedFile } from "./export/export-report.ts";
import type { ExportFormat } from "./export/formats.ts";
import type { LogPart } from "./follow-run.ts";
import type { Messages } from "./inbox.ts";
import type { DeletedRuns } from "./library/delete-runs.ts";
import type { RunMatch } from "./library/find-match.ts";
import type { OptionsInput } from "./options/schema.ts";
import type { Passes } from "./passes.ts";
import type { Hooks, Progress } from "./progress.ts";
import type { JsonOutput } from "./report/output.ts";
import type { RunSummary } from "./run-summary.ts";
import type { StoredPage } from "./stored-page.ts";
import type { TraceLine } from "./trace-words.ts";
import type { UserDecision } from "./user-input.ts";
import type { WhereToWork, WorkerHooks } from "./workers/job.ts";
import type { RunsOnWorkers } from "./workers/runs-on-workers.ts";

/** A question with its options, as they may come from JSON. */
export type ResearchRequest = { question: string } & OptionsInput;

/** A finished run. */
export interface RunResult {
	id: string;
	/** What `--json` prints. */
	output: JsonOutput;
	markdown: string;
	/** The folder that holds `report.md`, `report.html`, `evidence.json`, `trace.json` and `pages/`. */
	files: string;
	/** Why its files could not be written; set only when a run is shown. */
	unwritten?: AssayError | undefined;
	/** Absent for a run without models. */
	spending?: Spending | undefined;
	/** The most requests to models of which each began after the one before it had ended; absent for a run without models. */
	chain?: number | undefined;
	/** 0 report, 3 no evidence, 4 a limit cut off what was still needed. */
	exitCode: 0 | 3 | 4;
	/** The campaign that began the run. */
	pulseOf?: { campaign: string; pulse: number } | undefined;
	state: ResearchState;
}

/** The public interface of the library. The command line, and later HTTP and MCP, know only this. */
export interface App extends Campaigns, Messages, Passes, RunsOnWorkers {
	/**
	 * Does the research. Throws `UsageError` where an option is wrong. It resumes an unfinished run of the same question and options, and returns a finished one that was never
	 * delivered. Throws `InputNeeded` where the run waits for its user: `resume` takes the decision.
	 */
	research(request: ResearchRequest, hooks: Hooks): Promise<RunResult>;
	/**
	 * Answers a further question from the pages that an earlier run stored, as a run of its own at depth `quick`. Nothing else is searched.
	 * The models are those of the earlier run unless the request names others. Throws `RUN_WITHOUT_PAGES`, and as `research`.
	 */
	ask(id: string, request: ResearchRequest, hooks: Hooks): Promise<RunResult>;
	/**
	 * Continues a run, finished or not, as a run of its own: from all that it knew, for what it lacks and for `focus`. Options that the
	 * request does not name are those of the run. Throws `RUN_WITHOUT_SOURCES`, and as `research`.
	 */
	extend(id: string, request: OptionsInput, hooks: Hooks): Promise<RunResult>;
	/**
	 * Looks what has changed since the last look at a run, as a run of its own: reads its pages again and repeats its searches. Throws
	 * `RUN_UNFINISHED`, and as `extend`.
	 */
	monitor(id: string, request: OptionsInput, hooks: Hooks): Promise<RunResult>;
	/** When the next look at a run is due, if it is to be looked at every `everyMs`. */
	nextLook(id: string, everyMs: number): Promise<Date>;
	/**
	 * Runs every question with every combination of the varied options, and compares each setting with the first of its option in pairs.
	 * Each run is as one of `research`, so a repeated call resumes what is unfinished, and returns what was never delivered. Throws
	 * `UsageError` where the request is wrong, and `AssayError` where a fault outside the runs ended them.
	 */
	ablate(request: AblationRequest, hooks: Hooks): Promise<AblationResult>;
	/** What evaluations (`assay eval`) use beside these methods. */
	readonly evaluations: EvaluationAccess;
	/**
	 * The finished run on the same sources that asked the same as `request`, word for word or by meaning; undefined when there is none, or
	 * when `research` would continue an unfinished run. Throws `UsageError` as `research`.
	 */
	findMatch(request: ResearchRequest): Promise<RunMatch | undefined>;
	/** What a run is likely to use of its models, before it begins; undefined for one without models. Throws `UsageError` as `research`. */
	estimate(request: ResearchRequest): Promise<(Progress & { type: "estimate" }) | undefined>;
	/** Records that a finished run's result was delivered: from now on `research` begins a new run. Never throws. */
	delivered(id: string): Promise<void>;
	/**
	 * Resumes a run. If it waits for its user, `connection` may hold the decision; without one it throws `InputNeeded` again. Throws
	 * `UsageError` `ANSWERS_EARLY`, `PLAN_SETTLED`, ….
	 */
	resume(id: string, hooks: Hooks, connection?: ModelConnection & UserDecision & WhereToWork): Promise<RunResult>;
	/** Newest first. */
	list(): Promise<RunSummary[]>;
	/** The report of a finished run; else the summary with the state so far. */
	show(id: string): Promise<RunResult | RunSummary>;
	/**
	 * The report of a finished run, or of a campaign's ended pulses, as files that stand alone. Nothing is written or sent. Throws
	 * `RUN_UNFINISHED`, `REPORT_MISSING`, `BROWSER_MISSING` or `BROWSER_NOT_STARTED`.
	 */
	export(id: string, formats: readonly ExportFormat[]): Promise<ExportedFile[]>;
	/** A run with its state, finished or not. Unlike `show` it writes no files. */
	inspect(id: string): Promise<RunSummary>;
	/** The summary of the run that an id or its first digits name, without its state. */
	find(id: string): Promise<RunSummary>;
	/** The steps of a run, or one of them in full (`step`, from 1), as lines to print. Throws `STEP_UNKNOWN`. */
	trace(id: string, step?: number): Promise<TraceLine[]>;
	/**
	 * Reads the log of a run from its beginning and follows it, of this or another process, until it ends. Each event comes once.
	 * `isWhole`, asked at each read: whether its inbox and its ledger are read, too, which a process that works on the run need not.
	 */
	log(id: string, signal: AbortSignal, isWhole?: () => boolean): AsyncIterable<LogPart>;
	/** A page that a run has read, by the hash of its text or its source's id. Throws `PAGE_UNKNOWN` or `PAGE_NOT_STORED`. */
	page(id: string, name: string): Promise<StoredPage>;
	/** Follows a run, of this or another process, until it ends. Returns what `show` returns. */
	watch(id: string, hooks: Hooks): Promise<RunResult | RunSummary>;
	/** Takes runs that were handed over, `slots` at a time, until the signal aborts. Throws `UsageError` `WORKERS_NEED_DATABASE`. */
	work(slots: number, hooks: WorkerHooks): Promise<void>;
	/** Deletes stored pages that no run has read for `olderMs`; `dryRun` only counts them. */
	cleanup(olderMs: number, dryRun: boolean): Promise<PageCleanupResult>;
	/**
	 * Deletes a run with its files, its investigators and the pages that no other run has read. Throws `RUN_BUSY` when a process works
	 * on it.
	 */
	delete(id: string): Promise<DeletedRuns>;
	/** Deletes the runs that ended more than `olderMs` ago, as `delete`; `dryRun` only counts. Unfinished runs are kept. */
	cleanupRuns(olderMs: number, dryRun: boolean): Promise<DeletedRuns>;
	close(): Promise<void>;
}
