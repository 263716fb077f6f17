import { UsageError } from "../../base/errors.ts";
import type { Secret } from "../../base/secret.ts";
import type { Settings } from "./env-file.ts";
import { readKey } from "./models.ts";

/**
 * What the surroundings of a command say of the web; flags come over it, and each thing is read only when it is needed. A key is
 * no choice: it makes nothing be asked. All throw `SETTING_UNTRUSTED` for what only the user may say, `ADDRESS_INVALID` or
 * `KEY_INVALID`.
 */
export interface WebConfig {
	/** Names of search services, as typed. */
	search(): string | undefined;
	/** Where the user's own SearXNG listens. */
	searxng(): string | undefined;
	/** An address for services that want to know whom to write to. */
	contact(): string | undefined;
	/** The key of a search service by its name. */
	key(service: string): Secret | undefined;
	/** How Steel is reached; undefined when neither a key nor an address is set. */
	steel(): { apiKey: Secret | undefined; baseUrl: string | undefined } | undefined;
	/** The browser to use instead of the one that is found. */
	chromium(): string | undefined;
}

const keyVariables: Readonly<Record<string, string>> = {
	brave: "BRAVE_API_KEY",
	tavily: "TAVILY_API_KEY",
	exa: "EXA_API_KEY",
	serper: "SERPER_API_KEY",
	github: "GITHUB_TOKEN",
};

/** `open`: reads the surroundings, once, when the first of them is asked for. */
export function webConfigOf(open: () => Settings): WebConfig {
	let opened: Settings | undefined;
	const settings: Settings = (name) => {
		opened ??= open();
		return opened(name);
	};
	/**
	 * A folder may be another's: its `.env` must not say to whom questions are sent, where pages come from, or which program is
	 * started.
	 */
	function ofUser(name: string, flag?: string): string | undefined {
		const setting = settings(name);
		if (setting?.from !== "folder") return setting?.value;
		throw new UsageError("SETTING_UNTRUSTED", `${name} stands in this folder's .env, which may be another's`, {
			hint: `if it is yours, ${flag === undefined ? "" : `type ${flag}, or `}set ${name} in your environment or in the .env of the assay home`,
		});
	}
	function key(name: string): Secret | undefined {
		const setting = settings(name);
		return setting && readKey(setting.value, [name]);
	}
	function address(name: string, flag?: string): string | undefined {
		const text = ofUser(name, flag);
		return text === undefined ? undefined : readServer(text, name);
	}
	return Object.freeze({
		search: () => ofUser("ASSAY_SEARCH", "--search NAMES"),
		searxng: () => address("ASSAY_SEARXNG_URL", "--searxng URL"),
		contact: () => settings("ASSAY_CONTACT")?.value,
		key: (service: string) => (Object.hasOwn(keyVariables, service) ? key(keyVariables[service] ?? "") : undefined),
		steel() {
			const [apiKey, baseUrl] = [key("STEEL_API_KEY"), address("STEEL_BASE_URL")];
			return apiKey || baseUrl ? { apiKey, baseUrl } : undefined;
		},
		chromium: () => ofUser("CHROMIUM_PATH"),
	});
}

/** The address of a server of the user's own, without a password or a query in it, so that it may be kept and shown. */
export function readServer(text: string, name: string): string {
	const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
	const isPlain = url && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === "";
	// What is wrong is not shown: it may hold a password.
	if (!isPlain)
		throw new UsageError("ADDRESS_INVALID", `${name} is not the plain address of a server`, {
			hint: "give it as http://HOST:PORT, without a password or a query",
		});
	return url.href.replace(/\/+$/, "");
}
