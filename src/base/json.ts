/** A JSON value: what a durable step may record. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Maximum nesting of lists and objects. A model's response may be nested without end; this limits recursion over it. */
const depthMax = 100;

/** Whether a parsed JSON value is nested deeper than any intended one. */
export function isTooDeep(value: unknown): boolean {
	let level: unknown[] = [value];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > depthMax) return true;
		level = level.flatMap((one) => (one !== null && typeof one === "object" ? Object.values(one) : []));
	}
	return false;
}

const terminalControls = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** A value as JSON without characters that control a terminal; it parses to the same value. `indent`: as in `JSON.stringify`. */
export function terminalSafeJson(value: unknown, indent?: number | string): string {
	const text = JSON.stringify(value, null, indent);
	return text.replace(terminalControls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
