import { isDeepStrictEqual } from "node:util";

/** A JSON object without `null`, which a merge patch uses for removed members. */
export type PatchedObject = Readonly<Record<string, unknown>>;

/** The JSON Merge Patch (RFC 7396) that turns `before` into `after`: changed members whole or as a patch, removed ones as null. */
export function mergePatchOf(before: PatchedObject, after: PatchedObject): PatchedObject {
	const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
	const changed = Object.entries(after).flatMap(([key, value]): [string, unknown][] => {
		const old = Object.hasOwn(before, key) ? before[key] : undefined;
		if (Object.hasOwn(before, key) && isDeepStrictEqual(old, value)) return [];
		return [[key, isObject(old) && isObject(value) ? mergePatchOf(old, value) : value]];
	});
	// Entries, not assignments: a key may be `__proto__`.
	return Object.fromEntries([...removed.map((key): [string, unknown] => [key, null]), ...changed]);
}

/** Applies a JSON Merge Patch (RFC 7396). Changes neither argument. */
export function applyMergePatch(before: PatchedObject, patch: PatchedObject): PatchedObject {
	const kept = Object.entries(before).filter(([key]) => !Object.hasOwn(patch, key) || patch[key] !== null);
	const after = new Map<string, unknown>(kept);
	for (const [key, value] of Object.entries(patch)) {
		if (value === null) continue;
		const old = after.get(key);
		after.set(key, isObject(value) ? applyMergePatch(isObject(old) ? old : {}, value) : value);
	}
	return Object.fromEntries(after);
}

function isObject(value: unknown): value is PatchedObject {
	return value !== null && typeof value === "object" && !Array.isArray(value);
}
