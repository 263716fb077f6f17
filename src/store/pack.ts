import { AssayError, messageOf } from "../base/errors.ts";
import type { Json } from "../base/json.ts";

/** A NUL escape in JSON text: the backslash before `u0000` must not itself be escaped. */
const nulEscape = /(?<!\\)((?:\\\\)*)\\u0000/g;

/**
 * A value as the text that is recorded: JSON without NUL characters, which Postgres refuses. Recorded as a text inside the
 * engine's JSON column, so that both databases give back the same bytes: `jsonb` would reorder keys and refuse half an emoji.
 */
export function pack(value: Json | undefined): string {
	const text = JSON.stringify(value ?? null);
	return text.includes("\\u0000") ? text.replace(nulEscape, "$1") : text;
}

/** The value that `pack` recorded. Throws a `SyntaxError` when the text is no JSON. */
export function unpack(text: string): Json {
	return JSON.parse(text);
}

/** The same of a column of a run's record or ledger. Throws an `AssayError` `STORE_CORRUPT`. */
export function unpackColumn(recorded: unknown): Json {
	try {
		return unpack(String(recorded));
	} catch (error) {
		throw new AssayError("STORE_CORRUPT", `a run's record is unreadable (${messageOf(error)})`, { cause: error });
	}
}
