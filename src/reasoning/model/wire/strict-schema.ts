import type { Json } from "../../../base/json.ts";

type JsonObject = { [key: string]: Json | undefined };

/** Keywords that a strict mode refuses. */
const nonStrictKeywords = [
	"allOf",
	"not",
	"oneOf",
	"if",
	"then",
	"else",
	"patternProperties",
	"propertyNames",
	"dependentRequired",
];

/**
 * Whether a provider's strict mode accepts a schema: every object must be closed, with all of its properties required. It
 * refuses optional properties, so such schemas are sent without strictness.
 */
export function fitsStrictMode(schema: Json | undefined): boolean {
	if (Array.isArray(schema)) return schema.every(fitsStrictMode);
	if (schema === null || typeof schema !== "object") return true;
	if (nonStrictKeywords.some((key) => key in schema)) return false;
	const properties = schema.properties;
	const isObject = schema.type === "object" || properties !== undefined;
	if (isObject) {
		if (schema.additionalProperties !== false) return false;
		const required = Array.isArray(schema.required) ? schema.required : [];
		if (!Object.keys((properties as JsonObject | undefined) ?? {}).every((key) => required.includes(key))) return false;
	}
	return Object.entries(schema).every(([key, inner]) =>
		key === "properties" || key === "$defs"
			? Object.values((inner as JsonObject | undefined) ?? {}).every(fitsStrictMode)
			: key === "enum" || key === "const" || key === "default" || key === "examples" || fitsStrictMode(inner),
	);
}

/** The schema without its `$schema`, which some servers refuse. */
export function withoutDialect(schema: Json): JsonObject {
	if (schema === null || typeof schema !== "object" || Array.isArray(schema)) return {};
	const { $schema: _dialect, ...rest } = schema;
	return rest;
}

/** Providers accept a name of letters, digits, `_` and `-`. */
export function schemaName(name: string): string {
	return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) || "answer";
}
