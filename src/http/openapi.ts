import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { errorSchema } from "./schemas.ts";

const faultWords: Record<number, string> = {
	400: "The request is wrong.",
	401: "The token is missing or wrong.",
	403: "The request names a foreign host, or a page of another origin sent it.",
	404: "It is not there.",
	409: "The run is not in a state for this.",
	413: "The body is too large.",
	415: "The body is not sent as JSON.",
	429: "Too many requests, or runs at work.",
	500: "assay met an error of its own.",
	503: "The store or the server cannot do it now.",
};

/** The OpenAPI 3.1 document of the API, from the schemas that check its requests. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string) {
	const schemas = new SharedSchemas();
	const paths: Record<string, Record<string, unknown>> = {};
	for (const endpoint of endpoints) {
		const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
		paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint, schemas) };
	}
	return {
		openapi: "3.1.0",
		info: {
			title: "assay",
			version,
			description:
				"Starts, follows and reads research runs on this machine. Every factual sentence of a report can be checked.",
			license: { name: "MIT", identifier: "MIT" },
		},
		servers: [{ url: "/" }],
		security: [{ token: [] }, { cookie: [] }],
		paths,
		components: {
			securitySchemes: {
				token: { type: "http", scheme: "bearer", description: "The token that `assay serve` prints." },
				cookie: { type: "apiKey", in: "cookie", name: "assay_PORT", description: "Set by opening the printed link." },
			},
			schemas: schemas.all,
		},
	};
}

function operationOf(
	{ path, name, summary, description, query = {}, headers = {}, body, status, response, faults }: Endpoint,
	schemas: SharedSchemas,
) {
	const inPath = [...path.matchAll(/:(\w+)/g)].map(([, one = ""]) => ({
		...{ name: one, in: "path", required: true, schema: { type: "string" } },
		description: one === "id" ? "The run's id, or its first digits." : "See above.",
	}));
	const optional = (place: string, texts: Record<string, string>) =>
		Object.entries(texts).map(([one, text]) => ({
			name: one,
			in: place,
			description: text,
			schema: { type: "string", pattern: "^\\d{1,9}$" },
		}));
	const content = (one: z.ZodType | string) =>
		typeof one === "string"
			? { schema: { type: "string", description: one } }
			: { schema: schemas.refTo(one, "output") };
	const own = [400, 401, 403, ...(body ? [413, 415] : []), ...faults, 429, 500];
	const error = { "application/json": { schema: schemas.refTo(errorSchema, "output") } };
	return {
		...{ operationId: name, summary },
		...(description === undefined ? {} : { description }),
		parameters: [...inPath, ...optional("query", query), ...optional("header", headers)],
		...(body
			? {
					requestBody: {
						required: "question" in shapeOf(body),
						content: { "application/json": { schema: schemas.refTo(body, "input") } },
					},
				}
			: {}),
		responses: {
			[status]: {
				description: summary,
				content: Object.fromEntries(Object.entries(response).map(([type, one]) => [type, content(one)])),
			},
			...Object.fromEntries(
				[...new Set(own)]
					.sort((a, b) => a - b)
					.map((one) => [one, { description: faultWords[one] ?? "", content: error }]),
			),
		},
	};
}

function shapeOf(schema: z.ZodType): object {
	return schema instanceof z.ZodObject ? schema.shape : {};
}

/** JSON schemas of the document. Those with an id stand once, and are referred to. */
class SharedSchemas {
	readonly all: Record<string, unknown> = {};

	refTo(schema: z.ZodType, io: "input" | "output"): unknown {
		const {
			$schema: _,
			$defs = {},
			...own
		} = z.toJSONSchema(schema, { io, target: "draft-2020-12" }) as Record<string, unknown>;
		for (const [name, one] of Object.entries($defs as Record<string, unknown>)) this.all[name] = relocated(one);
		const { id, ...rest } = own;
		if (typeof id !== "string") return relocated(own);
		this.all[id] = relocated(rest);
		return { $ref: `#/components/schemas/${id}` };
	}
}

/** References lead to the document's schemas, and not to those of one schema; an `id` there is no keyword. */
function relocated(schema: unknown): unknown {
	return JSON.parse(
		JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'),
		(key, value: unknown) => (key === "id" && typeof value === "string" ? undefined : value),
	);
}
