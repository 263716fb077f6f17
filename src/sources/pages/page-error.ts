import { AssayError, messageOf } from "../../base/errors.ts";
import { hostOf } from "../../evidence/hosts.ts";
import type { UnreadReason } from "../../evidence/unread-page.ts";
import { PageError } from "../provider.ts";
import { UnreadableError } from "../read/decode.ts";

const reasonByCode: Record<string, UnreadReason> = {
	ADDRESS_REFUSED: "refused",
	HOST_UNKNOWN: "away",
	CONNECTION_FAILED: "away",
	TOO_SLOW: "away",
	TOO_LARGE: "unreadable",
	TOO_MANY_REDIRECTS: "error",
};

/** Turns an error of reading a page into one that names the reason. An abort is returned as it is. */
export function asPageError(error: unknown, url: string, signal?: AbortSignal): unknown {
	if (signal?.aborted || error instanceof PageError) return error;
	const host = URL.canParse(url) ? hostOf(url) : "this address";
	if (error instanceof UnreadableError)
		return new PageError("unreadable", `the page at ${host} cannot be read: ${error.message}`, { cause: error });
	if (!(error instanceof AssayError))
		return new PageError("unreadable", `the page at ${host} cannot be read: ${messageOf(error)}`, { cause: error });
	const advice = error.hint === undefined ? "" : `; ${error.hint}`;
	return new PageError(reasonByCode[error.code] ?? "error", `${error.message}${advice}`, { cause: error });
}
