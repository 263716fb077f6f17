import { AssayError, messageOf } from "../base/errors.ts";

/** Error codes that a retry does not fix. */
const permanentCodes =
	/^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HPE_|ERR_INVALID_|UND_ERR_INVALID_)/;

const explanations: Record<string, string> = {
	ECONNREFUSED: "it takes no connection",
	ECONNRESET: "it broke the connection off",
	EPIPE: "it broke the connection off",
	UND_ERR_SOCKET: "it broke the connection off",
	UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "it sent less than it announced",
	ETIMEDOUT: "it does not answer",
	UND_ERR_CONNECT_TIMEOUT: "it does not answer",
	EHOSTUNREACH: "there is no way to it from here",
	ENETUNREACH: "there is no way to it from here",
};

/** Turns any failure of an exchange into an `AssayError` with an understandable message. */
export function asConnectionError(error: unknown, host: string): AssayError {
	if (error instanceof AssayError) return error;
	const code = codeOf(error);
	if (code === "UND_ERR_HEADERS_OVERFLOW" || code === "HPE_HEADER_OVERFLOW")
		return new AssayError("TOO_LARGE", `${host} sends too many header fields`, { cause: error });
	const certificate = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code);
	const damaged = /^(?:Z_|ERR__?ERROR_|ERR_PADDING|ERR_BROTLI|ZSTD_|HPE_|ERR_HTTP)/.test(code);
	if (damaged) return new AssayError("CONNECTION_FAILED", `what ${host} sends is damaged (${code})`, { cause: error });
	const reason = certificate
		? `its certificate is not valid (${code})`
		: (explanations[code] ?? (code || messageOf(error)));
	return new AssayError("CONNECTION_FAILED", `${host} could not be read: ${reason}`, { cause: error });
}

/** Whether a request that failed with this error may succeed on a retry. */
export function isTransient(error: unknown): boolean {
	return error instanceof AssayError && error.code === "CONNECTION_FAILED" && !permanentCodes.test(codeOf(error.cause));
}

/** The system's error code of a thrown value or of its causes; empty when there is none. */
function codeOf(error: unknown): string {
	if (!(error instanceof Error)) return "";
	if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
	if ("code" in error && typeof error.code === "string") return error.code;
	return codeOf(error.cause);
}
