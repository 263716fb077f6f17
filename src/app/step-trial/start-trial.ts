import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { limits } from "../../base/limits.ts";
import { siblingScript } from "../../base/sibling-script.ts";
import { errorOf, type Failure } from "../../store/failure.ts";
import type { ExecuteOptions } from "../../store/store.ts";
import type { StartTrial, Trial, TrialEnd } from "../../store/trial.ts";
import type { ModelConnection } from "../config/model-config.ts";
import type { Config } from "../config.ts";
import type { GivenParts } from "../given-parts.ts";
import type { Hooks } from "../progress.ts";

/** What the child needs beside its environment, which is its parent's. */
export interface TrialTask {
	home: string;
	out: string;
	runId: string;
	connection: ModelConnection;
	trial: Trial;
}

/** What the child sends. `working`: it lives. */
export type TrialReport = "working" | { end: "ended" } | { end: Failure };

/** The exit code of an error that the user asked for, such as a pause. */
const askedExitCode = 5;
/** The run waits for its user. Its parent may have the answer. */
const waitingCodes = new Set(["PLAN_UNCONFIRMED", "ANSWERS_NEEDED"]);

/**
 * How this process tries steps of a run that saw several deaths of the program: in a child, whose end it sees. A child has neither the
 * parts that the calling program gave nor an invented web.
 */
export function trialsOf(
	{ world, parts = {}, trial }: { world?: unknown; parts?: GivenParts | undefined; trial?: Trial | undefined },
	config: Config,
): TrialOptions {
	if (trial) return () => ({ trial });
	if (world || Object.values(parts).some((part) => part !== undefined)) return () => ({});
	return (connection, hooks) => ({ startTrial: trialStarter(config, connection, hooks) });
}

/** What `Store.execute` gets for a run with this connection. */
export type TrialOptions = (connection: ModelConnection, hooks: Hooks) => Pick<ExecuteOptions, "startTrial" | "trial">;

function trialStarter(config: Config, { modelTimeout, modelParallel }: ModelConnection, hooks: Hooks): StartTrial {
	return async (runId, trial, signal) => {
		hooks.onProgress({
			type: "note",
			text: "the program died several times in the same step: that step is tried in a process of its own",
		});
		const { home, out } = config;
		const task: TrialTask = { home, out, runId, connection: { modelTimeout, modelParallel }, trial };
		const child = fork(fileURLToPath(siblingScript("./worker", import.meta.url)), [String(process.pid)], {
			stdio: ["ignore", "ignore", "ignore", "ipc"],
		});
		const end = await endOf(child, task, signal);
		if (end === "crashed") hooks.onProgress({ type: "note", text: "the step ended that process" });
		return end;
	};
}

async function endOf(child: ChildProcess, task: TrialTask, signal: AbortSignal | undefined): Promise<TrialEnd> {
	let end: "ended" | Failure | undefined;
	let silentMs = 0;
	// Ticks and not a clock: neither process works while the machine sleeps.
	const watch = setInterval(() => {
		silentMs += limits.trialReportMs;
		if (silentMs >= limits.trialSilentMs) child.kill("SIGKILL");
	}, limits.trialReportMs);
	const stop = () => {
		child.send("stop", () => undefined);
		setTimeout(() => child.kill("SIGKILL"), limits.trialStopMs).unref();
	};
	const ended = Promise.withResolvers<void>();
	child.on("message", (report: TrialReport) => {
		silentMs = 0;
		if (report !== "working") end = report.end;
	});
	child.once("exit", () => ended.resolve()).once("error", () => ended.resolve());
	signal?.addEventListener("abort", stop, { once: true });
	try {
		child.send(task, () => undefined);
		await ended.promise;
	} finally {
		clearInterval(watch);
		signal?.removeEventListener("abort", stop);
	}
	signal?.throwIfAborted();
	if (end === undefined) return child.pid === undefined ? "unable" : "crashed";
	if (end === "ended") return end;
	if (end.exitCode === askedExitCode && !waitingCodes.has(end.code)) throw errorOf(end);
	return "unable";
}
