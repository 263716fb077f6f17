import { createHash } from "node:crypto";

/** A JSON value with its keys sorted, so that equal values have equal text. */
export function canonical(value: unknown): string {
	return JSON.stringify(value, (_key, inner) =>
		inner !== null && typeof inner === "object" && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
}

/** SHA-256 of a text, or of a value's canonical JSON: 64 hex digits. */
export function contentHash(value: unknown): string {
	return createHash("sha256")
		.update(typeof value === "string" ? value : canonical(value))
		.digest("hex");
}

/** The first 12 hex digits of `contentHash`: enough for the ids inside one run. */
export function shortHash(value: unknown): string {
	return contentHash(value).slice(0, 12);
}
