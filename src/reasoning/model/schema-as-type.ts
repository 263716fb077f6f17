import type { Json } from "../../base/json.ts";

interface SchemaNode {
	type?: string | string[];
	description?: string;
	enum?: Json[];
	const?: Json;
	properties?: Record<string, SchemaNode>;
	items?: SchemaNode | boolean;
	anyOf?: SchemaNode[];
}

/**
 * Describes the form of an answer in words: a JSON Schema written as a type, as programmers write it. It takes a third of the
 * schema's tokens.
 */
export function describeAnswerForm(schema: Json): string {
	return `Answer with one JSON value of this form, and with nothing else:\n${typeOf(schema as unknown as SchemaNode | null, "")}`;
}

function typeOf(node: SchemaNode | null, indent: string): string {
	if (typeof node !== "object" || node === null) return "any";
	if (node.const !== undefined) return JSON.stringify(node.const);
	if (node.enum) return node.enum.map((one) => JSON.stringify(one)).join(" | ");
	if (node.anyOf) return [...new Set(node.anyOf.map((one) => typeOf(one, indent)))].join(" | ");
	if (node.properties) return objectOf(node.properties, indent);
	if (Array.isArray(node.type)) return node.type.join(" | ");
	if (node.type !== "array") return node.type ?? "any";
	const item = typeof node.items === "object" ? typeOf(node.items, indent) : "any";
	return item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
}

function objectOf(properties: Record<string, SchemaNode>, indent: string): string {
	const inner = `${indent}  `;
	const rows = Object.entries(properties).map(([name, node]) => {
		const comment = node.description ? ` // ${node.description.replace(/\s+/g, " ")}` : "";
		return `${inner}${JSON.stringify(name)}: ${typeOf(node, inner)}${comment}`;
	});
	return `{\n${rows.join("\n")}\n${indent}}`;
}
