import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { shortHash } from "../../../base/hash.ts";

/** The host is part of the name: several machines may share a temporary folder, but a process id belongs to one of them. */
const prefix = `assay-${shortHash(hostname()).slice(0, 4)}-`;

/**
 * A browser opens a socket below its folder. The path of a socket has at most 103 characters (macOS): 45 are the browser's own, 26
 * are the folder's name. Characters.
 */
const parentLengthMax = 103 - 45 - 26;

/** Creates a folder for all files of one browser. It first removes the folders of dead processes: a killed process cannot. */
export async function createBrowserFolder(): Promise<string> {
	const parent = tmpdir().length > parentLengthMax && existsSync("/tmp") ? "/tmp" : tmpdir();
	const names = await readdir(parent).catch(() => []);
	const stale = names.filter(
		(name) => name.startsWith(prefix) && !isAlive(Number.parseInt(name.slice(prefix.length), 10)),
	);
	await Promise.all(stale.map((name) => removeBrowserFolder(join(parent, name))));
	return mkdtemp(join(parent, `${prefix}${process.pid}-`));
}

/** Ignores failures: another user's folder, or one where a process still writes, is tried again next time. */
export async function removeBrowserFolder(folder: string): Promise<void> {
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
