import { isRecord } from "../../../base/json.ts";
import type { JsonSchema } from "./answer-schema.ts";

/** Values nested deeper than this are left as they are. */
const depthMost = 40;
/** Reads the JSON in a string. */
type JsonReader = (text: string) => unknown;

/**
 * Coerces a value to the form of a schema, where it differs in form only: a number as a string, an enum in another case, JSON in
 * a string, a bare list for an object with one list, null for an optional field. It never changes what a value says, and guesses
 * no field names.
 */
export function coerce(value: unknown, shape: JsonSchema, read: JsonReader, depth = 0): unknown {
	if (depth > depthMost) return value;
	const coerceInner = (inner: unknown, of: JsonSchema) => coerce(inner, of, read, depth + 1);
	if (shape.anyOf) {
		if (shape.anyOf.some((option) => hasForm(value, option))) {
			const option = shape.anyOf.find((one) => hasForm(value, one));
			return option ? coerceInner(value, option) : value;
		}
		for (const option of shape.anyOf) {
			const result = coerceInner(value, option);
			if (hasForm(result, option)) return result;
		}
		return value;
	}
	const options = shape.const === undefined ? shape.enum : [shape.const];
	if (options)
		return options.includes(value as never) ? value : (options.find((one) => isSameOption(one, value)) ?? value);
	if (shape.properties || allowsType(shape, "object")) return coerceObject(value, shape, read, coerceInner);
	if (allowsType(shape, "array")) return coerceList(value, shape, read, coerceInner);
	return coerceScalar(value, shape);
}

type InnerCoercion = (inner: unknown, of: JsonSchema) => unknown;

function coerceObject(original: unknown, shape: JsonSchema, read: JsonReader, coerceInner: InnerCoercion): unknown {
	const value = typeof original === "string" ? read(original) : original;
	const properties = shape.properties ?? {};
	if (Array.isArray(value)) {
		const lists = Object.entries(properties).filter(([, inner]) => allowsType(inner, "array"));
		const [only] = lists;
		if (lists.length === 1 && only) return { [only[0]]: coerceInner(value, only[1]) };
		return value.length === 1 ? coerceInner(value[0], shape) : value;
	}
	if (!isRecord(value)) return original;
	const result: Record<string, unknown> = {};
	for (const [key, inner] of Object.entries(value)) {
		const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
		if (property) {
			const isNull = inner === null && !shape.required?.includes(key) && !hasForm(null, property);
			if (!isNull) result[key] = coerceInner(inner, property);
		} else if (typeof shape.additionalProperties === "object")
			result[key] = coerceInner(inner, shape.additionalProperties);
		else if (shape.additionalProperties !== false) result[key] = inner;
	}
	return result;
}

function coerceList(original: unknown, shape: JsonSchema, read: JsonReader, coerceInner: InnerCoercion): unknown {
	const parsed = typeof original === "string" && /^\s*\[/.test(original) ? read(original) : original;
	const items = typeof shape.items === "object" ? shape.items : {};
	if (Array.isArray(parsed)) return parsed.map((item, at) => coerceInner(item, shape.prefixItems?.[at] ?? items));
	// A single item where a list is wanted.
	const item = coerceInner(parsed, items);
	return parsed !== null && parsed !== undefined && items.type !== undefined && hasForm(item, items)
		? [item]
		: original;
}

function coerceScalar(value: unknown, shape: JsonSchema): unknown {
	if (hasForm(value, shape)) return value;
	if (typeof value === "string") {
		const text = value.trim();
		if ((allowsType(shape, "number") || allowsType(shape, "integer")) && /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text))
			return Number(text);
		if (allowsType(shape, "boolean") && /^(true|false|yes|no)$/i.test(text)) return /^(true|yes)$/i.test(text);
		if (allowsType(shape, "null") && /^(null|none|)$/i.test(text)) return null;
	}
	if (allowsType(shape, "string") && (typeof value === "number" || typeof value === "boolean")) return String(value);
	return value;
}

/** Whether a value has the form of a schema. Bounds are not checked. */
function hasForm(value: unknown, shape: JsonSchema): boolean {
	if (shape.anyOf) return shape.anyOf.some((option) => hasForm(value, option));
	if (shape.const !== undefined) return value === shape.const;
	if (shape.enum) return shape.enum.includes(value as never);
	if (shape.properties) {
		const { properties, required = [] } = shape;
		if (!isRecord(value) || !required.every((key) => Object.hasOwn(value, key))) return false;
		return Object.entries(properties).every(([key, inner]) => !Object.hasOwn(value, key) || hasForm(value[key], inner));
	}
	if (shape.type === undefined) return true;
	const items = shape.items;
	if (Array.isArray(value))
		return allowsType(shape, "array") && (typeof items !== "object" || value.every((item) => hasForm(item, items)));
	return [shape.type].flat().some((type) => isOfType(value, type));
}

function isOfType(value: unknown, type: string): boolean {
	if (type === "null") return value === null;
	if (type === "integer") return Number.isInteger(value);
	if (type === "object") return isRecord(value);
	return typeof value === type;
}

function allowsType({ type }: JsonSchema, wanted: string): boolean {
	return type === wanted || (Array.isArray(type) && type.includes(wanted));
}

/** `Yes No`, `yes-no` and `yes_no` are one word. */
function isSameOption(option: unknown, value: unknown): boolean {
	if (typeof option === "string" && typeof value === "string")
		return normalizeOption(option) === normalizeOption(value);
	return typeof value === "string" && String(option) === value.trim();
}

function normalizeOption(word: string): string {
	return word
		.trim()
		.toLowerCase()
		.replace(/[\s_-]+/g, "_");
}
