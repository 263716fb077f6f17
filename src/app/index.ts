import { join } from "node:path";
import { longestChain } from "../base/critical-path.ts";
import { UsageError } from "../base/errors.ts";
import type { Json } from "../base/json.ts";
import { limits } from "../base/limits.ts";
import { workingTime } from "../base/working-time.ts";
import type { EarlierRun } from "../evidence/event.ts";
import { depths } from "../evidence/plan.ts";
import { spendingOf } from "../evidence/spending.ts";
import { createRulesReasoner } from "../reasoning/rules/index.ts";
import type { UserInput } from "../research/input-needed.ts";
import { research } from "../research/loop.ts";
import { openStore } from "../store/open.ts";
import type { RunRecord } from "../store/store.ts";
import type { Trial } from "../store/trial.ts";
import type { PreparedRun } from "./ablate/grid.ts";
import { shownLive } from "./activity.ts";
import type { App, RunResult } from "./app.ts";
import { createCampaigns } from "./campaign/campaigns.ts";
import type { ModelConnection } from "./config/model-config.ts";
import type { Config } from "./config.ts";
import { createEvaluationAccess } from "./evaluation/access.ts";
import { readLogParts, spendingSoFar } from "./follow-run.ts";
import { assertGiven, type GivenParts, givenNames } from "./given-parts.ts";
import { messagesTo, openInbox, waitingMessages } from "./inbox.ts";
import { extensionOf, type LaterRun, nextLookAt, nextLookDue } from "./later-run.ts";
import { cleanUpPages } from "./library/clean-up-pages.ts";
import { assertNoPulse, cleanUpRuns, deleteWithRuns } from "./library/delete-runs.ts";
import { findMatch } from "./library/find-match.ts";
import { findRunToContinue } from "./library/find-run-to-continue.ts";
import { callSpan, loadModelWork } from "./load-model-work.ts";
import { openModelAccess } from "./model-access.ts";
import { givenSource, openSources } from "./open-sources.ts";
import type { InventedWeb } from "./open-web-source.ts";
import { modelOptionsOf } from "./options/models.ts";
import { parseOptions, refuseForNewRun, refuseUserInput } from "./options/parse.ts";
import type { Options, OptionsInput } from "./options/schema.ts";
import { webOptionsOf } from "./options/web.ts";
import { noteWithoutEffect } from "./options/without-effect.ts";
import { passesOf } from "./passes.ts";
import type { Hooks } from "./progress.ts";
import { modelNamesOf } from "./report/model-words.ts";
import { exitCodeOf, parseRunInput, type RunInput, runInputOf, runOutputOf } from "./run.ts";
import { type RunFiles, writeRunFiles } from "./run-files.ts";
import { loadLog, loadState } from "./run-log.ts";
import { runNamed } from "./run-named.ts";
import { modelsOfRun, type RunSummary, runSummaryOf, stateSummaryOf, waitingFor, withTotals } from "./run-summary.ts";
import { trialsOf } from "./step-trial/start-trial.ts";
import { storedPage } from "./stored-page.ts";
import { storedPagesOf } from "./stored-pages-of.ts";
import { summarize } from "./summarize.ts";
import { groupedSoFar, loadLogSoFar } from "./survey-so-far.ts";
import { traceOf } from "./trace-of-run.ts";
import { neededInputOf, type UserDecision, userInputOf } from "./user-input.ts";
import { handOver, sharedOf, watchRun } from "./workers/hand-over.ts";
import type { WhereToWork } from "./workers/job.ts";
import { queuePlaceOf } from "./workers/queue-place.ts";
import { runsOnWorkers } from "./workers/runs-on-workers.ts";
import { workOnQueue } from "./workers/work.ts";

export type { AblationResult } from "./ablate/grid.ts";
export type { App, ResearchRequest, RunResult } from "./app.ts";
export type { ModelConnection } from "./config/model-config.ts";
export type { ExportedFile } from "./export/export-report.ts";
export type { SentMessage } from "./inbox.ts";
export type { DeletedRuns } from "./library/delete-runs.ts";
export type { RunMatch } from "./library/find-match.ts";
export type { InventedWeb as World } from "./open-web-source.ts";
export type { EstimateRange as Range, Hooks, Progress, StoreWait } from "./progress.ts";
export type { LoggedEvent } from "./run-log.ts";
export type { RunSummary } from "./run-summary.ts";
export type { UserDecision } from "./user-input.ts";
export type { WhereToWork } from "./workers/job.ts";
export type { QueuePlace } from "./workers/queue-place.ts";

