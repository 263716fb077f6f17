import { longestChain } from "../../base/critical-path.ts";
import { UsageError } from "../../base/errors.ts";
import type { Json } from "../../base/json.ts";
import type { Spending } from "../../evidence/spending.ts";
import type { ResearchState } from "../../evidence/state.ts";
import type { RunRecord, Store } from "../../store/store.ts";
import type { ModelConnection } from "../config/model-config.ts";
import type { Config } from "../config.ts";
import { callSpan, loadModelWork } from "../load-model-work.ts";
import type { Estimate } from "../many-runs.ts";
import { modelOptionsOf } from "../options/models.ts";
import { parseOptions, refuseUserInput } from "../options/parse.ts";
import type { Options, OptionsInput } from "../options/schema.ts";
import { webOptionsOf } from "../options/web.ts";
import type { Hooks } from "../progress.ts";
import { modelNamesOf } from "../report/model-words.ts";
import { type RunInput, runInputOf } from "../run.ts";
import { type LoggedEvent, loadLog } from "../run-log.ts";
import type { JudgeOptions, OpenedJudges } from "./judges.ts";

/** What an evaluation needs of the program around it: its own durable record, the runs of its questions, and judges. */
export interface EvaluationAccess {
	readonly store: Store;
	/** The folder in which each run and evaluation has its own. */
	readonly out: string;
	/** Checks the options. Throws `UsageError`. */
	parse(options: OptionsInput): Options;
	/** Whether runs with these options use models. */
	hasModel(options: Options): boolean;
	/** The input of a question's run, as `research` makes it. Throws `UsageError` where an option is wrong. */
	runInput(question: string, options: Options): RunInput;
	/** What a run is expected to use; undefined without models. Nothing is sent. Throws `UsageError`. */
	estimate(input: RunInput, connection: ModelConnection): Promise<Estimate | undefined>;
	/** Begins or resumes the run of this key, or takes the finished one. */
	work(input: RunInput, existing: RunRecord | undefined, hooks: Hooks, connection: ModelConnection): Promise<WorkedRun>;
	/** A finished run as it is measured. Writes nothing. */
	finished(run: RunRecord): Promise<FinishedRun>;
	/** Opens judges by their names. Nothing is sent. */
	judges(names: readonly string[], options: JudgeOptions, connection: ModelConnection): Promise<OpenedJudges>;
}

/** A run that has ended; `RunResult` is one. */
interface WorkedRun {
	id: string;
	state: ResearchState;
}

export interface FinishedRun {
	log: LoggedEvent[];
	state: ResearchState;
	/** Absent for a run without models. */
	spending?: Spending | undefined;
	/** As in `RunResult`. */
	chain?: number | undefined;
}

export interface EvaluationParts {
	store: Store;
	config: Config;
	/** The web is an invented one. */
	inventsWeb: boolean;
	workOnRun(
		input: RunInput,
		hooks: Hooks,
		resumed: RunRecord | undefined,
		begin: (input: RunInput) => Promise<RunRecord>,
		connection: ModelConnection,
	): Promise<WorkedRun>;
}

export function createEvaluationAccess({ store, config, inventsWeb, workOnRun }: EvaluationParts): EvaluationAccess {
	return {
		store,
		out: config.out,
		parse(given) {
			const options = parseOptions(given);
			refuseUserInput(options);
			if (options.onWorkers)
				throw new UsageError("WORKERS_UNUSED", "an evaluation works on its runs in this process", {
					hint: "leave out --on-workers; --parallel N sets how many run at once",
				});
			return options;
		},
		hasModel: ({ model }) => model !== false && (model ?? config.models().options.model) !== undefined,
		runInput(question, options) {
			const model = options.model === false ? undefined : modelOptionsOf(options, config.models());
			return {
				...runInputOf(question, options, model, {
					web: (text) => webOptionsOf(options, text, config.web(), inventsWeb),
				}),
				out: config.out,
			};
		},
		async estimate({ options }, connection) {
			const { model, depth, deadlineMs } = options;
			if (!model) return undefined;
			const { openModels } = await import("../open-models.ts");
			const { expected } = await openModels(options, model, config.models(), connection);
			return { type: "estimate", ...expected, depth, deadlineMs, models: modelNamesOf(model) };
		},
		async work(input, existing, hooks, connection) {
			const begin = async (begun: RunInput) => store.run(await store.create(begun as unknown as Json));
			return workOnRun(input, hooks, existing, begin, connection);
		},
		async finished(run) {
			const { log, state } = await loadLog(store, run.id);
			const models = await loadModelWork(store, run);
			return { log, state, spending: models?.spending, chain: models && longestChain(models.calls.map(callSpan)) };
		},
		async judges(names, options, connection) {
			const { openJudges } = await import("./judges.ts");
			return openJudges(names, options, config, connection);
		},
	};
}
