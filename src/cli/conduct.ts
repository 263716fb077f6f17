import type { Config } from "../app/config.ts";
import type { App, Hooks, World } from "../app/index.ts";
import { messageOf } from "../base/errors.ts";
import { onInterrupt } from "../base/interrupt.ts";
import { Interrupted } from "./failure.ts";
import type { CommonFlags } from "./program.ts";
import { displayFor } from "./progress/choose.ts";
import { say } from "./terminal/output.ts";
import { shortId } from "./words.ts";

/** After Ctrl-C, work that does not stop within this time is abandoned. The run loses nothing when its process ends. */
const letGoMs = 1_500;

/** State of the running command, for the code that reports its end. */
export interface Situation {
	/** The run that this process works on. */
	runId: string | undefined;
	/** Ends the display. Call it before anything else is written. */
	hush(how: "finished" | "stopped"): void;
	/** Ends the process at once and reports an interruption. */
	leave(failure: Interrupted): void;
}

/**
 * Runs the work of a command that shows progress and can be interrupted. The first Ctrl-C (or SIGTERM, or a closed terminal) stops the
 * work in order and keeps the run. The second ends the process at once. Throws `Interrupted`.
 */
export async function conduct<T>(
	situation: Situation,
	how: {
		config: Config;
		flags: CommonFlags;
		title: string;
		/** What to type to continue after Ctrl-C, if `resume` cannot. */
		again?: string | undefined;
		/** Opens a web that replaces the real one. */
		openWorld?: ((signal: AbortSignal) => Promise<World>) | undefined;
	},
	work: (app: App, hooks: Hooks) => Promise<T>,
	/** Handles the result after the display has ended. An interruption here also ends the process. */
	hand: (app: App, done: T) => Promise<void> = async () => undefined,
): Promise<T> {
	const controller = new AbortController();
	const display = displayFor(how.config, how.flags, how.title);
	let patience: NodeJS.Timeout | undefined;
	situation.hush = (way) => display.end(way);
	const release = onInterrupt((_signal, times) => {
		display.end("stopped");
		const { runId } = situation;
		const interrupted = new Interrupted(runId, how.again);
		if (times > 1) return situation.leave(interrupted);
		const onward =
			runId === undefined
				? `to go on, type ${how.again ?? "the same command again"}`
				: `the run is kept: ${how.again ?? `assay resume ${shortId(runId)}`}`;
		if (!how.flags.json) say(`stopping…; ${onward}`);
		controller.abort(interrupted);
		patience = setTimeout(() => situation.leave(interrupted), letGoMs);
	});
	const hooks: Hooks = {
		signal: controller.signal,
		onProgress: (progress) => {
			if (progress.type === "run") situation.runId = progress.id;
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
		const app = await openApp(how.config, { world: await how.openWorld?.(controller.signal) });
		try {
			const done = await work(app, hooks);
			display.end("finished");
			clearTimeout(patience);
			release();
			await hand(app, done);
			return done;
		} finally {
			await app.close();
		}
	} catch (error) {
		throw controller.signal.aborted ? controller.signal.reason : error;
	} finally {
		clearTimeout(patience);
		release();
	}
}
