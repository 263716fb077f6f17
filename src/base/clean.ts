import type { Json } from "./json.ts";

/** A text that any database takes and gives back as it was: no NUL, no half of a surrogate pair. */
export function cleanText(text: string): string {
	return text.replaceAll("\0", "").toWellFormed();
}

/** The same of every text in a value, names of fields included. */
export function cleanJson(value: Json): Json {
	if (typeof value === "string") return cleanText(value);
	if (Array.isArray(value)) return value.map(cleanJson);
	if (value === null || typeof value !== "object") return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [cleanText(name), one === undefined ? undefined : cleanJson(one)]),
	);
}
