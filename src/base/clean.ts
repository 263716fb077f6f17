import type { Json } from "./json.ts";

/** Makes a text that any database stores unchanged: removes NUL and replaces lone surrogates. */
export function cleanText(text: string): string {
	return text.replaceAll("\0", "").toWellFormed();
}

/** Cleans every text in a value, including field names. */
export function cleanJson(value: Json): Json {
	if (typeof value === "string") return cleanText(value);
	if (Array.isArray(value)) return value.map(cleanJson);
	if (value === null || typeof value !== "object") return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [cleanText(name), one === undefined ? undefined : cleanJson(one)]),
	);
}
