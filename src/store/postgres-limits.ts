import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import type { SharedLimits } from "../base/shared-limits.ts";
import { createWorkQueue } from "../base/work-queue.ts";
import type { OpenConnection } from "./postgres-locks.ts";

/** How long until a place that another process has is tried again. ms */
const retryMs = 100;
/** A process shows so often that it lives, and one that was silent for the longer time is cut off: it was stopped. ms */
const pulseMs = 2_500;
const silentMs = 10_000;
/** The name of a connection that holds places. */
export const limitsConnectionName = "assay limits";

/**
 * Limits in the database. A place is an advisory lock on one connection of the process, so it is free once the process has ended. A
 * pace is a row with the time of the next start. When the server is away, a limit holds within the process only, and no request fails.
 */
export function openPostgresLimits(
	pool: Sql,
	schema: string,
	open: OpenConnection,
): SharedLimits & { close(): Promise<void> } {
	/** The places of this process by key: the server would give the same one twice to one connection. */
	const mine = new Map<string, Set<number>>();
	/** Of the requests of this process that wait under a key, the first one asks the server. */
	const queues = new Map<string, ReturnType<typeof createWorkQueue>>();
	let connection: Sql | undefined;
	let pulse: NodeJS.Timeout | undefined;

	function holder(): Sql {
		if (connection) return connection;
		const opened = open(() => undefined);
		pulse = setInterval(() => void opened`SELECT 1`.catch(() => undefined), pulseMs).unref();
		connection = opened;
		return opened;
	}

	/** Takes one of the key's places that nobody has. */
	async function tryPlace(key: string, places: number): Promise<number | undefined> {
		// As text: this connection does not know the types of arrays.
		const taken = `{${[...(mine.get(key) ?? [])].join(",")}}`;
		const [row] = await holder()`
			WITH free AS MATERIALIZED (
				SELECT place FROM generate_series(0, ${places - 1}::int) place WHERE place <> ALL(${taken}::int[])
			)
			SELECT place FROM free WHERE pg_try_advisory_lock(hashtext(${key}), place) LIMIT 1`;
		return row === undefined ? undefined : Number(row.place);
	}

	async function acquire(key: string, places: number, signal: AbortSignal | undefined): Promise<() => void> {
		for (let tries = 1; ; tries++) {
			signal?.throwIfAborted();
			let place: number | undefined;
			try {
				place = await tryPlace(key, places);
			} catch {
				// The server is away.
				return () => undefined;
			}
			if (place !== undefined) return releaseOf(key, place);
			if (tries % (silentMs / retryMs / 2) === 0) await cutOffSilent();
			await waitUntil(Date.now() + retryMs * (0.5 + Math.random()), signal);
		}
	}

	function releaseOf(key: string, place: number): () => void {
		const held = mine.get(key) ?? new Set();
		mine.set(key, held.add(place));
		let isHeld = true;
		return () => {
			if (!isHeld) return;
			isHeld = false;
			const unlocked = holder()`SELECT pg_advisory_unlock(hashtext(${key}), ${place})`;
			// Free here only once it is free there.
			const forget = () => void held.delete(place);
			unlocked.then(forget, forget);
		};
	}

	/** Ends the connections of processes that hold places and no longer show that they live. */
	async function cutOffSilent(): Promise<void> {
		await pool`
			SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE application_name = ${limitsConnectionName} AND datname = current_database()
			AND state = 'idle' AND state_change < now() - ${silentMs} * interval '1 millisecond'`.catch(() => undefined);
	}

	async function waitUntil(at: number, signal: AbortSignal | undefined): Promise<void> {
		const ms = at - Date.now();
		if (ms <= 0) return;
		await sleep(Math.ceil(ms), undefined, signal ? { signal } : {}).catch((error: unknown) => {
			throw signal?.aborted ? signal.reason : error;
		});
	}

	/** Moves the key's next start, and waits for the one before. */
	async function reserve(key: string, betweenMs: number): Promise<number> {
		const [row] = await pool`
			INSERT INTO ${pool(schema)}.paces AS p (key, next_at, start_at)
			VALUES (${key}, now() + ${betweenMs} * interval '1 millisecond', now())
			ON CONFLICT (key) DO UPDATE SET
				start_at = greatest(p.next_at, now()),
				next_at = greatest(p.next_at, now()) + ${betweenMs} * interval '1 millisecond'
			RETURNING (extract(epoch FROM start_at - clock_timestamp()) * 1000)::float8 AS wait_ms`;
		return Number(row?.waitMs ?? 0);
	}

	return {
		hold(key, places, signal) {
			const queue = queues.get(key) ?? createWorkQueue((running) => running < 1);
			queues.set(key, queue);
			return queue(() => acquire(key, places, signal), signal);
		},
		async pace(key, betweenMs, signal) {
			const waitMs = await reserve(key, betweenMs).catch(() => betweenMs);
			await waitUntil(Date.now() + waitMs, signal);
		},
		async pause(key, ms) {
			await pool`
				INSERT INTO ${pool(schema)}.paces AS p (key, next_at, start_at)
				VALUES (${key}, now() + ${ms} * interval '1 millisecond', now())
				ON CONFLICT (key) DO UPDATE SET next_at = greatest(p.next_at, now() + ${ms} * interval '1 millisecond')`.catch(
				() => undefined,
			);
		},
		async close() {
			clearInterval(pulse);
			await connection?.end({ timeout: 0 });
		},
	};
}
