import { AssayError } from "../../base/errors.ts";
import type { Fallback, Usage } from "../../evidence/call.ts";
import type { SpendingKind } from "../../evidence/spending-limit.ts";

export type ModelErrorCode =
	/** No key, or the provider refuses it (401, 403). */
	| "MODEL_KEY_MISSING"
	| "MODEL_KEY_REFUSED"
	/** The provider has no such model (404). */
	| "MODEL_UNKNOWN"
	/** The account has no money left (402, `insufficient_quota`). */
	| "MODEL_ACCOUNT_EMPTY"
	/** After all tries: still 429, still 5xx, still no connection, still no sign of life. */
	| "MODEL_RATE_LIMITED"
	| "MODEL_OVERLOADED"
	| "MODEL_UNREACHABLE"
	| "MODEL_SILENT"
	/** The response broke off. What had arrived was paid for. */
	| "MODEL_STREAM_BROKEN"
	/** The request does not fit into the model's window. */
	| "MODEL_CONTEXT_OVERFLOW"
	/** The provider refuses the request for another reason (400, 422). */
	| "MODEL_REQUEST_REFUSED"
	/** The cost limit leaves no room for the request. */
	| "MODEL_BUDGET"
	/** The answer cannot be used, even after the repair. */
	| "MODEL_ANSWER_UNUSABLE"
	/** The model declined to answer. */
	| "MODEL_REFUSED";

/** A failed request of a role to a model. Its message names the model; a role's failure also names the role. */
export class ModelError extends AssayError {
	declare readonly code: ModelErrorCode;
	/** The tokens that were paid for without an answer, as far as known. */
	readonly usage: Usage | undefined;
	/** Of `MODEL_BUDGET`: the limit under which the request does not fit. */
	readonly limit: SpendingKind | undefined;

	constructor(
		code: ModelErrorCode,
		message: string,
		options: {
			hint?: string;
			cause?: unknown;
			usage?: Usage | undefined;
			limit?: SpendingKind | undefined;
		} = {},
	) {
		super(code, message, { hint: options.hint, cause: options.cause, keepsRun: externalFaults.has(code) });
		this.name = "ModelError";
		this.usage = options.usage;
		this.limit = options.limit;
	}
}

/** Why a model did not do a role, for the log. */
export function fallbackReason(error: AssayError): Omit<Fallback, "role"> {
	const limit = error instanceof ModelError ? error.limit : undefined;
	return { code: error.code, reason: error.message, ...(limit ? { limit } : {}) };
}

/** Faults outside the run, which no code of the run can work around. The run waits until they are mended. */
const externalFaults: ReadonlySet<ModelErrorCode> = new Set([
	"MODEL_KEY_MISSING",
	"MODEL_KEY_REFUSED",
	"MODEL_UNKNOWN",
	"MODEL_ACCOUNT_EMPTY",
	"MODEL_RATE_LIMITED",
	"MODEL_OVERLOADED",
	"MODEL_UNREACHABLE",
	"MODEL_SILENT",
	"MODEL_STREAM_BROKEN",
]);
