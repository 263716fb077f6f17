import { UsageError } from "../../base/errors.ts";
import type { Secret } from "../../base/secret.ts";
import { optionsFromVariables } from "../options/parse.ts";
import type { Settings } from "./env-file.ts";
import { parseKey } from "./model-config.ts";
import { searchKeyVariables } from "./settings.ts";

/**
 * The settings of the web in the environment. Flags override them, and each is read only when it is needed. A key alone chooses no
 * service. All throw `ADDRESS_INVALID` or `KEY_INVALID`.
 */
export interface WebConfig {
	/** Names of search services. */
	search(): string[] | undefined;
	/** The address of the user's own SearXNG. */
	searxng(): string | undefined;
	/** The contact address that is sent to services that ask for one. */
	contact(): string | undefined;
	/** The key of a search service by its name. */
	key(service: string): Secret | undefined;
	/** How Steel is reached; undefined when neither a key nor an address is set. */
	steel(): { apiKey: Secret | undefined; baseUrl: string | undefined } | undefined;
	/** The browser to use instead of the one that is found. */
	chromium(): string | undefined;
}

/** `open` reads the settings. It is called once, when the first of them is needed. */
export function webConfigOf(open: () => Settings): WebConfig {
	let opened: Settings | undefined;
	const settings: Settings = (name) => {
		opened ??= open();
		return opened(name);
	};
	function key(name: string): Secret | undefined {
		const value = settings(name);
		return value === undefined ? undefined : parseKey(value, [name]);
	}
	function address(name: string): string | undefined {
		const text = settings(name);
		return text === undefined ? undefined : parseServerUrl(text, name);
	}
	return Object.freeze({
		search: () => optionsFromVariables(["search"], settings).search,
		searxng: () => address("ASSAY_SEARXNG_URL"),
		contact: () => settings("ASSAY_CONTACT"),
		key: (service: string) =>
			Object.hasOwn(searchKeyVariables, service) ? key(searchKeyVariables[service] ?? "") : undefined,
		steel() {
			const [apiKey, baseUrl] = [key("STEEL_API_KEY"), address("STEEL_BASE_URL")];
			return apiKey || baseUrl ? { apiKey, baseUrl } : undefined;
		},
		chromium: () => settings("CHROMIUM_PATH"),
	});
}

/**
 * Parses the address of the user's own server. It must hold no password and no query, so that it may be stored and shown. Throws
 * `ADDRESS_INVALID`.
 */
export function parseServerUrl(text: string, name: string): string {
	const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
	const isPlain = url && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === "";
	// The wrong text is not shown, because it may hold a password.
	if (!isPlain)
		throw new UsageError("ADDRESS_INVALID", `${name} is not the plain address of a server`, {
			hint: "give it as http://HOST:PORT, without a password or a query",
		});
	return url.href.replace(/\/+$/, "");
}
