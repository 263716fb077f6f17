import fc from "fast-check";
import { expect, test } from "vitest";
import { applyMergePatch, mergePatchOf, type PatchedObject } from "./merge-patch.ts";

/** JSON objects without null, with few keys, so that two of them share some. */
const objects = fc.letrec<{ value: unknown; object: PatchedObject }>((tie) => ({
	value: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.integer(), { maxLength: 3 }), tie("object")),
	object: fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__", ""), tie("value"), { maxKeys: 4 }),
})).object;

test("the patch between two objects, applied to the first, gives the second", () => {
	fc.assert(
		fc.property(objects, objects, (before, after) => {
			expect(applyMergePatch(before, mergePatchOf(before, after))).toEqual({ ...after });
			expect(Object.keys(mergePatchOf(after, after))).toEqual([]);
		}),
	);
});

test("the examples of RFC 7396 that patch an object", () => {
	expect(applyMergePatch({ a: "b", c: { d: "e", f: "g" } }, { a: "z", c: { f: null } })).toEqual({
		...{ a: "z", c: { d: "e" } },
	});
	expect(applyMergePatch({ a: [{ b: "c" }] }, { a: [1] })).toEqual({ a: [1] });
	expect(applyMergePatch({}, { a: { bb: { ccc: null } } })).toEqual({ a: { bb: {} } });
});
