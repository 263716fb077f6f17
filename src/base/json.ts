/** What a durable step may record: JSON and nothing else. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };

/** Levels of lists and objects in each other. What a model says may be nested without end; what walks it by recursion ends here. */
const levelsMost = 100;

/** Whether a value, as `JSON.parse` gives it, is nested deeper than anything that is meant. */
export function isTooDeep(value: unknown): boolean {
	let level: unknown[] = [value];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > levelsMost) return true;
		level = level.flatMap((one) => (one !== null && typeof one === "object" ? Object.values(one) : []));
	}
	return false;
}

const live = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** A value as JSON that does nothing on a terminal; the same value when it is read back. `indent`: as `JSON.stringify`'s. */
export function escapedJson(value: unknown, indent?: number | string): string {
	const text = JSON.stringify(value, null, indent);
	return text.replace(live, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
