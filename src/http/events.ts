import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { type RunView, runViewOf } from "../app/api.ts";
import type { App, LoggedEvent, RunSummary } from "../app/index.ts";
import { bodyOf, type ErrorBody, HttpFault } from "./fault.ts";
import type { Passing, Runner } from "./runner.ts";

/** Open streams of one server. */
const streamsMax = 64;
/** A stream that has nothing to say sends a comment this often, so that a connection that is dead is noticed. ms */
const heartbeatMs = 15_000;
/** A browser connects again this long after a connection broke. ms */
const retryMs = 1_000;
/** Passing messages that wait for a slow client; more are dropped. Events of the log wait in the log. */
const passingMax = 100;
/** Work in this process begins with reading folders; its run is not locked yet. ms */
const beginningMs = 100;

/** The data of a message without a name: one event of the log. Its id is `position`. */
export type EventMessage = LoggedEvent;
/** The data of a message `state`: how the run stands after the events before it. */
export interface StateMessage {
	status: RunSummary["status"];
	state: RunView;
}
/** The data of a message `end`, the last: nobody works on the run. `error`: why the work of this server ended early. */
export interface EndMessage {
	status: RunSummary["status"];
	error?: ErrorBody["error"] | undefined;
}

/** Streams of events. `close` ends them all; clients connect again. */
export interface EventStreams {
	/** Answers with a run's events after a position: those in the log, then each as it is recorded, until the run ends. */
	open(context: Context, id: string, after: number): Response;
	close(): void;
}

export function createEventStreams(app: App, runner: Runner): EventStreams {
	const closing = new AbortController();
	let streams = 0;
	return {
		open(context, id, after) {
			if (streams >= streamsMax)
				throw new HttpFault(503, "STREAMS_TOO_MANY", `${streamsMax} streams of events are open`, "close one first");
			streams++;
			return streamSSE(context, async (stream) => {
				const gone = new AbortController();
				stream.onAbort(() => gone.abort());
				const signal = AbortSignal.any([gone.signal, closing.signal]);
				const beat = setInterval(() => void stream.write(": still here\n\n"), heartbeatMs);
				try {
					await sendEvents(stream, { app, runner, id, after, signal });
				} catch (error) {
					if (!signal.aborted)
						await send(stream, "end", { status: "interrupted", error: bodyOf(error) } satisfies EndMessage);
				} finally {
					clearInterval(beat);
					streams--;
				}
			});
		},
		close: () => closing.abort(),
	};
}

interface Streaming {
	app: App;
	runner: Runner;
	id: string;
	after: number;
	signal: AbortSignal;
}

async function sendEvents(stream: SSEStreamingApi, { app, runner, id, after, signal }: Streaming): Promise<void> {
	await stream.write(`retry: ${retryMs}\n\n`);
	const stopPassing = sendPassing(stream, runner, id, signal);
	try {
		let sent = after;
		for (;;) {
			// The status is asked before the log: what is recorded later comes with the next read.
			let isActive = runner.isActive(id);
			for await (const { status, events, state } of app.log(id, signal)) {
				const fresh = events.filter(({ position }) => position > sent);
				for (const event of fresh) {
					await stream.writeSSE({ id: String(event.position), data: JSON.stringify(event satisfies EventMessage) });
					signal.throwIfAborted();
					sent = event.position;
				}
				if (events.length > 0 || status !== "running")
					await send(stream, "state", {
						status: isActive && status === "interrupted" ? "running" : status,
						state: runViewOf(state),
					} satisfies StateMessage);
				isActive = runner.isActive(id);
				if (status === "running" || (status === "interrupted" && isActive)) continue;
				await send(stream, "end", { status, error: runner.failureOf(id) } satisfies EndMessage);
				return;
			}
			await new Promise((resolve) => setTimeout(resolve, beginningMs));
			signal.throwIfAborted();
		}
	} finally {
		stopPassing();
	}
}

async function send(stream: SSEStreamingApi, event: string, data: unknown): Promise<void> {
	await stream.writeSSE({ event, data: JSON.stringify(data) });
}

/** Sends what the run is doing, without ids: it is in no log. A slow client gets the newest of it. */
function sendPassing(stream: SSEStreamingApi, runner: Runner, id: string, signal: AbortSignal): () => void {
	const waiting = new Map<string, Passing>();
	let isSending = false;
	let count = 0;
	const flush = async () => {
		if (isSending) return;
		isSending = true;
		for (const [key, { type, ...data }] of waiting) {
			if (signal.aborted) break;
			waiting.delete(key);
			await send(stream, type, data);
		}
		isSending = false;
	};
	return runner.listen(id, (passing) => {
		// Of what changes all the time only the newest counts; each note is a message of its own.
		const isOne = passing.type === "note" || passing.type === "destination" || passing.type === "skip";
		if (isOne && waiting.size >= passingMax) return;
		waiting.set(
			isOne
				? `${passing.type} ${count++}`
				: passing.type === "investigator"
					? `investigator ${passing.id}`
					: passing.type,
			passing,
		);
		void flush();
	});
}
