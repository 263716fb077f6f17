import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { AssayError } from "../base/errors.ts";
import { movingAside } from "./faults.ts";

/**
 * Throws `STORE_EMPTY` when a store file without a byte stands where runs were kept: SQLite would take it for a new one. A home
 * without a trace of a run is new; then a process died as it made the file.
 */
export function assertNotEmptied(folder: string, runsFile: string): void {
	if (sizeOf(runsFile) !== 0) return;
	const locks = join(folder, "locks");
	const held = existsSync(locks) && readdirSync(locks).some((name) => /^[0-9a-f]{16}\.lock$/.test(name));
	const traces =
		held || (sizeOf(`${runsFile}-wal`) ?? 0) > 0 || ["pages.db", "runs"].some((name) => existsSync(join(folder, name)));
	if (!traces) return;
	throw new AssayError("STORE_EMPTY", `the store file ${runsFile} has no byte in it: the runs that it held are gone`, {
		hint: `put a copy of it back; without one, begin anew: ${movingAside(runsFile)}`,
	});
}

function sizeOf(file: string): number | undefined {
	return statSync(file, { throwIfNoEntry: false })?.size;
}
