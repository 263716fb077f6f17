import { readConfig } from "../app/config.ts";
import type { GivenParts } from "../app/given-parts.ts";
import { type App, openApp, type Progress, type RunResult } from "../app/index.ts";
import type { OptionsInput } from "../app/options/schema.ts";

/** Where runs are kept, and what the program gives in place of what assay opens itself. */
export interface AssaySettings extends GivenParts {
	/** The folder of runs, pages and indexes. Default: `ASSAY_HOME`, else the user's data folder, as for the command. */
	home?: string | undefined;
	/** Where each run gets a folder for its files. Default: `runs` in `home`. */
	out?: string | undefined;
}

/** All options of the command `assay research` by their names in camel case, and the settings. */
export interface ResearchSettings extends OptionsInput, AssaySettings {
	/** Ends the work; the run stays resumable, by the same call or by `assay resume`. */
	signal?: AbortSignal | undefined;
}

/** What happens during a run, in order. The last one is the report. */
export type ResearchUpdate = Progress | { type: "report"; result: RunResult };

/** Opens assay for all that the command can do: list, show, ask, extend, monitor and so on. Close it after use. Reads the environment as the command does. */
export function openAssay({ home, out, store, source, reasoner, now }: AssaySettings = {}): Promise<App> {
	return openApp(readConfig({ home, out }), { parts: { store, source, reasoner, now } });
}

/**
 * Researches a question. Yields each event as it is recorded (`type: "event"`, with the state after it), the transient progress, and
 * last `type: "report"` with the result, which is also the return value. A call with the same question and options continues an
 * unfinished run. Leaving the loop early stops the run, which stays resumable.
 *
 * Throws `UsageError` where an option is wrong, `InputNeeded` where the run waits for its user (`clarify`, `confirm`), the signal's
 * reason, and other `AssayError`s, each with `code`, `message` and `hint`.
 *
 * @example
 * for await (const update of research("How does the lease of a run work?", { corpus: ["docs"] }))
 *   if (update.type === "report") console.log(update.result.markdown);
 */
export async function* research(
	question: string,
	settings: ResearchSettings = {},
): AsyncGenerator<ResearchUpdate, RunResult, void> {
	const { home, out, store, source, reasoner, now, signal, ...options } = settings;
	signal?.throwIfAborted();
	const app = await openAssay({ home, out, store, source, reasoner, now });
	const stop = new AbortController();
	const updates: Progress[] = [];
	let wake = Promise.withResolvers<void>();
	let ended = false;
	const hooks = {
		signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
		onProgress(progress: Progress) {
			updates.push(progress);
			wake.resolve();
		},
	};
	const work = app.research({ question, ...options }, hooks).finally(() => {
		ended = true;
		wake.resolve();
	});
	// The error is thrown where the result is awaited.
	work.catch(() => undefined);
	let shown: RunResult | undefined;
	try {
		while (!ended || updates.length > 0) {
			const update = updates.shift();
			if (update) yield update;
			else {
				await wake.promise;
				wake = Promise.withResolvers<void>();
			}
		}
		const result = await work;
		shown = result;
		yield { type: "report", result };
		return result;
	} finally {
		stop.abort(new DOMException("the loop over the updates was left", "AbortError"));
		await work.catch(() => undefined);
		if (shown) await app.delivered(shown.id);
		await app.close();
	}
}
