import type { Shape } from "./schema.ts";

/** Values nested deeper than this are left as they are. */
const depthMost = 40;
/** Reads the JSON in a string. */
type Read = (text: string) => unknown;

/**
 * Coerces a value to the form of a schema, where it differs in form only: a number as a string, an enum in another case, JSON in
 * a string, a bare list for an object with one list, null for an optional field. It never changes what a value says, and guesses
 * no field names.
 */
export function bent(value: unknown, shape: Shape, read: Read, depth = 0): unknown {
	if (depth > depthMost) return value;
	const within = (inner: unknown, of: Shape) => bent(inner, of, read, depth + 1);
	if (shape.anyOf) {
		if (shape.anyOf.some((option) => fits(value, option))) {
			const option = shape.anyOf.find((one) => fits(value, one));
			return option ? within(value, option) : value;
		}
		for (const option of shape.anyOf) {
			const result = within(value, option);
			if (fits(result, option)) return result;
		}
		return value;
	}
	const known = shape.const === undefined ? shape.enum : [shape.const];
	if (known) return known.includes(value as never) ? value : (known.find((one) => isSame(one, value)) ?? value);
	if (shape.properties || isType(shape, "object")) return bentObject(value, shape, read, within);
	if (isType(shape, "array")) return bentList(value, shape, read, within);
	return bentScalar(value, shape);
}

type Within = (inner: unknown, of: Shape) => unknown;

function bentObject(given: unknown, shape: Shape, read: Read, within: Within): unknown {
	const value = typeof given === "string" ? read(given) : given;
	const properties = shape.properties ?? {};
	if (Array.isArray(value)) {
		const lists = Object.entries(properties).filter(([, inner]) => isType(inner, "array"));
		const [only] = lists;
		if (lists.length === 1 && only) return { [only[0]]: within(value, only[1]) };
		return value.length === 1 ? within(value[0], shape) : value;
	}
	if (!isObject(value)) return given;
	const result: Record<string, unknown> = {};
	for (const [key, inner] of Object.entries(value)) {
		const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
		if (own) {
			const isNull = inner === null && !shape.required?.includes(key) && !fits(null, own);
			if (!isNull) result[key] = within(inner, own);
		} else if (typeof shape.additionalProperties === "object") result[key] = within(inner, shape.additionalProperties);
		else if (shape.additionalProperties !== false) result[key] = inner;
	}
	return result;
}

function bentList(given: unknown, shape: Shape, read: Read, within: Within): unknown {
	const parsed = typeof given === "string" && /^\s*\[/.test(given) ? read(given) : given;
	const items = typeof shape.items === "object" ? shape.items : {};
	if (Array.isArray(parsed)) return parsed.map((item, at) => within(item, shape.prefixItems?.[at] ?? items));
	// A single item where a list is wanted.
	const item = within(parsed, items);
	return parsed !== null && parsed !== undefined && items.type !== undefined && fits(item, items) ? [item] : given;
}

function bentScalar(value: unknown, shape: Shape): unknown {
	if (fits(value, shape)) return value;
	if (typeof value === "string") {
		const text = value.trim();
		if ((isType(shape, "number") || isType(shape, "integer")) && /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text))
			return Number(text);
		if (isType(shape, "boolean") && /^(true|false|yes|no)$/i.test(text)) return /^(true|yes)$/i.test(text);
		if (isType(shape, "null") && /^(null|none|)$/i.test(text)) return null;
	}
	if (isType(shape, "string") && (typeof value === "number" || typeof value === "boolean")) return String(value);
	return value;
}

/** Whether a value has the form of a schema. Bounds are not checked. */
function fits(value: unknown, shape: Shape): boolean {
	if (shape.anyOf) return shape.anyOf.some((option) => fits(value, option));
	if (shape.const !== undefined) return value === shape.const;
	if (shape.enum) return shape.enum.includes(value as never);
	if (shape.properties) {
		const { properties, required = [] } = shape;
		if (!isObject(value) || !required.every((key) => Object.hasOwn(value, key))) return false;
		return Object.entries(properties).every(([key, inner]) => !Object.hasOwn(value, key) || fits(value[key], inner));
	}
	if (shape.type === undefined) return true;
	const items = shape.items;
	if (Array.isArray(value))
		return isType(shape, "array") && (typeof items !== "object" || value.every((item) => fits(item, items)));
	return [shape.type].flat().some((type) => isOf(value, type));
}

function isOf(value: unknown, type: string): boolean {
	if (type === "null") return value === null;
	if (type === "integer") return Number.isInteger(value);
	if (type === "object") return isObject(value);
	return typeof value === type;
}

function isType({ type }: Shape, wanted: string): boolean {
	return type === wanted || (Array.isArray(type) && type.includes(wanted));
}

function isObject(value: unknown): value is Record<string, unknown> {
	return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** `Yes No`, `yes-no` and `yes_no` are one word. */
function isSame(known: unknown, value: unknown): boolean {
	if (typeof known === "string" && typeof value === "string") return plain(known) === plain(value);
	return typeof value === "string" && String(known) === value.trim();
}

function plain(word: string): string {
	return word
		.trim()
		.toLowerCase()
		.replace(/[\s_-]+/g, "_");
}
