import type { Config } from "../app/config.ts";
import type { App, Hooks, World } from "../app/index.ts";
import { messageOf } from "../base/errors.ts";
import { onInterrupt } from "../base/interrupt.ts";
import { followHint, Interrupted } from "./failure.ts";
import type { CommonFlags } from "./program.ts";
import { createDisplay } from "./progress/create-display.ts";
import { say } from "./terminal/output.ts";
import { shortId } from "./words.ts";

/** After Ctrl-C, work that does not stop within this time is abandoned. The run loses nothing when its process ends. */
const stopTimeoutMs = 1_500;

/** State of the running command, for the code that reports its end. */
export interface CommandState {
	/** The run that this process works on. */
	runId: string | undefined;
	/** Ends the display. Call it before anything else is written. */
	endDisplay(how: "finished" | "stopped"): void;
	/** Ends the process at once and reports an interruption. */
	exitInterrupted(failure: Interrupted): void;
}

/**
 * Runs the work of a command that shows progress and can be interrupted. The first Ctrl-C (or SIGTERM, or a closed terminal) stops the
 * work in order and keeps the run. The second ends the process at once. Throws `Interrupted`.
 */
export async function runWithProgress<T>(
	commandState: CommandState,
	options: {
		config: Config;
		flags: CommonFlags;
		title: string;
		/** What to type to continue after Ctrl-C, if `resume` cannot. */
		again?: string | undefined;
		/** The run is on a worker and does not end with this process. */
		goesOn?: boolean | undefined;
		/** The run that takes what the user types, if another process works on it. Else it is the run of this process. */
		sendTo?: string | undefined;
		/** Opens a web that replaces the real one. */
		openWorld?: ((signal: AbortSignal) => Promise<World>) | undefined;
	},
	work: (app: App, hooks: Hooks) => Promise<T>,
	/** Handles the result after the display has ended. An interruption here also ends the process. */
	handleResult: (app: App, done: T) => Promise<void> = async () => undefined,
): Promise<T> {
	const controller = new AbortController();
	const display = createDisplay(options.config, options.flags, options.title);
	let stopTimer: NodeJS.Timeout | undefined;
	commandState.endDisplay = (way) => display.end(way);
	const release = onInterrupt((_signal, times) => {
		display.end("stopped");
		const { runId } = commandState;
		const interrupted = new Interrupted(runId, options.again, options.goesOn);
		if (times > 1) return commandState.exitInterrupted(interrupted);
		const resumeHint =
			runId === undefined
				? `to go on, type ${options.again ?? "the same command again"}`
				: `the run is kept: ${options.again ?? `assay resume ${shortId(runId)}`}`;
		const goesOn = options.goesOn && runId !== undefined;
		if (!options.flags.json) say(goesOn ? `the run goes on; ${followHint(runId)}` : `stopping…; ${resumeHint}`);
		controller.abort(interrupted);
		stopTimer = setTimeout(() => commandState.exitInterrupted(interrupted), stopTimeoutMs);
	});
	const begun = Promise.withResolvers<string>();
	const hooks: Hooks = {
		signal: controller.signal,
		onProgress: (progress) => {
			if (progress.type === "run") {
				commandState.runId = progress.id;
				begun.resolve(progress.id);
			}
			try {
				display.show(progress);
			} catch (error) {
				// A display error must not fail the run. It is reported once, and the display ends.
				display.end("stopped");
				say(`assay: the progress cannot be shown (${messageOf(error)}); the work goes on`);
			}
		},
	};
	try {
		const { openApp } = await import("../app/index.ts");
		const app = await openApp(options.config, { world: await options.openWorld?.(controller.signal) });
		// What is typed before the run has begun waits for it.
		display.takeMessages?.(async (message) => app.send(options.sendTo ?? (await begun.promise), message));
		try {
			const result = await work(app, hooks);
			display.end("finished");
			clearTimeout(stopTimer);
			release();
			await handleResult(app, result);
			for (const line of display.unsent?.() ?? []) say(`not sent, as the run had ended: ${line}`);
			return result;
		} finally {
			await app.close();
		}
	} catch (error) {
		throw controller.signal.aborted ? controller.signal.reason : error;
	} finally {
		clearTimeout(stopTimer);
		release();
	}
}