export interface AppSettings {
	/** An invented web in place of the real one, for `assay demo` and for tests. */
	world?: InventedWeb | undefined;
	/** Only `list` and `show` will be called. */
	toRead?: boolean | undefined;
	/** `work` will be called. */
	isWorker?: boolean | undefined;
	/** What the calling program gives in place of what would be opened here. */
	parts?: GivenParts | undefined;
	/** This process is the child of a trial. */
	trial?: Trial | undefined;
}

export async function openApp(config: Config, settings: AppSettings = {}): Promise<App> {
	const { world, toRead = false, isWorker = false, parts = {} } = settings;
	const store =
		parts.store ?? (await openStore({ home: config.home, databaseUrl: config.databaseUrl, toRead, isWorker }));
	const trials = trialsOf(settings, config);

	/**
	 * Works on a run until it ends, here or on a worker. `begin` creates the run once its sources are open. `resumed`: the run that is
	 * resumed.
	 */
	async function workOnRun(
		input: RunInput,
		hooks: Hooks,
		resumed: RunRecord | undefined,
		begin: (input: RunInput) => Promise<RunRecord>,
		connection: ModelConnection & WhereToWork,
		userInput: UserInput = {},
	): Promise<RunResult> {
		const { onWorkers, detach, modelTimeout, modelParallel } = connection;
		if (!onWorkers && !detach)
			return finishedResult(await workHere(input, hooks, resumed, begin, connection, userInput));
		sharedOf(store);
		const run = resumed ?? (await begin(input));
		if (!detach) hooks.onProgress({ type: "run", id: run.id });
		const job = { connection: { modelTimeout, modelParallel }, userInput };
		return finishedResult(await handOver(store, run, job, hooks, !detach));
	}

	/** As `work`. What the run waits for in its store is shown, too. */
	async function workHere(...given: Parameters<typeof work>): Promise<RunRecord> {
		const stopListening = store.onWait((wait) => given[1].onProgress({ type: "store", wait }));
		return work(...given).finally(stopListening);
	}

	/** Works on a run in this process until it ends. `fromQueue`: this process has taken it from the queue. */
	async function work(
		input: RunInput,
		hooks: Hooks,
		resumed: RunRecord | undefined,
		begin: (input: RunInput) => Promise<RunRecord>,
		connection: ModelConnection,
		userInput: UserInput,
		fromQueue = false,
	): Promise<RunRecord> {
		const { options, question } = input;
		assertGiven(options, parts);
		const modelAccess =
			options.model &&
			(await openModelAccess(config, options, options.model, hooks, resumed, connection, store.shared?.limits));
		const openingStart = workingTime();
		const sources = parts.source
			? givenSource(parts.source)
			: await openSources(options, config, hooks, world, (id) => storedPagesOf(store, id), store.shared?.limits);
		const openingMs = Math.min(workingTime() - openingStart, options.deadlineMs * limits.openingShare);
		try {
			const run = resumed ?? (await begin(modelAccess ? { ...input, modelAddresses: modelAccess.addresses } : input));
			const runId = run.id;
			// Another process may have begun the run a moment ago, in another environment.
			modelAccess?.assertSameAddresses(run);
			hooks.onProgress({ type: "run", id: runId });
			const inbox = await openInbox(store, runId, hooks);
			await store
				.execute(
					runId,
					async (run) => {
						await modelAccess?.balance(run, "before");
						const reasoning = modelAccess
							? await modelAccess.open(run, sources.provider)
							: { reasoner: parts.reasoner ?? createRulesReasoner() };
						const state = await research(run, question, options, {
							source: sources.provider,
							...reasoning,
							pages: store.pages,
							userInput,
							inbox,
							sourceInfo: sources.info,
							openingMs,
							now: parts.now,
							onEvent: (event, state) => {
								if (event.type === "started") sources.onStarted(event.source);
								hooks.onProgress({ type: "event", event, state });
							},
							loadEarlier: (earlierId) => loadState(store, earlierId),
							...shownLive(hooks),
						});
						await modelAccess?.balance(run, "after");
						return runOutputOf(state) as unknown as Json;
					},
					hooks.signal,
					{ fromQueue, ...trials(connection, hooks) },
				)
				.finally(inbox.close);
			return await store.run(runId);
		} finally {
			await sources.close();
		}
	}

	function researchInput(question: string, options: Options, earlier?: EarlierRun, typed?: OptionsInput): RunInput {
		const model = options.model === false || parts.reasoner ? undefined : modelOptionsOf(options, config.models());
		const given = givenNames(parts, options);
		const web = (question: string) =>
			given?.source === undefined ? webOptionsOf(options, question, config.web(), world !== undefined) : undefined;
		const wanted = {
			web,
			typed,
			...(earlier === undefined ? {} : { earlier }),
			...(given === undefined ? {} : { given }),
		};
		return { ...runInputOf(question, options, model, wanted), out: config.out };
	}

	/** Begins a run, or goes on with the one of the same question and options. */
	async function beginOrContinue(
		input: RunInput,
		hooks: Hooks,
		connection: ModelConnection & UserDecision & WhereToWork,
	): Promise<RunResult> {
		noteWithoutEffect(input.withoutEffect, hooks);
		const isSame = (run: RunRecord) => parseRunInput(run.input)?.key === input.key;
		const existing = await findRunToContinue(store, input.key);
		if (existing?.status === "completed") {
			hooks.onProgress({ type: "run", id: existing.id });
			hooks.onProgress({ type: "note", text: `run ${existing.id.slice(0, 8)} had finished, but was never shown` });
			return finishedResult(existing);
		}
		const { answer, plan } = connection;
		const userInput = await readUserInput({ answer, plan }, input, existing);
		if (existing) hooks.onProgress({ type: "note", text: `goes on with run ${existing.id.slice(0, 8)}` });
		// The same command may have begun, and even ended, the run while this one opened its sources.
		const begin = async (input: RunInput) =>
			(await findRunToContinue(store, input.key)) ?? store.run(await store.create(input as unknown as Json, isSame));
		return workOnRun(input, hooks, existing, begin, connection, userInput);
	}

	/** The user's decision for a run. The log is read only where it matters: a damaged one is repaired when the run is executed. */
	async function readUserInput(decision: UserDecision, { options }: RunInput, run?: RunRecord): Promise<UserInput> {
		const { answer = [], plan, planText } = decision;
		const isDecided = answer.length > 0 || plan !== undefined || planText !== undefined;
		if (!isDecided && !options.clarify && !options.confirm) return {};
		// The execution reports and repairs what cannot be read here.
		const state = run && (await loadState(store, run.id).catch(() => null));
		return state === null ? {} : userInputOf(decision, state);
	}

	/** Begins, or goes on with, a run in the sources that its options name. */
	async function beginInSources(
		question: string,
		given: OptionsInput,
		hooks: Hooks,
		typed: OptionsInput,
		earlier?: EarlierRun,
	) {
		const options = parseOptions(given);
		return beginOrContinue(researchInput(question, options, earlier, typed), hooks, options);
	}

	async function beginLaterRun({ question, options, earlier, typed }: LaterRun, hooks: Hooks): Promise<RunResult> {
		const { options: before } = parseRunInput((await store.run(earlier.id)).input) ?? {};
		if (before?.web?.world && !world)
			throw new UsageError("DEMO_RUN", "this run is the demo's, and its invented web is not there", {
				hint: "ask a question of your own: assay --help",
			});
		return beginInSources(question, options, hooks, typed, earlier);
	}

	/** Writes the report's files from the log each time, so that a crash between log and files does no lasting harm. */
	async function finishedResult(run: RunRecord): Promise<RunResult> {
		const { log, state } = await loadLog(store, run.id);
		const folder = join(config.out, run.id);
		const models = await loadModelWork(store, run);
		const runFiles: RunFiles = await writeRunFiles(folder, run, state, store.pages, log, { models, toRead });
		const chain = models && longestChain(models.calls.map(callSpan));
		const { pulseOf } = parseRunInput(run.input) ?? {};
		return { id: run.id, ...runFiles, spending: models?.spending, chain, exitCode: exitCodeOf(state), pulseOf, state };
	}

	/** The summary of a run with its state. */
	async function summaryWithState(run: RunRecord): Promise<RunSummary> {
		const state = groupedSoFar((await loadLogSoFar(store, run.id)).state);
		const calls = await store.calls(run.id);
		const spending = run.status === "running" ? spendingSoFar(calls) : spendingOf(calls);
		return {
			...runSummaryOf(run),
			...stateSummaryOf(state, run.status),
			...waitingFor(run, neededInputOf(state)),
			waiting: await waitingMessages(store, run.id),
			...(run.status === "queued" ? { queue: await queuePlaceOf(store, run.id) } : {}),
			...(run.status === "completed" ? { exitCode: exitCodeOf(state), files: join(config.out, run.id) } : {}),
			...(calls.length > 0 ? { spending } : {}),
		};
	}

	/** The run of a question, which is not begun yet. Throws `UsageError` where an option is wrong. */
	function prepareRun(question: string, given: OptionsInput): PreparedRun<RunResult> {
		const options = parseOptions(given);
		refuseUserInput(options);
		const input = researchInput(question, options);
		const { model } = input.options;
		return {
			input,
			work: (hooks) => beginOrContinue(input, hooks, options),
			async estimate() {
				if (!model) return undefined;
				const { openModels } = await import("./open-models.ts");
				const { expected } = await openModels(input.options, model, config.models(), options);
				const { depth, deadlineMs } = input.options;
				return { type: "estimate", ...expected, depth, deadlineMs, models: modelNamesOf(model) };
			},
		};
	}

	return {
		...createCampaigns({ store, config, toRead, inventsWeb: world !== undefined, workOnRun, trials }),
		evaluations: createEvaluationAccess({ store, config, inventsWeb: world !== undefined, workOnRun }),
		async research(request, hooks) {
			const { question, ...given } = request;
			refuseForNewRun(given);
			return beginInSources(question, given, hooks, given);
		},
		async findMatch({ question, ...given }) {
			const options = parseOptions(given);
			const input = researchInput(question, options);
			return (await findRunToContinue(store, input.key)) ? undefined : findMatch(store, input, options.vectors);
		},
		// What the user is asked first changes nothing of what the research is likely to use.
		estimate: ({ question, clarify: _c, confirm: _p, ...given }) => prepareRun(question, given).estimate(),
		async ablate(request, hooks) {
			const { runGrid } = await import("./ablate/grid.ts");
			return runGrid(request, prepareRun, hooks);
		},
		async ask(id, request, hooks) {
			const earlier = await runNamed(store, id);
			const { question, ...given } = request;
			const models = given.model === undefined ? modelsOfRun(parseRunInput(earlier.input)) : {};
			// Few pages, but whoever waits for a slow model wants its answer.
			const deadline = depths.standard.deadlineMs / 1_000;
			const options = parseOptions({ depth: "quick", deadline, ...models, ...given });
			const model = options.model === false ? undefined : modelOptionsOf(options, config.models());
			const input = { ...runInputOf(question, options, model, { from: earlier.id, typed: given }), out: config.out };
			return beginOrContinue(input, hooks, options);
		},
		async extend(id, request, hooks) {
			return beginLaterRun(extensionOf(await runNamed(store, id), request), hooks);
		},
		async monitor(id, request, hooks) {
			return beginLaterRun(await nextLookAt(store, await runNamed(store, id), request), hooks);
		},
		nextLook: async (id, everyMs) => nextLookDue(store, await runNamed(store, id), everyMs),
		async resume(id, hooks, connection = {}) {
			const run = await runNamed(store, id);
			const input = parseRunInput(run.input);
			if (run.status === "completed" || !input) {
				// Throws where the plan or the answers come too late.
				if (input) await readUserInput(connection, input, run);
				return finishedResult(run);
			}
			const userInput = await readUserInput(connection, input, run);
			return workOnRun(input, hooks, run, async () => run, connection, userInput);
		},
		async delivered(id) {
			// A failure only means that the result is shown once more.
			await store.markDelivered(id).catch(() => undefined);
		},
		...messagesTo(store),
		...passesOf(store, config.out),
		...runsOnWorkers(store),
		async list() {
			return withTotals(await Promise.all((await store.runs()).map((run) => summarize(store, run))));
		},
		async show(id) {
			const run = await runNamed(store, id);
			return run.status === "completed" ? finishedResult(run) : summaryWithState(run);
		},
		inspect: async (id) => summaryWithState(await runNamed(store, id)),
		async export(id, formats) {
			const [{ loadReport }, { exportReport }] = await Promise.all([
				import("./export/load-report.ts"),
				import("./export/export-report.ts"),
			]);
			const input = await loadReport(store, await store.run(id), config.out);
			return exportReport(input, formats, async () => (await import("./open-web-source.ts")).browserProgram(config));
		},
		async find(id) {
			return summarize(store, await store.run(id));
		},
		trace: (id, step) => traceOf(store, id, step),
		log: async function* (id, signal, isWhole) {
			yield* readLogParts(store, (await runNamed(store, id)).id, signal, isWhole);
		},
		async page(id, name) {
			const { id: runId } = await runNamed(store, id);
			return storedPage(store.pages, runId, await loadState(store, runId), name);
		},
		async watch(id, hooks) {
			const { id: runId } = await runNamed(store, id);
			const { run } = await watchRun(store, runId, hooks);
			return run.status === "completed" ? finishedResult(run) : summaryWithState(run);
		},
		work: (slots, hooks) =>
			workOnQueue(store, slots, hooks, async (input, run, { connection, userInput }, runHooks) => {
				await workHere(input, runHooks, run, async () => run, connection, userInput, true);
			}),
		cleanup: (olderMs, dryRun) => cleanUpPages(store, olderMs, dryRun),
		async delete(id) {
			const run = await store.run(id);
			await assertNoPulse(store, run);
			return deleteWithRuns(store, run, config.out);
		},
		cleanupRuns: (olderMs, dryRun) => cleanUpRuns(store, olderMs, config.out, dryRun),
		close: async () => {
			if (!parts.store) await store.close();
		},
	};
}
