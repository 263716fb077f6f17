import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { isFileBusy } from "./database-errors.ts";

/**
 * A lock on a run that ends with the process: the operating system or the Postgres server releases it, even after `kill -9`. While it
 * is held, a living process works on the run. When it is free, none does. No clock and no lease is involved.
 */
export interface RunLock {
	/** Releases the lock. With `finished`, nobody will acquire this lock again, so its file may be removed. */
	release(finished: boolean): Promise<void>;
	/** Sets a listener for the loss of a held lock: its server went away, and another process has the lock now. */
	onLost(listener: () => void): void;
}

export interface RunLocks {
	/** Returns the lock, or undefined when a living process has it. */
	acquire(runId: string): Promise<RunLock | undefined>;
	/** The runs that living processes work on. This never hinders those processes. */
	held(): Promise<Set<string>>;
}

/**
 * Locks in a folder, one empty SQLite file each. Node has no `flock`, but an exclusive SQLite transaction is a kernel lock on the
 * file on every platform. Nothing is ever written into the files. Only SQLite may open them: with POSIX locks, any other `close` of
 * the file in this process would drop the lock.
 */
export class FolderLocks implements RunLocks {
	readonly #folder: string;
	readonly #waitMs: number;

	/**
	 * The folder's parent must exist. `waitMs`: how long `acquire` tries; at least a few times as long as a reader's check (under 1
	 * ms).
	 */
	constructor(folder: string, waitMs: number, isWritable = true) {
		this.#folder = folder;
		this.#waitMs = waitMs;
		if (isWritable) mkdirSync(folder, { recursive: true });
	}

	async acquire(name: string): Promise<RunLock | undefined> {
		const file = this.#file(name);
		const giveUpAt = Date.now() + this.#waitMs;
		for (;;) {
			const holder = new DatabaseSync(file, { timeout: 0 });
			try {
				holder.exec("BEGIN EXCLUSIVE");
				return {
					release: async (finished) => {
						if (finished) rmSync(file, { force: true });
						holder.close();
					},
					onLost: () => undefined,
				};
			} catch (error) {
				holder.close();
				if (!isFileBusy(error)) throw error;
				if (Date.now() >= giveUpAt) return undefined;
			}
			await sleep(10);
		}
	}

	async held(): Promise<Set<string>> {
		const names = this.#files().flatMap((file) => file.match(/^([0-9a-f]{8,})\.lock$/)?.[1] ?? []);
		return new Set(names.filter((name) => this.#isHeld(name)));
	}

	/** A missing folder holds no locks: it may have been removed while this process works. */
	#files(): string[] {
		try {
			return readdirSync(this.#folder);
		} catch (error) {
			if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EACCES")) return [];
			throw error;
		}
	}

	/** Checks with a shared lock. It fails when the lock is held, and ends at once otherwise. */
	#isHeld(name: string): boolean {
		let reader: DatabaseSync | undefined;
		try {
			reader = new DatabaseSync(this.#file(name), { readOnly: true, timeout: 0 });
			reader.prepare("SELECT count(*) FROM sqlite_schema").get();
			return false;
		} catch (error) {
			return isFileBusy(error);
		} finally {
			reader?.close();
		}
	}

	#file(name: string): string {
		return join(this.#folder, `${name}.lock`);
	}
}
