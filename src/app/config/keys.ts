import { Secret } from "../../base/secret.ts";
import { decodeAddressPart } from "../../base/text.ts";
import { keyVariables } from "./settings.ts";

/** Makes all keys that are set known to `scrub`, whether or not this command uses them. `settingOf`: a variable by its name. */
export function knowKeys(settingOf: (name: string) => string | undefined): void {
	for (const name of keyVariables) {
		const value = settingOf(name)?.trim();
		if (value) new Secret(value);
	}
}

/** The same of a database's password. Its address may name several hosts, and then is no URL. */
export function knowPassword(address: string): void {
	const found = /^[a-z]+:\/\/[^:@/]*:([^@]*)@/i.exec(address)?.[1] ?? /[?&]password=([^&]*)/.exec(address)?.[1];
	if (found) for (const spelling of new Set([found, decodeAddressPart(found)])) new Secret(spelling);
}
