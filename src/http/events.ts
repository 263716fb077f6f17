import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { type RunView, runViewOf } from "../app/api.ts";
import type { App, LoggedEvent, QueuePlace, RunSummary } from "../app/index.ts";
import { scrub } from "../base/scrub.ts";
import { bodyOf, type ErrorBody, HttpFault } from "../serving/fault.ts";
import { failureOf, kindOf, type Passing, type Runner, type Work, withoutState } from "../serving/runner.ts";

/** Open streams of one server. */
const streamsMax = 64;
/** A stream that has nothing to say sends a comment this often, so that a dead connection is noticed. ms */
const heartbeatMs = 15_000;
/** A browser connects again this long after a connection broke. ms */
const retryMs = 1_000;
/** Passing messages that wait for a slow client; more are dropped. Events of the log wait in the log. */
const passingMax = 100;
/** Between the beginning of work and its lock on the run, its log is read again after this time. ms */
const beginningMs = 100;

/** Messages of which each counts. Of the others a slow client gets the newest. */
const eachOne: ReadonlySet<Passing["type"]> = new Set(["note", "destination", "skip", "message"]);

/** The data of a message `queue`: the run is in the queue of the workers. */
export type QueueMessage = QueuePlace;

/** The data of a message without a name: one event of the log. The message's id is `position`. */
export type EventMessage = LoggedEvent;

/** The data of a message `state`: how the run stands after the events before it. */
export interface StateMessage {
	status: RunSummary["status"];
	state: RunView;
	/** What the threads of the wave did last, by their sub-questions, as far as the events since the last such message tell it. */
	doing: Record<string, string>;
}

/** The data of a message `end`, the last: nobody works on the run. `error`: why the work of this server ended early. */
export interface EndMessage {
	status: RunSummary["status"];
	run: Omit<RunSummary, "state" | "spending">;
	error?: ErrorBody["error"] | undefined;
}

/** Streams of server-sent events. */
export interface EventStreams {
	/** Answers with a run's events after a position: those in the log, then each as it is recorded, until the run ends. */
	follow(context: Context, id: string, after: number): Response;
	/**
	 * Begins work, and answers with what it does from its very beginning: a message `run` once the run exists, then the run's events.
	 * Rejects with the error of work that ended before it did anything.
	 */
	start(context: Context, work: Work, summaryOf: (id: string) => Promise<unknown>): Promise<Response>;
	/** Ends all streams. Clients connect again. */
	close(): void;
}

export function createEventStreams(app: App, runner: Runner): EventStreams {
	const closing = new AbortController();
	let streams = 0;

	/** `body` may throw: the stream then ends with a message `fault`. */
	function open(context: Context, body: (stream: SSEStreamingApi, signal: AbortSignal) => Promise<void>): Response {
		if (streams >= streamsMax)
			throw new HttpFault(503, "STREAMS_TOO_MANY", `${streamsMax} streams of events are open`, "close one first");
		streams++;
		return streamSSE(context, async (stream) => {
			const gone = new AbortController();
			stream.onAbort(() => gone.abort());
			const signal = AbortSignal.any([gone.signal, closing.signal]);
			const beat = setInterval(() => void stream.write(": still here\n\n"), heartbeatMs);
			try {
				await stream.write(`retry: ${retryMs}\n\n`);
				await body(stream, signal);
			} catch (error) {
				if (!signal.aborted) await send(stream, "fault", { error: bodyOf(error) } satisfies ErrorBody);
			} finally {
				clearInterval(beat);
				streams--;
			}
		});
	}

	/** Hears what a run is doing: from the work of this process, or from a worker. */
	async function listen(id: string, deliver: (passing: Passing) => void): Promise<() => Promise<void>> {
		const stop = runner.listen(id, deliver);
		if (runner.isActive(id)) return async () => stop();
		return app.listenToWorker(id, (progress) => {
			if (progress.type !== "event" && progress.type !== "run") deliver(progress);
		});
	}

	return {
		follow: (context, id, after) =>
			open(context, async (stream, signal) => {
				// A campaign works on its pulse: what the pulse is doing comes from there.
				const { of } = await app.find(id);
				const worked = of !== undefined && !runner.isActive(id) && runner.isActive(of) ? of : id;
				const sender = passingSender(stream, signal);
				const stop = await listen(worked, sender.deliver);
				try {
					await sendLog(stream, { app, runner, id, after, signal, isHeard: sender.isHeard });
				} finally {
					await stop();
				}
			}),
		async start(context, work, summaryOf) {
			const first = Promise.withResolvers<void>();
			let deliver: (passing: Passing) => void = (passing) => {
				before.push(passing);
				first.resolve();
			};
			const before: Passing[] = [];
			const begun = runner.start(work, (passing) => deliver(passing));
			begun.catch(() => undefined);
			await Promise.race([first.promise, begun]);
			return open(context, async (stream, signal) => {
				const sender = passingSender(stream, signal);
				deliver = sender.deliver;
				before.forEach(deliver);
				const { id, isOwn } = await begun;
				await send(stream, "run", { run: await summaryOf(id) });
				const isHere = isOwn && runner.isActive(id);
				const stop = isHere ? async () => undefined : await listen(id, deliver);
				try {
					await sendLog(stream, { app, runner, id, after: 0, signal, isHeard: sender.isHeard });
				} finally {
					deliver = () => undefined;
					await stop();
				}
			});
		},
		close: () => closing.abort(),
	};
}

