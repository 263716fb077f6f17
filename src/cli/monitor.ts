import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../app/config.ts";
import type { App, RunResult } from "../app/index.ts";
import { hasChanged, movedLines, unreachableLines } from "../app/report/changes.ts";
import { lookMarkdown } from "../app/report/changes-markdown.ts";
import { AssayError, UsageError } from "../base/errors.ts";
import { onInterrupt } from "../base/interrupt.ts";
import { describeFailure, Interrupted } from "./failure.ts";
import type { CommonFlags, ParsedCommand } from "./program.ts";
import { type CommandState, runWithProgress } from "./run-with-progress.ts";
import { renderForTerminal } from "./terminal/markdown.ts";
import { jsonText, printAll, say } from "./terminal/output.ts";
import { createPaint } from "./terminal/paint.ts";
import { terminalSize } from "./terminal/size.ts";
import { oneLine } from "./terminal/text.ts";
import { shortId } from "./words.ts";

type MonitorTask = ParsedCommand & { command: "monitor" };

/** The longest delay of a timer. ms */
const timerLongest = 2 ** 31 - 1;
/** After a look that failed the next try comes at the latest after this time. ms */
const retryMs = 3_600_000;

/**
 * Looks at a run once, or with `--every` again and again until it is interrupted. When the next look is due is computed from the stored time of
 * the last one, so a process that was killed goes on where it was.
 */
export async function monitor(task: MonitorTask, config: Config, commandState: CommandState): Promise<number> {
	const { everyMs } = task;
	if (everyMs === undefined) {
		await look(task, config, commandState);
		return 0;
	}
	// Between two looks, too, Ctrl-C ends the process in order.
	const controller = new AbortController();
	let isLooking = false;
	const release = onInterrupt(() => {
		if (!isLooking) say(`stopped; to go on, type ${commandOf(task)}`);
		controller.abort(new Interrupted(undefined, commandOf(task)));
	});
	try {
		for (let notBefore = 0; ; ) {
			await waitForLook(task, everyMs, config, notBefore, controller.signal);
			isLooking = true;
			const end = await tryLook(task, config, commandState);
			isLooking = false;
			// Whoever read the output has gone.
			if (end === "unread") return 0;
			notBefore = end === "shown" ? 0 : Date.now() + Math.min(everyMs, retryMs);
		}
	} finally {
		release();
	}
}

/** Waits until the next look is due, and not before `notBefore`. Throws `Interrupted`. */
async function waitForLook(
	{ id, flags }: MonitorTask,
	everyMs: number,
	config: Config,
	notBefore: number,
	signal: AbortSignal,
): Promise<void> {
	const due = Math.max(notBefore, await nextLook(config, id, everyMs));
	if (due > Date.now() && !flags.quiet) say(`next look at run ${shortId(id)}: ${new Date(due).toISOString()}`);
	try {
		while (due > Date.now()) await sleep(Math.min(due - Date.now(), timerLongest), undefined, { signal });
	} catch (error) {
		throw signal.aborted ? signal.reason : error;
	}
	signal.throwIfAborted();
}

/** Looks once. A fault that may pass is reported. */
async function tryLook(task: MonitorTask, config: Config, commandState: CommandState) {
	try {
		return (await look(task, config, commandState)) ? "shown" : "unread";
	} catch (error) {
		if (error instanceof Interrupted || error instanceof UsageError || !(error instanceof AssayError)) throw error;
		const { message, hint } = describeFailure(error, commandState.runId);
		say(`assay: this look failed: ${message}${hint === undefined ? "" : `\n  → ${hint}`}`);
		return "failed";
	}
}

function commandOf({ id, every }: MonitorTask): string {
	return `assay monitor ${shortId(id)}${every === undefined ? "" : ` --every ${every}`}`;
}

/** Returns whether all of the result was written. */
async function look(task: MonitorTask, config: Config, commandState: CommandState): Promise<boolean> {
	const { id, options, flags } = task;
	let isWritten = false;
	await runWithProgress(
		commandState,
		{ config, flags, title: `monitoring run ${shortId(id)}`, again: commandOf(task), goesOn: options.onWorkers },
		(app, hooks) => app.monitor(id, options, hooks),
		async (app, result) => {
			isWritten = await deliverLook(app, result, config, flags);
		},
	);
	return isWritten;
}

/** Prints what changed, or nothing. Pages and searches that failed are no change; they are named on standard error. */
async function deliverLook(app: App, result: RunResult, config: Config, flags: CommonFlags): Promise<boolean> {
	const { state, output } = result;
	for (const line of unreachableLines(state)) say(`not reachable now, its claims are kept: ${oneLine(line)}`);
	for (const line of movedLines(state)) say(`stands elsewhere now: ${oneLine(line)}`);
	for (const line of failedSearches(state)) say(`not searched now: ${oneLine(line)}`);
	const isChanged = hasChanged(state);
	if (!isChanged && !flags.quiet) say(`nothing changed since run ${shortId(state.inherited?.run ?? "")}`);
	const isWritten = flags.json
		? await printAll(jsonText(output))
		: !isChanged || (await printAll(shown(lookMarkdown(state), config)));
	if (isChanged && !flags.quiet) say(`the report of now: assay show ${shortId(result.id)}`);
	if (isWritten) await app.delivered(result.id);
	return isWritten;
}

/** Searches that failed: what they would have found is unknown. */
function failedSearches({ turns, skipped }: RunResult["state"]): string[] {
	const faults = [...skipped, ...turns.flatMap((turn) => turn.faults)];
	const failed = turns.flatMap((turn) => turn.failed.map(({ query, reason }) => `"${query}": ${reason}`));
	return [...new Set([...faults.map(({ service, reason }) => `${service}: ${reason}`), ...failed])];
}

function shown(markdown: string, config: Config): string {
	const { stdout } = process;
	if (!stdout.isTTY) return markdown;
	return renderForTerminal(markdown, terminalSize(stdout).columns, createPaint(stdout, config.color));
}

async function nextLook(config: Config, id: string, everyMs: number): Promise<number> {
	const { openApp } = await import("../app/index.ts");
	const app = await openApp(config, { toRead: true });
	try {
		return (await app.nextLook(id, everyMs)).getTime();
	} finally {
		await app.close();
	}
}
