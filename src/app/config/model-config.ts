import { join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { Secret } from "../../base/secret.ts";
import type { Effort } from "../../evidence/event.ts";
import type { Settings } from "./env-file.ts";
import type { Provider } from "./model-name.ts";

/** The settings of language models in the environment. Flags override them. */
export interface ModelConfig {
	/** `provider:model`, as typed. */
	readonly lead: string | undefined;
	readonly utility: string | undefined;
	readonly leadEffort: Effort | undefined;
	readonly utilityEffort: Effort | undefined;
	/** The model of the investigators. */
	readonly investigators: "lead" | "utility" | undefined;
	/** For servers that speak OpenAI's protocol. */
	readonly baseUrl: string | undefined;
	/** How long a response may send nothing. ms */
	readonly idleTimeoutMs: number | undefined;
	/** The file with the user's own prices and windows. */
	readonly tableFile: string;
	/**
	 * The key and the address of a provider; `baseUrl`: one that was typed, or stored with a run. Throws `BASE_URL_INVALID`,
	 * `KEY_INVALID`.
	 */
	reach(provider: Provider, baseUrl: string | undefined): { apiKey: Secret | undefined; baseUrl: string | undefined };
}

export const efforts: readonly Effort[] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/** Which of a run's two models its investigators may use. */
export const investigatorModels = ["utility", "lead"] as const;

/** Maximum idle timeout. Seconds. */
export const idleTimeoutSecondsMax = 3_600;

/** Throws `VARIABLE_INVALID` or `BASE_URL_INVALID`. */
export function modelConfigOf(settings: Settings, home: string): ModelConfig {
	const address = (name: string) => {
		const text = settings(name);
		return text === undefined ? undefined : parseBaseUrl(text, name);
	};
	return Object.freeze({
		lead: settings("ASSAY_MODEL"),
		utility: settings("ASSAY_UTILITY_MODEL"),
		leadEffort: parseChoice(settings("ASSAY_EFFORT"), "ASSAY_EFFORT", efforts),
		utilityEffort: parseChoice(settings("ASSAY_UTILITY_EFFORT"), "ASSAY_UTILITY_EFFORT", efforts),
		investigators: parseChoice(settings("ASSAY_INVESTIGATORS"), "ASSAY_INVESTIGATORS", investigatorModels),
		baseUrl: address("ASSAY_BASE_URL"),
		idleTimeoutMs: parseIdleTimeout(settings("ASSAY_MODEL_TIMEOUT")),
		tableFile: settings("ASSAY_MODELS_FILE") ?? join(home, "models.json"),
		reach(provider: Provider, typed: string | undefined) {
			const key = provider.keys.map(settings).find((one) => one !== undefined);
			const apiKey = key === undefined ? undefined : parseKey(key, provider.keys);
			return { apiKey, baseUrl: typed ?? address(provider.urlVariable) ?? provider.localUrl };
		},
	});
}

/** Checks a key. Throws `KEY_INVALID` where no header can carry it: that would fail only when a run is under way. */
export function parseKey(value: string, variables: readonly string[]): Secret {
	if (/^[\x21-\x7e]+$/.test(value)) return new Secret(value);
	throw new UsageError("KEY_INVALID", "the key holds a space, a line break or a sign that no key has", {
		hint: `set ${variables.join(" or ")} to the key alone, as its provider shows it`,
	});
}

/** Request paths at the end of a pasted base URL. They are no part of it. */
const requestPath = /\/(?:chat\/completions|messages|responses)$/;

/** Parses a base URL. It must hold no password and no query, so that it may be stored and shown. Throws `BASE_URL_INVALID`. */
export function parseBaseUrl(text: string, name: string): string {
	const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
	// The wrong text is not shown, because it may hold a password.
	if (!url || !/^https?:$/.test(url.protocol))
		throw new UsageError("BASE_URL_INVALID", `${name} is not an address`, {
			hint: "give it as http://HOST:PORT/v1",
		});
	if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
		throw new UsageError("BASE_URL_INVALID", `${name} holds more than an address`, {
			hint: "give http://HOST:PORT/v1 without a password or a query; a key goes into ASSAY_API_KEY",
		});
	return url.href.replace(/\/+$/, "").replace(requestPath, "").replace(/\/+$/, "");
}

function parseChoice<T extends string>(text: string | undefined, name: string, words: readonly T[]): T | undefined {
	if (text === undefined) return undefined;
	const choice = words.find((one) => one === text.toLowerCase());
	if (!choice)
		throw new UsageError("VARIABLE_INVALID", `${name} cannot be "${text}"`, { hint: `one of: ${words.join(", ")}` });
	return choice;
}

function parseIdleTimeout(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
	if (seconds < 1 || seconds > idleTimeoutSecondsMax)
		throw new UsageError("VARIABLE_INVALID", `ASSAY_MODEL_TIMEOUT cannot be "${text}"`, {
			hint: `give whole seconds from 1 to ${idleTimeoutSecondsMax}`,
		});
	return seconds * 1_000;
}
