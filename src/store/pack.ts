import { AssayError, messageOf } from "../base/errors.ts";
import type { Json } from "../base/json.ts";

/** A NUL escape in JSON text. The backslash before `u0000` must not be escaped itself. */
const nulEscape = /(?<!\\)((?:\\\\)*)\\u0000/g;

/**
 * The text that records a value: JSON without NUL characters, which Postgres refuses. It is stored as a text inside the engine's JSON
 * column, so that both databases return the same bytes: `jsonb` would reorder keys and refuse half an emoji.
 */
export function pack(value: Json | undefined): string {
	const text = JSON.stringify(value ?? null);
	return text.includes("\\u0000") ? text.replace(nulEscape, "$1") : text;
}

/** Reads a text that `pack` made. Throws a `SyntaxError` when it is no JSON. */
export function unpack(text: string): Json {
	return JSON.parse(text);
}

/** The same for a column of a run's record or ledger. Throws an `AssayError` `STORE_CORRUPT`. */
export function unpackColumn(recorded: unknown): Json {
	try {
		return unpack(String(recorded));
	} catch (error) {
		throw new AssayError("STORE_CORRUPT", `a run's record is unreadable (${messageOf(error)})`, { cause: error });
	}
}
