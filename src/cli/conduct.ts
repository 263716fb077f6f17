import type { Config } from "../app/config.ts";
import type { App, Hooks, World } from "../app/index.ts";
import { messageOf } from "../base/errors.ts";
import { onInterrupt } from "../base/interrupt.ts";
import { Interrupted } from "./failure.ts";
import type { CommonFlags } from "./program.ts";
import { displayFor } from "./progress/choose.ts";
import { say } from "./terminal/output.ts";
import { shortId } from "./words.ts";

/** After Ctrl-C, work that does not let go in this time is left behind: a run loses nothing when its process ends. */
const letGoMs = 1_500;

/** What is being done, for whoever has to say that it ended. */
export interface Situation {
	/** The run that this process works on. */
	runId: string | undefined;
	/** Takes the display down; to be called before anything else is written. */
	hush(how: "finished" | "stopped"): void;
	/** Ends the process at once, told as interrupted. */
	leave(failure: Interrupted): void;
}

/**
 * Does the work of a command that shows progress and can be interrupted. The first Ctrl-C (or SIGTERM, or a closed terminal)
 * stops the work in order and keeps the run; the second ends the process at once. Throws `Interrupted`.
 */
export async function conduct<T>(
	situation: Situation,
	how: {
		config: Config;
		flags: CommonFlags;
		title: string;
		/** What to type to go on with it after Ctrl-C, where `resume` cannot. */
		again?: string | undefined;
		/** The only web there is, when the work is not to see the real one. */
		openWorld?: ((signal: AbortSignal) => Promise<World>) | undefined;
	},
	work: (app: App, hooks: Hooks) => Promise<T>,
	/** What is done with its result once the display is down; an interruption ends the process here as any other. */
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
				// What cannot be shown must not fail the run; it is told once, when the display is taken down.
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
