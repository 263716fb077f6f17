import { cleanText } from "../base/clean.ts";
import { AssayError, messageOf, UsageError } from "../base/errors.ts";

/** Why a run failed, as it is recorded. It suffices to throw the same error in another process. */
export type Failure = { message: string; code: string; hint: string | null; exitCode: number };

/**
 * The error that the body of a run threw, as it is recorded, never with a stack. Any error but an `AssayError` gets the code
 * `RUN_FAILED`.
 */
export function failureOf(error: unknown): Failure {
	const message = cleanText(messageOf(error));
	if (!(error instanceof AssayError)) return { message, code: "RUN_FAILED", hint: null, exitCode: 1 };
	const hint = error.hint === undefined ? null : cleanText(error.hint);
	return { message, code: error.code, hint, exitCode: error.exitCode };
}

/** The error of a failed run, to throw it again. */
export function errorOf(failure: Failure, cause?: unknown): AssayError {
	const options = { hint: failure.hint ?? undefined, cause };
	if (failure.exitCode === 2) return new UsageError(failure.code, failure.message, options);
	return new AssayError(failure.code, failure.message, { ...options, exitCode: failure.exitCode });
}

/** Reads what `failureOf` wrote, and what the engine itself may write (`{message}` alone). */
export function readFailure(recorded: unknown): Failure {
	const fields = typeof recorded === "object" && recorded !== null ? recorded : {};
	const message = "message" in fields && typeof fields.message === "string" ? fields.message : "the run failed";
	const code = "code" in fields && typeof fields.code === "string" ? fields.code : "RUN_FAILED";
	const hint = "hint" in fields && typeof fields.hint === "string" ? fields.hint : null;
	const exitCode = "exitCode" in fields && typeof fields.exitCode === "number" ? fields.exitCode : 1;
	return { message, code, hint, exitCode };
}

/** Whether the run can be resumed after this error. */
export function keepsRun(error: unknown): boolean {
	return error instanceof AssayError && error.keepsRun;
}
