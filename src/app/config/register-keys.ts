import { Secret } from "../../base/secret.ts";
import { decodeAddressPart } from "../../base/text.ts";
import { keyVariables } from "./settings.ts";

/** Registers with `scrub` all keys that are set, whether or not this command uses them. `settingOf` looks up a variable by its name. */
export function registerKeys(settingOf: (name: string) => string | undefined): void {
	for (const name of keyVariables) {
		const value = settingOf(name)?.trim();
		if (value) new Secret(value);
	}
}

/** Registers a database's password with `scrub`. The address may name several hosts, and then is no URL. */
export function registerPassword(address: string): void {
	const password = /^[a-z]+:\/\/[^:@/]*:([^@]*)@/i.exec(address)?.[1] ?? /[?&]password=([^&]*)/.exec(address)?.[1];
	if (password) for (const spelling of new Set([password, decodeAddressPart(password)])) new Secret(spelling);
}
