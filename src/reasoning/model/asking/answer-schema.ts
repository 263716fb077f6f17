import { z } from "zod";
import { contentHash } from "../../../base/hash.ts";
import type { Json } from "../../../base/json.ts";

/** The parts of a JSON Schema that this folder reads. */
export interface JsonSchema {
	type?: string | string[];
	description?: string;
	enum?: Json[];
	const?: Json;
	properties?: Record<string, JsonSchema>;
	required?: string[];
	additionalProperties?: boolean | JsonSchema;
	items?: JsonSchema | boolean;
	prefixItems?: JsonSchema[];
	anyOf?: JsonSchema[];
}

export interface AnswerSchema {
	/** The whole schema of the answer, to which a near answer is coerced. */
	shape: JsonSchema;
	/**
	 * The form that every provider's native mode accepts: bounds in the descriptions, every property required, and null where it
	 * may be missing. The prompt shows it.
	 */
	wire: Json;
	/** The hash of `shape`. */
	hash: string;
}

/** Keywords that are of no use to a model, or that some provider refuses. */
const droppedKeywords = new Set(["$schema", "$id", "$defs", "id", "default", "propertyNames", "$comment"]);
/** Bounds that some provider's native schema mode refuses. zod checks them afterwards. */
const boundKeywords = new Set(
	"minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems".split(
		" ",
	),
);

const schemaCache = new WeakMap<z.ZodType, AnswerSchema>();

/** The JSON Schema that a zod type's answers must fit. */
export function answerSchema(type: z.ZodType): AnswerSchema {
	const cached = schemaCache.get(type);
	if (cached) return cached;
	const raw = z.toJSONSchema(type, { io: "input", reused: "inline", unrepresentable: "any" }) as Record<string, Json>;
	const shape = inlined(raw, (raw.$defs ?? {}) as Record<string, Json>, []) as JsonSchema;
	const schema = { shape, wire: strictForm(shape) as Json, hash: contentHash(shape) };
	schemaCache.set(type, schema);
	return schema;
}

/** Inlines references (a recursive type becomes "anything"), closes objects, and keeps only keywords that models know. */
function inlined(node: Json | undefined, definitions: Record<string, Json>, open: string[]): Json | undefined {
	if (Array.isArray(node)) return node.map((inner) => inlined(inner, definitions, open) ?? null);
	if (node === null || typeof node !== "object") return node;
	if (typeof node.$ref === "string") {
		const name = node.$ref.replace(/^#\/\$defs\//, "");
		const { $ref: _, ...beside } = node;
		if (open.includes(name)) return {};
		const target = inlined(definitions[name], definitions, [...open, name]);
		return { ...(target as Record<string, Json>), ...(inlined(beside, definitions, open) as Record<string, Json>) };
	}
	const result: Record<string, Json | undefined> = {};
	for (const [key, value] of Object.entries(node)) {
		if (droppedKeywords.has(key) || isUnbounded(key, value)) continue;
		if (key === "properties") result[key] = mapProperties(value, (inner) => inlined(inner, definitions, open));
		else if (key === "enum" || key === "const" || key === "required") result[key] = value;
		else result[key === "oneOf" ? "anyOf" : key] = inlined(value, definitions, open);
	}
	if (result.properties && result.additionalProperties === undefined) result.additionalProperties = false;
	return result;
}

/** zod writes the bounds of safe integers into every integer. */
function isUnbounded(key: string, value: Json | undefined): boolean {
	return (key === "minimum" || key === "maximum") && Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER;
}

function strictForm(node: unknown): unknown {
	if (Array.isArray(node)) return node.map(strictForm);
	if (node === null || typeof node !== "object") return node;
	const result: Record<string, unknown> = {};
	for (const [key, value] of Object.entries(node)) {
		if (boundKeywords.has(key)) continue;
		result[key] =
			key === "enum" || key === "const" || key === "required" || key === "properties" ? value : strictForm(value);
	}
	const { properties, required, description } = node as JsonSchema;
	const boundEntries = Object.entries(node).filter(([key]) => boundKeywords.has(key));
	if (boundEntries.length > 0)
		result.description = [description, ...boundEntries.map(([key, bound]) => `${key}: ${bound}`)]
			.filter(Boolean)
			.join("; ");
	if (properties) {
		const needed = new Set(required);
		result.properties = Object.fromEntries(
			Object.entries(properties).map(([name, inner]) => [name, needed.has(name) ? strictForm(inner) : nullable(inner)]),
		);
		result.required = Object.keys(properties);
	}
	return result;
}

function nullable(inner: JsonSchema): unknown {
	const { description, ...rest } = strictForm(inner) as JsonSchema;
	const options = rest.anyOf && Object.keys(rest).length === 1 ? rest.anyOf : [rest];
	return {
		...(description === undefined ? {} : { description }),
		anyOf: options.some((option) => option.type === "null") ? options : [...options, { type: "null" }],
	};
}

function mapProperties(node: Json | undefined, change: (inner: Json | undefined) => Json | undefined): Json {
	return Object.fromEntries(
		Object.entries((node ?? {}) as Record<string, Json>).map(([name, inner]) => [name, change(inner)]),
	);
}
