import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { isBusy } from "./faults.ts";

/**
 * A hold on a run that ends with the process: `kill -9` included, the operating system or the Postgres server lets go of it.
 * While it is held, a living process works on the run; when it can be had, none does. No clock and no lease is involved.
 */
export interface RunLock {
	/** Lets go. With `finished`, nobody will ask for this lock again, so its traces may be removed. */
	release(finished: boolean): Promise<void>;
	/** Called when the lock was lost while held (its server went away) and somebody else has it now. */
	onLost(tell: () => void): void;
}

export interface RunLocks {
	/** The lock, or undefined when a living process has it. */
	acquire(runId: string): Promise<RunLock | undefined>;
	/** The runs that living processes work on. Never hinders one of them. */
	held(): Promise<Set<string>>;
}

/**
 * Locks in a folder, one empty SQLite file each: Node has no `flock`, but an exclusive SQLite transaction is a kernel lock
 * on the file, on every platform. Nothing is ever written into the files. Only SQLite may open them: with POSIX locks, any
 * other `close` of the file in this process would drop the lock.
 */
export class FolderLocks implements RunLocks {
	readonly #folder: string;
	readonly #waitMs: number;

	/** The folder's parent must exist. `waitMs`: how long `acquire` asks; at least a few times what a reader's look takes (under 1 ms). */
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
				if (!isBusy(error)) throw error;
				if (Date.now() >= giveUpAt) return undefined;
			}
			await sleep(10);
		}
	}

	async held(): Promise<Set<string>> {
		const names = this.#files().flatMap((file) => file.match(/^([0-9a-f]{8,})\.lock$/)?.[1] ?? []);
		return new Set(names.filter((name) => this.#isHeld(name)));
	}

	/** No folder, no locks: it may have been removed while this process works. */
	#files(): string[] {
		try {
			return readdirSync(this.#folder);
		} catch (error) {
			if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EACCES")) return [];
			throw error;
		}
	}

	/** A shared look at the lock: it fails when the lock is held, and is over at once when not. */
	#isHeld(name: string): boolean {
		let reader: DatabaseSync | undefined;
		try {
			reader = new DatabaseSync(this.#file(name), { readOnly: true, timeout: 0 });
			reader.prepare("SELECT count(*) FROM sqlite_schema").get();
			return false;
		} catch (error) {
			return isBusy(error);
		} finally {
			reader?.close();
		}
	}

	#file(name: string): string {
		return join(this.#folder, `${name}.lock`);
	}
}
