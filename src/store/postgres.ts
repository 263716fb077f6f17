import { BackendPostgres } from "openworkflow/postgres";
import postgres, { type Sql } from "postgres";
import { AssayError, UsageError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { asPostgresError, isServerAway } from "./database-errors.ts";
import { DurableStore } from "./durable.ts";
import { engine } from "./engine.ts";
import { openPostgresMessageTable } from "./messages.ts";
import { migratePostgres, storeVersion } from "./migrations.ts";
import { openPostgresCallTable } from "./postgres-calls.ts";
import { limitsConnectionName, openPostgresLimits } from "./postgres-limits.ts";
import { lockKeyOf, PostgresLocks, processNamePrefix } from "./postgres-locks.ts";
import { openPostgresPages } from "./postgres-pages.ts";
import { cutOffWorker, openPostgresShared, queuedRuns, workerNamePrefix } from "./postgres-shared.ts";
import { Retrier } from "./retrier.ts";
import { queueNamespace } from "./run-queue.ts";
import type { OpenAttempt, RunRow, StepRow, StorageBackend } from "./storage-backend.ts";
import type { Store } from "./store.ts";

/** The schema of all tables, the engine's and ours. */
const schema = "assay";
/**
 * The key of the lock that is held while tables are created: two processes must not do it at once. Any number that nobody else uses
 * will do.
 */
const openingKey = "4702111234474983745";
/** Statements that a process may run at once. */
const connectionsMax = 4;
/** A connection whose other side went silent is dropped after about 25 s, and its locks with it. Seconds. */
const keepalive = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 };

/**
 * Opens the store in a Postgres database and creates its tables when missing, in the schema `assay`. Any number of machines may use
 * one database. Throws `DATABASE_UNREACHABLE`, `STORE_NEWER`, `UsageError` `DATABASE_URL_INVALID`. No message holds a password.
 * `isWorker`: this process takes runs from the queue.
 */
export async function openPostgresStore(databaseUrl: string, { isWorker = false } = {}): Promise<Store> {
	const name = (isWorker ? workerNamePrefix : processNamePrefix) + crypto.randomUUID();
	const pool = connect(databaseUrl, { max: connectionsMax, name });
	const where = databaseNameOf(pool);
	try {
		if (!(await isUpToDate(pool, where))) await migrate(databaseUrl, pool);
		return new DurableStore(createPostgresStorage(databaseUrl, pool, where, name));
	} catch (error) {
		await pool.end({ timeout: 0 });
		throw asPostgresError(error, where);
	}
}

