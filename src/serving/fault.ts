import type { Context } from "hono";
import { optionNames } from "../app/options/schema.ts";
import { AssayError, messageOf } from "../base/errors.ts";

/** The body of every error response. */
export interface ErrorBody {
	error: { code: string; message: string; hint?: string | undefined };
}

/** An error with the status of its response. */
export class HttpFault extends AssayError {
	readonly status: FaultStatus;

	constructor(status: FaultStatus, code: string, message: string, hint?: string) {
		super(code, message, { hint });
		this.status = status;
	}
}

export type FaultStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503;

/** Codes of the app whose status is not that of their kind. */
const statuses: Record<string, FaultStatus> = {
	RUN_UNKNOWN: 404,
	CAMPAIGN_UNKNOWN: 404,
	STEP_UNKNOWN: 404,
	PAGE_UNKNOWN: 404,
	PASS_UNKNOWN: 404,
	PASS_UNREPORTED: 409,
	PAGE_NOT_STORED: 404,
	RUN_WITHOUT_PAGES: 409,
	RUN_AMBIGUOUS: 409,
	RUN_BUSY: 409,
	RUN_IS_CAMPAIGN: 409,
	RUN_IS_EVALUATION: 409,
	RUN_IS_PULSE: 409,
	RUN_UNFINISHED: 409,
	RUN_FINISHED: 409,
	RUN_NOT_RUNNING: 409,
	CAMPAIGN_IDLE: 409,
	RUN_WITHOUT_SOURCES: 409,
	ANSWERS_EARLY: 409,
	PLAN_SETTLED: 409,
	REPORT_MISSING: 404,
	FORMAT_UNKNOWN: 404,
	BROWSER_MISSING: 503,
	STORE_LOCKED: 503,
	DATABASE_UNREACHABLE: 503,
	DISK_FULL: 503,
};

export function bodyOf(error: unknown): ErrorBody["error"] {
	if (error instanceof AssayError)
		return { code: error.code, message: namingOptions(error.message), hint: error.hint && namingOptions(error.hint) };
	return { code: "UNEXPECTED", message: `assay met an error of its own: ${messageOf(error).split("\n", 1)[0]}` };
}

/** Names options as JSON does: `"maxCost"` for `--max-cost`. */
function namingOptions(text: string): string {
	// A command to type keeps its flags.
	if (text.includes("assay ")) return text;
	return text.replace(/--([a-z]+(?:-[a-z]+)*)/g, (flag, words: string) => {
		const name = words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
		return optionNames.some((one) => one === name) ? `"${name}"` : flag;
	});
}

function statusOf(error: unknown): FaultStatus {
	if (error instanceof HttpFault) return error.status;
	if (!(error instanceof AssayError)) return 500;
	return statuses[error.code] ?? (error.exitCode === 2 ? 400 : 500);
}

/** Answers a request that failed. `hintFor`: the hint for this kind of client, from one that may name commands of a terminal. */
export function answerFault(
	context: Context,
	error: unknown,
	hintFor: (code: string, hint: string | undefined) => string | undefined = (_code, hint) => hint,
): Response {
	const status = statusOf(error);
	if (status === 429 || status === 503) context.header("Retry-After", "1");
	// The rest of a body that nobody reads would be taken for the next request.
	if (context.req.method !== "GET") context.header("Connection", "close");
	if (status === 401) context.header("WWW-Authenticate", 'Bearer realm="assay"');
	// A person who opened the address without its token.
	if (status === 401 && context.req.header("sec-fetch-dest") === "document") {
		context.status(status);
		return context.html(
			'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>assay</title><h1>assay</h1><p>Open the link that <code>assay serve</code> printed: it lets this browser in. <code>assay open ID</code> prints the link of a run again.</p>',
		);
	}
	const fault = bodyOf(error);
	const hint = hintFor(fault.code, fault.hint);
	return context.body(`${JSON.stringify({ error: { ...fault, hint } } satisfies ErrorBody)}\n`, status, {
		"content-type": "application/json",
	});
}
