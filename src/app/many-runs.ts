import { AssayError, UsageError } from "../base/errors.ts";
import { createWorkQueue } from "../base/work-queue.ts";
import type { Hooks, Progress } from "./progress.ts";

/** What several runs at once have in common: ablations and evaluations. */

export type Estimate = Progress & { type: "estimate" };

/** Whether the user must repair something, and every further run would meet the same fault. */
export function endsAllRuns(error: unknown): boolean {
	if (!(error instanceof AssayError) || error.code === "STEP_CRASHED") return false;
	return error.keepsRun || error instanceof UsageError;
}

/** An equal share of a limit on cost for each run, so that all runs together keep it. USD. */
export function shareOfCost(maxCost: number, runs: number): number {
	return Math.max(1e-6, Math.floor((maxCost / runs) * 1e6) / 1e6);
}

/** What several runs are expected to use together. `times`: how often each is done. */
export function sumOfEstimates(estimates: readonly Estimate[], times: number, limits: Estimate["limits"]) {
	const [first] = estimates;
	if (!first) return undefined;
	const sum = (pick: (one: Estimate) => { low: number; high: number }) => ({
		low: times * estimates.reduce((total, one) => total + pick(one).low, 0),
		high: times * estimates.reduce((total, one) => total + pick(one).high, 0),
	});
	const estimate: Estimate = {
		type: "estimate",
		models: [...new Set(estimates.flatMap(({ models }) => models))],
		calls: sum(({ calls }) => calls),
		tokens: sum(({ tokens }) => tokens),
		usd: estimates.every(({ usd }) => usd) ? sum(({ usd }) => usd ?? { low: 0, high: 0 }) : undefined,
		...{ usual: undefined, depth: first.depth, deadlineMs: first.deadlineMs, limits },
	};
	return estimate;
}

/**
 * Passes on what concerns all runs, each text once: where something is sent, files that cannot be read, waits. Of the first run also the
 * indexing, which the others wait for, and of each what it does right now, after its name.
 */
export function createForwarder({
	onProgress,
}: Hooks): (progress: Progress, run: { name: string; isFirst: boolean }) => void {
	const said = new Set<string>();
	return (progress, { name, isFirst }) => {
		const { type } = progress;
		if (type === "destination" || type === "skip") {
			const key = JSON.stringify(progress);
			if (!said.has(key)) onProgress(progress);
			said.add(key);
		} else if (type === "activity") onProgress({ type, text: `${name}: ${progress.text || "working"}` });
		else if (type === "investigator")
			onProgress({ type: "activity", text: [`${name}: ${progress.action}`, progress.what].filter(Boolean).join(" ") });
		else if (type === "run") onProgress({ type: "activity", text: `${name}: working` });
		else if (type === "store" || (type === "index" && isFirst)) onProgress(progress);
	};
}

/** Does `work` for all items, `parallel` at a time. The first error ends the others, and is thrown. */
export async function forEachInParallel<T>(
	items: readonly T[],
	parallel: number,
	outer: AbortSignal,
	work: (item: T, at: number, signal: AbortSignal) => Promise<void>,
): Promise<void> {
	const stop = new AbortController();
	const signal = AbortSignal.any([outer, stop.signal]);
	const enqueue = createWorkQueue((running) => running < parallel);
	let first: { error: unknown } | undefined;
	await Promise.allSettled(
		items.map((item, at) =>
			enqueue(() => work(item, at, signal), signal).catch((error: unknown) => {
				first ??= { error };
				stop.abort(error);
			}),
		),
	);
	outer.throwIfAborted();
	if (first) throw first.error;
}
