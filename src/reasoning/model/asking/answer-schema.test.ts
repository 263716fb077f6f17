import { expect, test } from "vitest";
import { z } from "zod";
import { answerSchema } from "./answer-schema.ts";
import { parseAnswer } from "./parse-answer.ts";

const item = z
	.object({ text: z.string().min(1).describe("what is said"), page: z.number().int().max(9).optional() })
	.meta({ id: "Item" });
const schema = z.object({
	first: item,
	rest: z.array(item).max(3),
	kind: z.discriminatedUnion("is", [
		z.object({ is: z.literal("a") }),
		z.object({ is: z.literal("b"), of: z.string() }),
	]),
	by: z.record(z.string(), z.string()),
});

test("the schema that is sent has no references, no bounds, closed objects, and null for optional fields", () => {
	const { wire } = answerSchema(schema);
	expect(JSON.stringify(wire)).not.toMatch(/\$|oneOf|minLength"|maxItems":|maximum":/);
	const first = {
		type: "object",
		properties: {
			text: { type: "string", description: "what is said; minLength: 1" },
			page: { description: "maximum: 9", anyOf: [{ type: "integer" }, { type: "null" }] },
		},
		required: ["text", "page"],
		additionalProperties: false,
	};
	expect(wire).toMatchObject({
		properties: { first, rest: { type: "array", items: first, description: "maxItems: 3" } },
		required: ["first", "rest", "kind", "by"],
		additionalProperties: false,
	});
});

test("an answer in the form that was sent is parsed, with null for a missing field", () => {
	const answer = { first: { text: "x", page: null }, rest: [], kind: { is: "B", of: 7 }, by: { a: "b" } };
	expect(parseAnswer(JSON.stringify(answer), schema)).toEqual({
		answer: { first: { text: "x" }, rest: [], kind: { is: "b", of: "7" }, by: { a: "b" } },
		isCut: false,
	});
});

test("a recursive type ends", () => {
	type Tree = { name: string; children: Tree[] };
	const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(tree) }));
	expect(JSON.stringify(answerSchema(z.object({ root: tree })).wire)).not.toContain("$ref");
});
