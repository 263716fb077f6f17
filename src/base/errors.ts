import { scrub } from "./scrub.ts";

/** An error that a person can act on and that code can match. */
export class AssayError extends Error {
	/** Stable and upper-case, e.g. `CORPUS_EMPTY`; tests and screens match it, never the message. */
	readonly code: string;
	/** What to type or do next; one line, no trailing full stop. */
	readonly hint: string | undefined;
	/** The process's exit code when this error ends it (DESIGN: 2 bad usage, 1 anything else). */
	readonly exitCode: number;
	/** The cause lies outside the run (an unavailable provider, a wrong key). The run can be resumed once the cause is fixed. */
	readonly keepsRun: boolean;

	constructor(
		code: string,
		message: string,
		options: { hint?: string | undefined; cause?: unknown; exitCode?: number; keepsRun?: boolean } = {},
	) {
		super(scrub(message), options.cause === undefined ? undefined : { cause: options.cause });
		this.name = "AssayError";
		this.code = code;
		this.hint = options.hint && scrub(options.hint);
		this.exitCode = options.exitCode ?? 1;
		this.keepsRun = options.keepsRun ?? false;
	}
}

/** The caller asked for something impossible: an unknown option, a missing folder, an unknown run. Exit code 2. */
export class UsageError extends AssayError {
	constructor(code: string, message: string, options: { hint?: string | undefined; cause?: unknown } = {}) {
		super(code, message, { ...options, exitCode: 2 });
		this.name = "UsageError";
	}
}

/** The message of any thrown value, without a stack or a key. */
export function messageOf(error: unknown): string {
	return scrub(error instanceof Error ? error.message : String(error));
}
