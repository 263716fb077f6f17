import { scrub } from "../../../base/scrub.ts";
import type { Usage } from "../../../evidence/call.ts";
import { ModelError } from "../error.ts";
import type { ModelSettings } from "../model.ts";
import { isOwnMachine } from "../money/own-machine.ts";
import { apiBaseUrl, providers } from "./providers.ts";

/** What went wrong with one try, and what may be done about it. */
export interface RequestFault {
	error: ModelError;
	/** It cost nothing, and a retry may succeed. */
	canRetry: boolean;
	/** How long the provider asks to wait. ms */
	waitMs?: number | undefined;
	/** The provider's own words, when they may name a missing capability. */
	words?: string | undefined;
	/** The provider declined the content of the request. */
	isRefusal?: boolean | undefined;
}

/** The most of a provider's words that is shown. Characters. */
const WORDS_SHOWN = 300;

/** Errors that occur before a request can have reached the provider; `bad port` is from the Fetch standard. */
const beforeSending =
	/^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|ERR_INVALID_URL|CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO|bad port)/;

export function faultOfNetwork(settings: ModelSettings, reason: string): RequestFault {
	if (!beforeSending.test(reason)) return brokenFault(settings, reason, undefined);
	const host = hostOf(settings);
	const hint = isOwnMachine(apiBaseUrl(settings))
		? `start the model's server, or check the base URL ${apiBaseUrl(settings)}`
		: "check the network; then resume the run";
	return {
		error: new ModelError("MODEL_UNREACHABLE", `${modelLabel(settings)}: no connection to ${host} (${reason})`, {
			hint,
		}),
		canRetry: true,
	};
}

/**
 * The request timed out. It is unknown whether the provider worked on it and is paid for it, so a retry is another request with
 * its own reservation. `usage`: of what had arrived.
 */
export function timeoutFault(settings: ModelSettings, what: string, usage: Usage | undefined): RequestFault {
	const hint = "wait, or give a slow model a longer limit; then resume the run";
	return {
		error: new ModelError("MODEL_SILENT", `${modelLabel(settings)}: ${what}`, { hint, usage }),
		canRetry: false,
	};
}

/**
 * The response broke off, or never began on an open connection. Like after a timeout, it may be paid for. `why`: the provider's
 * or the system's words, where there are any.
 */
export function brokenFault(settings: ModelSettings, why: string | undefined, usage: Usage | undefined): RequestFault {
	const detail = why === undefined ? "" : ` (${cleanMessage(settings, why)})`;
	const message = `${modelLabel(settings)}: the answer broke off before its end${detail}`;
	return { error: new ModelError("MODEL_STREAM_BROKEN", message, { hint: "resume the run", usage }), canRetry: false };
}

export function missingKeyError(settings: ModelSettings): ModelError {
	const [first = "", ...others] = providers[settings.provider].keys;
	return new ModelError("MODEL_KEY_MISSING", `${modelLabel(settings)}: there is no key`, {
		hint: `set ${first}${others.map((other) => ` or ${other}`).join("")} in the environment or in .env`,
	});
}

export function modelLabel(settings: ModelSettings): string {
	return settings.label ?? `${settings.provider}:${settings.model}`;
}

/** The part of the model's name before the colon, as the user types it. */
export function providerLabel(settings: ModelSettings): string {
	const name = modelLabel(settings);
	return name.slice(0, name.indexOf(":"));
}

export function hostOf(settings: ModelSettings): string {
	return URL.parse(apiBaseUrl(settings))?.host ?? "an address that is none";
}

/** A provider's words in one line of bounded length, without anything that looks like a key: some repeat the key they were sent. */
export function cleanMessage(settings: ModelSettings, words: string): string {
	const key = settings.apiKey?.reveal();
	const hidden = scrub(key ? words.replaceAll(key, "(key)") : words);
	const line = hidden
		.replace(/\b(sk|pk|key|AIza|Bearer)[-_ ]?[A-Za-z0-9*._-]{12,}/g, "(key)")
		.replace(/\s+/g, " ")
		.trim();
	return line.length > WORDS_SHOWN ? `${line.slice(0, WORDS_SHOWN)}…` : line;
}