interface Following {
	app: App;
	runner: Runner;
	id: string;
	after: number;
	signal: AbortSignal;
	/** Whether the process that works on the run has told what it is doing. */
	isHeard(): boolean;
}

/** Sends the events of a log after a position, until the run ends. A client that reads slowly gets them slowly. */
async function sendLog(stream: SSEStreamingApi, { app, runner, id, after, signal, isHeard }: Following): Promise<void> {
	let sent = after;
	let status: RunSummary["status"] = "running";
	let queueText: string | undefined;
	for (;;) {
		// Asked before each read of the log: what is recorded later comes with the next read.
		let isActive = runner.isActive(id);
		const parts = app.log(id, signal, () => !isActive);
		for await (const { status: stored, events, state, now, doing, messages, meter } of parts) {
			for (const event of events.filter(({ position }) => position > sent)) {
				const message: EventMessage = event;
				await stream.writeSSE({ id: String(event.position), data: jsonOf(message) });
				signal.throwIfAborted();
				sent = event.position;
			}
			// The runner of this server tells of those to its own runs.
			for (const one of messages) await send(stream, "message", one);
			const before: RunSummary["status"] = status;
			status = isActive && stored === "interrupted" ? "running" : stored;
			if (events.length > 0 || status !== before)
				await send(stream, "state", { status, state: runViewOf(state), doing } satisfies StateMessage);
			// Who works on it tells more, and at once.
			if (now !== undefined && status === "running" && !isActive && !isHeard())
				await send(stream, "activity", { text: now });
			if (meter) await send(stream, "spending", meter);
			const place = status === "queued" ? await app.queuePlace(id) : undefined;
			if (place && place.text !== queueText) await send(stream, "queue", place satisfies QueueMessage);
			queueText = place?.text;
			if (status !== "running" && status !== "queued")
				return send(stream, "end", {
					...{ status, run: withoutState(await app.find(id)), error: await failureOf(app, runner, id) },
				} satisfies EndMessage);
			isActive = runner.isActive(id);
		}
		await new Promise((resolve) => setTimeout(resolve, beginningMs));
		signal.throwIfAborted();
	}
}

/**
 * Sends what a run is doing, without ids: it is in no log. Of what changes all the time a slow client gets the newest. `isHeard`: whether
 * there was an activity.
 */
function passingSender(
	stream: SSEStreamingApi,
	signal: AbortSignal,
): { deliver: (passing: Passing) => void; isHeard: () => boolean } {
	const waiting = new Map<string, Passing>();
	let isSending = false;
	let count = 0;
	let hasActivity = false;
	const flush = async () => {
		isSending = true;
		for (const [key, { type, ...data }] of waiting) {
			if (signal.aborted) break;
			waiting.delete(key);
			await send(stream, type, data);
		}
		isSending = false;
	};
	const deliver = (passing: Passing) => {
		hasActivity ||= passing.type === "activity";
		const isEachOne = eachOne.has(passing.type);
		if (isEachOne && waiting.size >= passingMax) return;
		waiting.set(isEachOne ? `${passing.type} ${count++}` : kindOf(passing), passing);
		if (!isSending) void flush();
	};
	return { deliver, isHeard: () => hasActivity };
}

async function send(stream: SSEStreamingApi, event: string, data: unknown): Promise<void> {
	await stream.writeSSE({ event, data: jsonOf(data) });
}

function jsonOf(data: unknown): string {
	return scrub(JSON.stringify(data));
}
