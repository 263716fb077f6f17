import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { AssayError } from "../base/errors.ts";
import { moveAsideCommand } from "./database-errors.ts";

/**
 * Throws `STORE_EMPTY` when the store file has no bytes but other files show that it held runs: SQLite would use it as a new one.
 * Without such traces the folder is new, and a process died as it created the file.
 */
export function assertNotEmptied(folder: string, runsFile: string): void {
	if (sizeOf(runsFile) !== 0) return;
	const locks = join(folder, "locks");
	const hasLocks = existsSync(locks) && readdirSync(locks).some((name) => /^[0-9a-f]{16}\.lock$/.test(name));
	const hasTraces =
		hasLocks ||
		(sizeOf(`${runsFile}-wal`) ?? 0) > 0 ||
		["pages.db", "runs"].some((name) => existsSync(join(folder, name)));
	if (!hasTraces) return;
	throw new AssayError("STORE_EMPTY", `the store file ${runsFile} has no byte in it: the runs that it held are gone`, {
		hint: `put a copy of it back; without one, begin anew: ${moveAsideCommand(runsFile)}`,
	});
}

function sizeOf(file: string): number | undefined {
	return statSync(file, { throwIfNoEntry: false })?.size;
}
