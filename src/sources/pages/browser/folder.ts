import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { shortHash } from "../../../base/hash.ts";

/** Several machines may share a folder for what is temporary; a process's number is one machine's. */
const prefix = `assay-${shortHash(hostname()).slice(0, 4)}-`;

/**
 * A browser opens a socket below its folder. The path of a socket has 103 characters at most (macOS), 45 of which are the
 * browser's own and 26 the folder's name. Characters.
 */
const parentLength = 103 - 45 - 26;

/** A folder for all that one browser writes. What browsers of dead processes have left is cleared away: a kill gives them no time. */
export async function openFolder(): Promise<string> {
	const parent = tmpdir().length > parentLength && existsSync("/tmp") ? "/tmp" : tmpdir();
	const names = await readdir(parent).catch(() => []);
	const left = names.filter(
		(name) => name.startsWith(prefix) && !isAlive(Number.parseInt(name.slice(prefix.length), 10)),
	);
	await Promise.all(left.map((name) => removeFolder(join(parent, name))));
	return mkdtemp(join(parent, `${prefix}${process.pid}-`));
}

/** What cannot be removed, because it is another user's or a process still writes there, is left for the next time. */
export async function removeFolder(folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return !(error instanceof Error && "code" in error && error.code === "ESRCH");
	}
}
