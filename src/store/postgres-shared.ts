import { BackendPostgres } from "openworkflow/postgres";
import type { Sql } from "postgres";
import { engine } from "./engine.ts";
import { openRunQueue, type QueueRow, queueNamespace } from "./run-queue.ts";
import type { SharedStore } from "./store.ts";

/** Connections of a worker process have this name and the process's id. */
export const workerNamePrefix = "assay worker ";
/** An entry that has ended is deleted after this time: whoever waited for its result has read it. */
const endedFor = "1 day";
/** The most that Postgres takes in one notification, with a margin. Bytes. */
const notificationMax = 7_900;

/** The queue and the notifications of a Postgres store. */
export function openPostgresShared(
	pool: Sql,
	schema: string,
	callDatabase: <T>(call: () => Promise<T>) => Promise<T>,
): Omit<SharedStore, "limits"> {
	const queue = openRunQueue({
		backend: BackendPostgres.fromPool(pool, { namespaceId: queueNamespace, schema }),
		callDatabase,
		deleteEnded: () => deleteEnded(pool, schema),
		rows: async (runId) => pool<QueueRow[]>`
			SELECT id, status, worker_id IS NULL OR available_at <= now() AS is_free, output, error,
				(extract(epoch FROM now() - greatest(created_at, (
					SELECT max(finished_at) FROM ${pool(schema)}.step_attempts WHERE namespace_id = ${runId}
				))) * 1000)::float8 AS idle_ms
			FROM ${pool(schema)}.workflow_runs
			WHERE namespace_id = ${queueNamespace} AND input->>'runId' = ${runId} ORDER BY created_at DESC, id DESC`,
		workers: async () => {
			const [row] = await pool`
				SELECT count(DISTINCT application_name)::int AS workers FROM pg_stat_activity
				WHERE datname = current_database() AND starts_with(application_name, ${workerNamePrefix})`;
			return Number(row?.workers ?? 0);
		},
	});
	const channelOf = (topic: string) => `assay_${topic}`;
	return {
		queue,
		async publish(topic, text) {
			if (Buffer.byteLength(text) > notificationMax) return;
			await pool.notify(channelOf(topic), text).catch(() => undefined);
		},
		async subscribe(topic, listener) {
			const { unlisten } = await callDatabase(() => pool.listen(channelOf(topic), listener));
			return () => unlisten().catch(() => undefined);
		},
	};
}

async function deleteEnded(pool: Sql, schema: string): Promise<void> {
	await pool`
		DELETE FROM ${pool(schema)}.workflow_runs
		WHERE namespace_id = ${queueNamespace} AND workflow_name = ${engine.queueWorkflow}
		AND finished_at < now() - ${endedFor}::interval`;
}

/** The runs in the queue, for a condition on `namespace_id`. */
export function queuedRuns(pool: Sql, schema: string) {
	return pool`
		SELECT input->>'runId' FROM ${pool(schema)}.workflow_runs
		WHERE namespace_id = ${queueNamespace} AND status IN ('pending', 'running')`;
}

/**
 * Ends all connections of the worker process that holds a run's lock, unless it is this one. A stopped process keeps its connections,
 * and with them its locks.
 */
export async function cutOffWorker(pool: Sql, lockKey: string, ownName: string): Promise<void> {
	await pool`
		SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity
		WHERE datname = current_database() AND application_name IN (
			SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
			WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
			AND ((l.classid::bigint << 32) | l.objid::bigint) = ${lockKey}::bigint
			AND a.datname = current_database() AND starts_with(a.application_name, ${workerNamePrefix})
			AND a.application_name <> ${ownName}
		)`;
}