function connect(url: string, { name, ...options }: { max: number; name: string; onclose?: () => void }): Sql {
	try {
		if (!/^postgres(ql)?:\/\//.test(url)) throw new TypeError("not a Postgres URL");
		return postgres(url, {
			...options,
			// A connection that ends by itself would drop its lock.
			max_lifetime: null,
			connect_timeout: limits.databaseConnectMs / 1000,
			// The driver would print the server's notices.
			onnotice: () => undefined,
			connection: { application_name: name, ...keepalive },
			// The engine reads its columns by these names.
			transform: { column: { from: postgres.toCamel } },
			// A connection of locks may be ended while it is opened again. The driver would then reject its own query for the types of
			// arrays, which nobody handles, and the process would end. The connections of the pool need the types.
			fetch_types: options.onclose === undefined,
		});
	} catch {
		// The parser's own error quotes the URL with its password.
		throw new UsageError("DATABASE_URL_INVALID", "the database URL is not one of Postgres", {
			hint: "write it as postgres://user:password@host:port/database",
		});
	}
}

function databaseNameOf(pool: Sql): string {
	const { database, host, port } = pool.options;
	return `postgres ${database} on ${host[0]}:${port[0]}`;
}

/** Whether all tables exist and are up to date. It only reads. Throws `STORE_NEWER`. */
async function isUpToDate(pool: Sql, where: string): Promise<boolean> {
	const [tables] = await pool`
		SELECT to_regclass(${`${schema}.home`}) IS NOT NULL AND to_regclass(${`${schema}.openworkflow_migrations`}) IS NOT NULL
		AND to_regclass(${`${schema}.paces`}) IS NOT NULL AS are_there`;
	if (tables?.areThere !== true) return false;
	const [versions] = await pool`
		SELECT (SELECT max(version)::int FROM ${pool(schema)}.home) AS home,
		(SELECT max(version)::int FROM ${pool(schema)}.openworkflow_migrations) AS engine`;
	const home = Number(versions?.home ?? 0);
	const engineSchema = Number(versions?.engine ?? 0);
	if (home > storeVersion || engineSchema > engine.schemaVersion) {
		throw new AssayError("STORE_NEWER", `${where} was made by a newer version of assay; it was left as it is`, {
			hint: "update assay, or give another database",
		});
	}
	return home === storeVersion && engineSchema === engine.schemaVersion;
}

async function migrate(databaseUrl: string, pool: Sql): Promise<void> {
	const holder = await pool.reserve();
	try {
		await holder`SELECT pg_advisory_lock(${openingKey}::bigint)`;
		// The engine opens its own connections for this. They must be quiet and must not outlive a failure.
		const options = "client_min_messages=warning&idle_timeout=1&connect_timeout=10";
		const migrating = await BackendPostgres.connect(
			`${databaseUrl}${databaseUrl.includes("?") ? "&" : "?"}${options}`,
			{
				schema,
			},
		);
		await migrating.stop();
		await migratePostgres(holder, schema);
		await holder`SELECT pg_advisory_unlock(${openingKey}::bigint)`;
	} finally {
		holder.release();
	}
}

function createPostgresStorage(databaseUrl: string, pool: Sql, where: string, name: string): StorageBackend {
	const retrier = new Retrier({ why: "away", where }, isServerAway);
	const withRetries: StorageBackend["callDatabase"] = async (call, awayMs) => {
		try {
			return await retrier.run(call, awayMs);
		} catch (error) {
			throw asPostgresError(error, where);
		}
	};
	/** Reads, page writes and locks of a run wait for the server as steps do. All of them are idempotent. */
	const waitForServer = <T>(call: () => Promise<T>) => withRetries(call, limits.databaseAwayMs);
	const locks = new PostgresLocks((onclose) => connect(databaseUrl, { max: 1, name, onclose }), pool);
	const sharedLimits = openPostgresLimits(pool, schema, (onclose) =>
		connect(databaseUrl, { max: 1, name: limitsConnectionName, onclose }),
	);
	return {
		where,
		logLocation: where,
		...{ callDatabase: withRetries, retries: retrier },
		pages: openPostgresPages(pool, schema, waitForServer),
		locks: {
			acquire: (runId) => waitForServer(() => locks.acquire(runId)),
			held: () => waitForServer(() => locks.held()),
		},
		shared: { ...openPostgresShared(pool, schema, waitForServer), limits: sharedLimits },
		cutOffWorker: (runId) => waitForServer(() => cutOffWorker(pool, lockKeyOf(runId), name)),
		backend: (namespaceId) => BackendPostgres.fromPool(pool, { namespaceId, schema }),
		calls: openPostgresCallTable(pool, schema),
		messages: openPostgresMessageTable(pool, schema),
		runRows: (prefix) => waitForServer(() => readRuns(pool, prefix)),
		childRows: (parentId) => waitForServer(() => readChildren(pool, parentId)),
		deleteRun: (runId) => waitForServer(() => deleteRunRows(pool, runId)),
		// The server never leaves a column half written.
		moveDamaged: async () => ({ names: [], folder: "" }),
		stepRows: (runId, kinds, after) => waitForServer(() => readSteps(pool, runId, kinds, after)),
		openAttempts: (runIds) => waitForServer(() => readOpenAttempts(pool, runIds)),
		databaseStart: async () => (await pool`SELECT pg_postmaster_start_time() AS since`)[0]?.since,
		isDelivered: (runId) =>
			waitForServer(
				async () => (await pool`SELECT 1 FROM ${pool(schema)}.delivered WHERE run_id = ${runId}`).length > 0,
			),
		markDelivered: async (runId) => {
			await waitForServer(
				async () => pool`INSERT INTO ${pool(schema)}.delivered (run_id) VALUES (${runId}) ON CONFLICT DO NOTHING`,
			);
		},
		close: async () => {
			await sharedLimits.close();
			await pool.end({ timeout: 1 });
		},
	};
}

/** Reads the columns of the engine's pinned schema. The driver parses JSON and dates. */
async function readRuns(pool: Sql, prefix: string): Promise<RunRow[]> {
	return pool<RunRow[]>`
		SELECT namespace_id AS run_id, status, created_at, finished_at, config, input, output, error,
			namespace_id IN (${queuedRuns(pool, schema)}) AS is_queued
		FROM ${pool(schema)}.workflow_runs
		WHERE workflow_name = ${engine.workflow} AND left(namespace_id, ${prefix.length}) = ${prefix}
		ORDER BY created_at DESC`;
}

async function readChildren(pool: Sql, parentId: string): Promise<RunRow[]> {
	return pool<RunRow[]>`
		SELECT namespace_id AS run_id, status, created_at, finished_at, config, input, output, error
		FROM ${pool(schema)}.workflow_runs
		WHERE workflow_name = ${engine.childWorkflow} AND config->>'parent' = ${parentId}
		ORDER BY created_at, (config->>'order')::int`;
}

async function readSteps(
	pool: Sql,
	runId: string,
	kinds: readonly string[] | undefined,
	after: number,
): Promise<StepRow[]> {
	return pool<StepRow[]>`
		SELECT step_name AS name, started_at, finished_at, output FROM ${pool(schema)}.step_attempts
		WHERE namespace_id = ${runId} AND status = 'completed'
		${kinds ? pool`AND split_part(step_name, ':', 1) = ANY(${[...kinds]})` : pool``}
		${after > 0 ? pool`AND (output->>'n')::bigint > ${after}` : pool``}`;
}

async function readOpenAttempts(pool: Sql, runIds: readonly string[]): Promise<OpenAttempt[]> {
	return pool<OpenAttempt[]>`
		SELECT config, started_at FROM ${pool(schema)}.step_attempts AS one
		WHERE status = 'running' AND namespace_id = ANY(${[...runIds]})
		AND NOT EXISTS (SELECT 1 FROM ${pool(schema)}.step_attempts AS later WHERE later.namespace_id = one.namespace_id
		AND later.step_name = one.step_name AND (later.created_at, later.id) > (one.created_at, one.id))`;
}

async function deleteRunRows(pool: Sql, runId: string): Promise<void> {
	const namespaces = [runId, ...(await readChildren(pool, runId)).map((child) => child.runId)];
	await pool.begin(async (sql) => {
		for (const table of ["step_attempts", "workflow_signals", "workflow_runs"])
			await sql`DELETE FROM ${sql(schema)}.${sql(table)} WHERE namespace_id = ANY(${namespaces})`;
		await sql`
			DELETE FROM ${sql(schema)}.workflow_runs WHERE namespace_id = ${queueNamespace} AND input->>'runId' = ${runId}`;
		for (const table of ["calls", "delivered", "messages"])
			await sql`DELETE FROM ${sql(schema)}.${sql(table)} WHERE run_id = ANY(${namespaces})`;
	});
}
