import { AssayError, messageOf } from "../base/errors.ts";

/**
 * Turns database failures into errors that a person can act on. SQLite's result codes and Postgres' SQLSTATEs are looked for along
 * the chain of causes, because the engine wraps the errors of a connection.
 */

const sqliteBusy = 5;
const sqliteFull = 13;
const sqliteDamaged = new Set([11, 26]);
const sqliteForbidden = new Set([3, 8, 14]);
const fileForbidden = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT", "ELOOP", "ENAMETOOLONG"]);

/** The server is away or refuses new connections for now: the same statement may succeed later. */
const postgresAway = new Set([
	...["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "EAI_AGAIN"],
	...["CONNECT_TIMEOUT", "CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED"],
	...["57P01", "57P02", "57P03", "53300", "08000", "08003", "08006", "08001", "08004"],
]);
/** The server responded, and the response stays the same until a person changes something. */
const postgresRefused = new Set(["28P01", "28000", "3D000", "ENOTFOUND", "42501"]);

function* causeChain(error: unknown): Generator<object> {
	for (let at = error, depth = 0; typeof at === "object" && at !== null && depth < 5; depth++) {
		yield at;
		at = "cause" in at ? at.cause : undefined;
	}
}

/** SQLite's primary result code, if the error comes from SQLite. */
function sqliteCode(error: unknown): number | undefined {
	for (const at of causeChain(error)) if ("errcode" in at && typeof at.errcode === "number") return at.errcode & 0xff;
	return undefined;
}

function textCode(error: unknown): string | undefined {
	for (const at of causeChain(error)) if ("code" in at && typeof at.code === "string") return at.code;
	return undefined;
}

/** Whether another process has the file locked for a moment. */
export function isFileBusy(error: unknown): boolean {
	return sqliteCode(error) === sqliteBusy;
}

/** Whether the Postgres server is away for now. */
export function isServerAway(error: unknown): boolean {
	return postgresAway.has(textCode(error) ?? "");
}

/**
 * The error for a failure of a store file. Codes: `DISK_FULL`, `STORE_CORRUPT`, `HOME_NOT_WRITABLE`, `STORE_LOCKED`, `STORE_FAILED`.
 * An `AssayError` is returned as it is.
 */
export function asStoreFileError(error: unknown, file: string): AssayError {
	if (error instanceof AssayError) return error;
	const detail = deepestMessage(error);
	const code = sqliteCode(error);
	if (code === sqliteFull || textCode(error) === "ENOSPC" || textCode(error) === "EDQUOT") {
		return new AssayError("DISK_FULL", `no space left on the disk for ${file}`, {
			hint: "free some space, then resume the run: all that it recorded is kept",
			cause: error,
		});
	}
	if (code !== undefined && sqliteDamaged.has(code)) {
		return damagedFileError(file, detail, error);
	}
	if ((code !== undefined && sqliteForbidden.has(code)) || fileForbidden.has(textCode(error) ?? "")) {
		const isFile = textCode(error) === "EEXIST" || textCode(error) === "ENOTDIR";
		const message = isFile ? `a file stands where the folder ${file} is needed` : `cannot write ${file} (${detail})`;
		return new AssayError("HOME_NOT_WRITABLE", message, {
			hint: "give a folder that you may write to, with --home or ASSAY_HOME",
			cause: error,
		});
	}
	if (code === sqliteBusy) {
		return new AssayError("STORE_LOCKED", `another program holds the lock of the store file ${file} (${detail})`, {
			hint: `end that program (fuser '${file}' shows it) or wait until it is done, then type the command again: all that was recorded is kept`,
			cause: error,
		});
	}
	return new AssayError("STORE_FAILED", `the store file ${file} failed (${detail})`, {
		hint: "check that its disk has room and is sound, or choose another folder: --home DIR",
		cause: error,
	});
}

/** The error for a damaged store file. `detail`: the message that shows the damage. */
export function damagedFileError(file: string, detail: string, cause: unknown): AssayError {
	return new AssayError("STORE_CORRUPT", `the store file ${file} is damaged (${detail}); it was left as it is`, {
		hint: `move it aside with its companions: ${moveAsideCommand(file)}`,
		cause,
	});
}

/** The command that moves a store file and its companion files aside. */
export function moveAsideCommand(file: string): string {
	return `mkdir aside && mv '${file}'* aside/`;
}

/** The error for an unreadable step in a store file that is whole otherwise. `where`: the file or the server. */
export function damagedStepError(step: string, runId: string, where: string, cause?: unknown): AssayError {
	return new AssayError("STEP_DAMAGED", `the record of step ${step} of run ${runId} in ${where} cannot be read`, {
		hint: `if the run is unfinished, this moves the record aside and does the step again: assay resume ${runId.slice(0, 8)}`,
		cause,
	});
}

/**
 * The error for a failure of a Postgres server. `where` names it without a password. Codes: `DATABASE_UNREACHABLE`, `DISK_FULL`,
 * `STORE_FAILED`. An `AssayError` is returned as it is.
 */
export function asPostgresError(error: unknown, where: string): AssayError {
	if (error instanceof AssayError) return error;
	const code = textCode(error) ?? "";
	const detail = deepestMessage(error) || code;
	if (code === "53100") {
		return new AssayError("DISK_FULL", `no space left on the disk of ${where}`, {
			hint: "free some space, then resume the run: all that it recorded is kept",
		});
	}
	if (postgresAway.has(code) || postgresRefused.has(code)) {
		return new AssayError("DATABASE_UNREACHABLE", `cannot use ${where} (${detail})`, {
			hint: "check that the server runs and that the URL names its host, port, user and database",
		});
	}
	return new AssayError("STORE_FAILED", `${where} failed (${detail})`, { cause: error });
}

function deepestMessage(error: unknown): string {
	let message = messageOf(error);
	for (const at of causeChain(error)) if (at instanceof Error && at.message !== "") message = at.message;
	return message;
}
