import { join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { Secret } from "../../base/secret.ts";
import { optionsFromVariables } from "../options/parse.ts";
import { infoOf, type OptionsInput, optionNames } from "../options/schema.ts";
import type { Settings } from "./env-file.ts";
import type { Provider } from "./model-name.ts";

/** How models are reached. It does not change what a run does, and is not stored with it. */
export interface ModelConnection {
	/** How long a response may send nothing. Seconds. */
	readonly modelTimeout?: number | undefined;
	/** The most requests at once. */
	readonly modelParallel?: number | undefined;
}

/** What the environment says about language models. Options that are given override it. */
export interface ModelConfig {
	readonly options: Pick<
		OptionsInput,
		"utilityModel" | "reviewModel" | "effort" | "utilityEffort" | "investigators" | "baseUrl"
	> &
		ModelConnection & { readonly model?: string | undefined };
	/** The variable that holds the key of a provider, where one is set. */
	keySetBy(provider: Provider): string | undefined;
	/** The file with the user's own prices and windows. */
	readonly tableFile: string;
	/**
	 * The key and the address of a provider; `baseUrl`: one that was typed, or stored with a run. Throws `BASE_URL_INVALID`,
	 * `KEY_INVALID`.
	 */
	reach(provider: Provider, baseUrl: string | undefined): { apiKey: Secret | undefined; baseUrl: string | undefined };
}

const modelOptionNames = optionNames.filter((name) => infoOf(name).commands.includes("demo"));

/** Throws `OPTION_VALUE_INVALID` or `BASE_URL_INVALID`. */
export function modelConfigOf(settings: Settings, home: string): ModelConfig {
	const address = (name: string) => {
		const text = settings(name);
		return text === undefined ? undefined : parseBaseUrl(text, name);
	};
	const options = optionsFromVariables(modelOptionNames, settings);
	return Object.freeze({
		options: { ...options, baseUrl: address("ASSAY_BASE_URL") } as ModelConfig["options"],
		tableFile: settings("ASSAY_MODELS_FILE") ?? join(home, "models.json"),
		keySetBy: ({ keys }: Provider) => keys.find((one) => settings(one) !== undefined),
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
