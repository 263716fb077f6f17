import type { Json } from "../../base/json.ts";
import type { NeededInput, UserInput } from "../../research/input-needed.ts";
import type { Failure } from "../../store/failure.ts";
import type { ModelConnection } from "../config/model-config.ts";
import type { Progress } from "../progress.ts";
import type { RunSummary } from "../run-summary.ts";

/** Where a run is worked on: in this process, unless one of these is true. */
export interface WhereToWork {
	/** On a worker; this process follows it. */
	onWorkers?: boolean | undefined;
	/** On a worker, and nobody waits for it: throws `HandedOver`. */
	detach?: boolean | undefined;
}

/** What a worker process shows. Its methods must not throw. */
export interface WorkerHooks {
	/** Aborts when the process is to stop. */
	signal: AbortSignal;
	onTaken(run: RunSummary): void;
	/** The worker ended its work on a run. `reason`: why the run is not finished. */
	onEnded(run: RunSummary, reason?: string): void;
	/** The database is away (with the reason), or back. */
	onAway(reason: string | undefined): void;
}

/** What a worker needs beside the run's record. It is kept in the queue. */
export interface WorkerJob {
	connection: ModelConnection;
	userInput: UserInput;
}

/** How a worker ended its work on a run. Without a failure the run is finished, or failed for good, and its record says so. */
export interface WorkerResult {
	/** The run is kept. */
	failure?: Failure | undefined;
	/** The run waits for its user. */
	needed?: NeededInput | undefined;
}

/** Passing progress that no log holds. Whoever follows the run gets it from the worker. */
const relayed = [
	...(["index", "skip", "note", "destination", "activity", "investigator", "estimate"] as const),
	...(["writing", "verdict"] as const),
] as const;
export type Relayed = Progress & { type: (typeof relayed)[number] };

export function isRelayed(progress: Progress): progress is Relayed {
	return relayed.some((type) => type === progress.type);
}

/** Reads what a worker sent; undefined when it is something else. */
export function parseRelayed(text: string): Relayed | undefined {
	try {
		const progress: unknown = JSON.parse(text);
		return typeof progress === "object" && progress !== null && isRelayed(progress as Progress)
			? (progress as Relayed)
			: undefined;
	} catch {
		return undefined;
	}
}

export function asJson(value: WorkerJob | WorkerResult): Json {
	return JSON.parse(JSON.stringify(value));
}
