import { setTimeout as sleep } from "node:timers/promises";
import type { CallRecord } from "../evidence/call.ts";
import { inPlanOrder, type ResearchEvent } from "../evidence/event.ts";
import { emptyState, fold, foldEvent } from "../evidence/fold.ts";
import { type Spending, spendingOf } from "../evidence/spending.ts";
import { spendingLimitsOf } from "../evidence/spending-limit.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { RunRecord, Store } from "../store/store.ts";
import { describePending } from "./activity.ts";
import { type WaitingMessage, watchInbox } from "./inbox.ts";
import { nowAfter, threadsAfter } from "./now-words.ts";
import type { Hooks, Progress } from "./progress.ts";
import { type LoggedEvent, loggedEventsOf } from "./run-log.ts";

/** Interval between reads of another process's log. ms */
const logIntervalMs = 300;
/** Interval between reads of its ledger, which is larger: it holds all requests and responses. ms */
const ledgerIntervalMs = 1_500;

/** What is new in a run's log. */
export interface LogPart {
	/** How the run stood before the log was read. Any status but `running` is the last. */
	status: RunRecord["status"];
	/** In the order of recording; may be empty. */
	events: LoggedEvent[];
	/** After these events. */
	state: ResearchState;
	/** What the run does since, and each thread of the wave, by its sub-question, as far as these events tell it. */
	now?: string | undefined;
	doing: Record<string, string>;
	/** Messages to the run that are new in its inbox and not taken yet; none unless the inbox is read. */
	messages: WaitingMessage[];
	/** Of a run with models, now and then, if the ledger is read. */
	meter?: Omit<Progress & { type: "spending" }, "type"> | undefined;
}

/** The spending of a run on which a living process works: requests without a result are in flight. */
export function spendingSoFar(calls: readonly CallRecord[]): Spending {
	return spendingOf(calls, new Set(calls.filter(({ result }) => !result)));
}

/**
 * Reads a run's log until the run ends, or no living process works on it and it waits for no worker: what is new since the last read,
 * which may be nothing, and how the run stood before that read.
 */
async function* readLog(
	store: Store,
	runId: string,
	signal: AbortSignal,
	isWhole: () => boolean,
): AsyncGenerator<{ run: RunRecord; events: LoggedEvent[]; messages: WaitingMessage[] }> {
	const newMessages = watchInbox(store, runId);
	for (let position = 0; ; ) {
		// The status is read before the log: a later record is seen on the next read, or was made before the end.
		const run = await store.run(runId);
		const steps = await store.log(runId, undefined, position);
		position = steps.at(-1)?.position ?? position;
		yield { run, events: loggedEventsOf(steps), messages: isWhole() ? await newMessages(run) : [] };
		if (run.status !== "running" && run.status !== "queued") return;
		await sleep(logIntervalMs, undefined, { signal });
	}
}

/** The same with the state, which is folded read by read. */
export async function* readLogParts(
	store: Store,
	runId: string,
	signal: AbortSignal,
	isWhole: () => boolean = () => false,
): AsyncGenerator<LogPart> {
	let state = emptyState;
	let ledgerReadAt = performance.now();
	for await (const { run, events, messages } of readLog(store, runId, signal, isWhole)) {
		let now: string | undefined;
		let doing: Record<string, string> = {};
		for (const event of inPlanOrder(events.map((one) => one.event))) {
			state = foldEvent(state, event);
			now = nowAfter(event, state) ?? now;
			doing = { ...(event.type === "decided" ? {} : doing), ...threadsAfter(event, state).doing };
		}
		const part = { status: run.status, events, state, now, doing, messages };
		const { model } = state.options ?? {};
		if (!model || !isWhole() || run.status !== "running" || performance.now() - ledgerReadAt < ledgerIntervalMs)
			yield part;
		else {
			ledgerReadAt = performance.now();
			const calls = await store.calls(runId);
			const meter = { spending: spendingSoFar(calls), limits: spendingLimitsOf(model) };
			yield { ...part, now: describePending(calls) ?? now, meter };
		}
	}
}

/**
 * Follows a run's log until the run ends, or no living process works on it and it waits for no worker. Each event is shown once; those
 * of one read are in plan order. `whileQueued` is called again and again while the run waits.
 */
export async function followRun(
	store: Store,
	runId: string,
	{ onProgress, signal }: Hooks,
	whileQueued: () => Promise<void> = async () => undefined,
): Promise<{ run: RunRecord; state: ResearchState }> {
	const events: ResearchEvent[] = [];
	// The state that is shown is folded event by event, in plan order per read. Only the result needs the order of the whole log.
	let shownState = emptyState;
	let ledgerReadAt = Number.NEGATIVE_INFINITY;
	let last: RunRecord | undefined;
	for await (const { run, events: logged, messages } of readLog(store, runId, signal, () => true)) {
		last = run;
		for (const one of messages) onProgress({ type: "message", ...one });
		const newEvents = logged.map(({ event }) => event);
		events.push(...newEvents);
		for (const event of inPlanOrder(newEvents)) {
			shownState = foldEvent(shownState, event);
			onProgress({ type: "event", event, state: shownState });
		}
		if (shownState.options?.model && (newEvents.length > 0 || performance.now() - ledgerReadAt >= ledgerIntervalMs)) {
			const calls = await store.calls(runId);
			ledgerReadAt = performance.now();
			onProgress({
				type: "spending",
				spending: spendingSoFar(calls),
				limits: spendingLimitsOf(shownState.options.model),
			});
			onProgress({ type: "activity", text: describePending(calls) ?? "" });
		}
		if (run.status === "queued") await whileQueued();
	}
	return { run: last ?? (await store.run(runId)), state: fold(events) };
}
