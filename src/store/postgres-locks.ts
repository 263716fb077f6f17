import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { limits } from "../base/limits.ts";
import type { RunLock, RunLocks } from "./locks.ts";

/** Opens a separate connection that lasts until it is ended. `onClose` is called whenever it breaks. */
export type OpenConnection = (onClose: () => void) => Sql;

/** Wait before a lost server, or a lock that a dying process still has, is tried again. */
const retryMs = 50;

/** The connections of a process have a name of their own that begins so. */
export const processNamePrefix = "assay ";

/** The key of a run's lock, as Postgres writes a `bigint`. */
export function lockKeyOf(runId: string): string {
	return BigInt.asIntN(64, BigInt(`0x${runId}`)).toString();
}

/**
 * Session advisory locks, one connection per active run. The server drops them with the connection, and so with the process. The key
 * is the run's id, 64 bits. After the server went away, the lock is taken again as soon as it is back. A process shows on the
 * connection that it lives. One that was silent for `limits.workerLeaseMs` was stopped: it has lost the run to whoever asks for it.
 */
export class PostgresLocks implements RunLocks {
	readonly #open: OpenConnection;
	readonly #reader: Sql;

	constructor(open: OpenConnection, reader: Sql) {
		this.#open = open;
		this.#reader = reader;
	}

	async acquire(runId: string): Promise<RunLock | undefined> {
		const key = lockKeyOf(runId);
		let state: "asking" | "held" | "regaining" | "released" = "asking";
		let notifyLost: () => void = () => undefined;
		const tryAcquire = async (): Promise<boolean> => {
			const [row] = await connection`SELECT pg_try_advisory_lock(${key}::bigint) AS taken`;
			return row?.taken === true;
		};
		const regain = async (): Promise<void> => {
			state = "regaining";
			while (state === "regaining") {
				try {
					const taken = await tryAcquire();
					if (state !== "regaining") return;
					state = taken ? "held" : "released";
					if (!taken) notifyLost();
				} catch {
					await sleep(retryMs);
				}
			}
		};
		const showLife = () => void connection`SELECT 1`.catch(() => undefined);
		const connection = this.#open(() => {
			// `regain` never rejects.
			if (state === "held") void regain();
		});
		let pulse: NodeJS.Timeout | undefined;
		const release = async (): Promise<void> => {
			const wasHeld = state === "held";
			state = "released";
			clearInterval(pulse);
			// The server would release the lock a moment after the connection ended. Until then, the run would appear as running.
			const unlocked = wasHeld ? connection`SELECT pg_advisory_unlock(${key}::bigint)` : Promise.resolve();
			await Promise.race([unlocked.catch(() => undefined), sleep(limits.runLockMs, undefined, { ref: false })]);
			await connection.end({ timeout: 0 });
		};
		try {
			let giveUpAt = Date.now() + limits.runLockMs;
			let mayCutOff = true;
			while (!(await tryAcquire())) {
				if (Date.now() >= giveUpAt) {
					if (!mayCutOff || !(await this.#cutOffSilent(key))) {
						await release();
						return undefined;
					}
					mayCutOff = false;
					giveUpAt = Date.now() + limits.runLockMs;
				}
				await sleep(retryMs);
			}
		} catch (error) {
			await release();
			throw error;
		}
		state = "held";
		pulse = setInterval(showLife, limits.workerHeartbeatMs).unref();
		return { release, onLost: (listener) => (notifyLost = listener) };
	}

	/** Ends all connections of the process that has a lock, if it is silent. Returns whether it was. */
	async #cutOffSilent(key: string): Promise<boolean> {
		const cut = await this.#reader`
			SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity
			WHERE datname = current_database() AND application_name IN (
				SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
				WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
				AND ((l.classid::bigint << 32) | l.objid::bigint) = ${key}::bigint
				AND a.datname = current_database() AND starts_with(a.application_name, ${processNamePrefix})
				AND a.state_change < now() - ${limits.workerLeaseMs} * interval '1 millisecond'
			)`;
		return cut.length > 0;
	}

	async held(): Promise<Set<string>> {
		const rows = await this.#reader`
			SELECT ((l.classid::bigint << 32) | l.objid::bigint)::text AS key FROM pg_locks l JOIN pg_stat_activity a USING (pid)
			WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted AND a.datname = current_database()
			AND a.state_change > now() - ${limits.workerLeaseMs} * interval '1 millisecond'`;
		return new Set(
			rows.map((row) =>
				BigInt.asUintN(64, BigInt(String(row.key)))
					.toString(16)
					.padStart(16, "0"),
			),
		);
	}
}
