import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { UsageError } from "../base/errors.ts";
import { Secret } from "../base/secret.ts";

/** A token of a user's own must be this long, so that nobody guesses it. Characters. */
const lengthMin = 16;
const randomLength = 32;

/** The token of a server: the user's own, or a new random one. Throws `TOKEN_SHORT` or `TOKEN_INVALID`. */
export function serverToken(own: Secret | undefined): Secret {
	if (!own) return new Secret(randomBytes(randomLength).toString("base64url"));
	const text = own.reveal();
	const hint = `leave it out for a random one, or make one: openssl rand -hex ${randomLength}`;
	if (text.length < lengthMin)
		throw new UsageError("TOKEN_SHORT", `the token has ${text.length} characters, and needs ${lengthMin}`, { hint });
	if (!/^[\w.~-]+$/.test(text))
		throw new UsageError("TOKEN_INVALID", "the token may hold letters, digits and - _ . ~ only", { hint });
	return own;
}

/** What a browser keeps instead of the token: cookies go to every port of this machine, so they must not show it. */
export function cookieValueOf(token: Secret): string {
	return createHmac("sha256", token.reveal()).update("assay cookie").digest("base64url");
}

/** Compares in a time that depends on neither text. */
export function isSameSecret(given: string, wanted: string): boolean {
	const hash = (text: string) => createHash("sha256").update(text).digest();
	return timingSafeEqual(hash(given), hash(wanted));
}
