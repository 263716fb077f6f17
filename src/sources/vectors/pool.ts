import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

import { plainEnvironment } from "../../base/environment.ts";
import type { EmbedAnswer, EmbedJob } from "./worker.ts";

/** One child a core, at most this many: each holds the model. */
const childrenMax = 4;
/** Jobs that a child has at hand, so that it never waits. */
const ahead = 4;

/** Turns many texts into vectors, in as many children as there are cores. `onVector` is called in the order in which they are done. */
export async function embedAll<T extends { text: string }>(
	jobs: AsyncIterable<T> | Iterable<T>,
	onVector: (job: T, vector: Float32Array) => void,
	signal?: AbortSignal,
): Promise<void> {
	const children: ChildProcess[] = [];
	const feed = iterate(jobs);
	const stop = new AbortController();
	const halt = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
	try {
		const lanes = Array.from({ length: Math.max(1, Math.min(childrenMax, availableParallelism())) }, () => {
			const child = startChild();
			children.push(child);
			return work(child, feed, onVector, halt).catch((error: unknown) => {
				stop.abort(error);
				throw error;
			});
		});
		for (const lane of await Promise.allSettled(lanes))
			if (lane.status === "rejected") throw halt.reason ?? lane.reason;
	} finally {
		for (const child of children) child.kill("SIGKILL");
	}
}

async function work<T extends { text: string }>(
	child: ChildProcess,
	feed: () => Promise<T | undefined>,
	onVector: (job: T, vector: Float32Array) => void,
	signal: AbortSignal,
): Promise<void> {
	const open = new Map<number, { job: T; resolve: () => void; reject: (reason: unknown) => void }>();
	let ids = 0;
	let dead: unknown;
	const fail = (reason: unknown) => {
		dead = reason;
		for (const each of open.values()) each.reject(reason);
		open.clear();
	};
	const onAbort = () => fail(signal.reason);
	child.on("exit", (code, by) => fail(new Error(`the embedding process ended (${by ?? code})`)));
	child.on("error", fail);
	child.on("message", (answer: EmbedAnswer) => {
		const asked = open.get(answer.id);
		if (asked === undefined) return;
		open.delete(answer.id);
		if ("error" in answer) return asked.reject(new Error(answer.error));
		try {
			onVector(asked.job, answer.vector);
			asked.resolve();
		} catch (error) {
			asked.reject(error);
		}
	});
	signal.addEventListener("abort", onAbort, { once: true });
	const slot = async () => {
		for (;;) {
			if (dead !== undefined) throw dead;
			signal.throwIfAborted();
			const job = await feed();
			if (job === undefined) return;
			await new Promise<void>((resolve, reject) => {
				open.set(++ids, { job, resolve, reject });
				child.send({ id: ids, text: job.text } satisfies EmbedJob, (error) => {
					if (error) fail(error);
				});
			});
		}
	};
	try {
		const done = await Promise.allSettled(Array.from({ length: ahead }, slot));
		for (const each of done) if (each.status === "rejected") throw each.reason;
	} finally {
		signal.removeEventListener("abort", onAbort);
		child.removeAllListeners();
	}
}

function iterate<T>(jobs: AsyncIterable<T> | Iterable<T>): () => Promise<T | undefined> {
	const iterator = Symbol.asyncIterator in jobs ? jobs[Symbol.asyncIterator]() : jobs[Symbol.iterator]();
	let last: Promise<unknown> = Promise.resolve();
	return () => {
		const next = last.then(async () => {
			const { value, done } = await iterator.next();
			return done === true ? undefined : (value as T);
		});
		last = next.catch(() => {});
		return next;
	};
}

function startChild(): ChildProcess {
	const script = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);
	return fork(fileURLToPath(script), [], {
		serialization: "advanced",
		stdio: ["ignore", "ignore", "ignore", "ipc"],
		env: plainEnvironment(),
		execArgv: ["--no-warnings"],
	});
}
