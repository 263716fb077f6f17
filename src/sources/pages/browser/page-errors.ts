import { AssayError, messageOf } from "../../../base/errors.ts";
import { PageError } from "../../provider.ts";

/** The error for a page that was not loaded. The proxy's reason for its address says more than the browser's message. */
export function notLoadedError(url: string, networkError: AssayError | undefined, error?: unknown): PageError {
	const code = /net::(ERR_\w+)/.exec(messageOf(error))?.[1];
	if (networkError?.code === "ADDRESS_REFUSED")
		return new PageError("refused", `it leads where nothing is opened: ${networkError.message}`, {
			cause: networkError,
		});
	if (networkError) return new PageError("away", networkError.message, { cause: networkError });
	const reason = code ? (reasons[code] ?? `the browser says ${code}`) : messageOf(error ?? "no answer came");
	return new PageError("away", `${hostOf(url)} did not give the page: ${reason}`, { cause: error });
}

const reasons: Record<string, string> = {
	ERR_TOO_MANY_REDIRECTS: "it redirects without end",
	ERR_CERT_AUTHORITY_INVALID: "its certificate is not trusted",
	ERR_CERT_DATE_INVALID: "its certificate is out of date",
	ERR_CERT_COMMON_NAME_INVALID: "its certificate is another site's",
	ERR_EMPTY_RESPONSE: "it hung up",
	ERR_ABORTED: "it holds no page to show",
};

export const tooSlowError = (url: string): PageError =>
	new PageError("unreadable", `the page of ${hostOf(url)} did not come to rest in the browser`);

export const tooLargeError = (url: string): PageError =>
	new PageError("unreadable", `the page of ${hostOf(url)} loads more than a page may`);

/** `bytes`: the memory that its browser used, of `most` allowed. */
export function memoryError(url: string, bytes: number, most: number): PageError {
	const usage = `${inGB(bytes)} of memory in the browser, more than the ${inGB(most)} that a page may`;
	return new PageError("unreadable", `the page of ${hostOf(url)} takes ${usage}`);
}

const inGB = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`;

export const crashedError = (url: string): PageError =>
	new PageError("unreadable", `the page of ${hostOf(url)} breaks the browser`);

export const dialogsError = (url: string): PageError =>
	new PageError("unreadable", `the page of ${hostOf(url)} opens one dialogue after the other`);

export const redirectLoopError = (url: string): PageError =>
	new PageError("unreadable", `the page of ${hostOf(url)} leads on and on`);

export const downloadError = (url: string): PageError =>
	new PageError("unreadable", `${hostOf(url)} gives a file to keep, not a page to read`);

function hostOf(url: string): string {
	return URL.canParse(url) ? new URL(url).host : "the address";
}

/** Whether to repeat a render in a new browser: the old one died under it. */
export function isBrowserLost(error: unknown): boolean {
	return !(error instanceof AssayError) && /closed|crashed|disconnected/i.test(messageOf(error));
}
