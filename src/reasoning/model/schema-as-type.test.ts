import { expect, test } from "vitest";
import { z } from "zod";
import { answerSchema } from "./asking/answer-schema.ts";
import { describeAnswerForm } from "./schema-as-type.ts";

test("a form is written as a type: names, choices, lists, and the meaning of each field", () => {
	const type = z.object({
		quote: z.string().describe("verbatim"),
		kind: z.enum(["figure", "cause"]),
		marks: z.array(z.union([z.string(), z.number()])),
		rows: z.array(z.object({ label: z.string(), asOf: z.string().optional() })),
	});
	expect(
		describeAnswerForm(answerSchema(type).wire),
	).toBe(`Answer with one JSON value of this form, and with nothing else:
{
  "quote": string // verbatim
  "kind": "figure" | "cause"
  "marks": (string | number)[]
  "rows": {
    "label": string
    "asOf": string | null
  }[]
}`);
});
