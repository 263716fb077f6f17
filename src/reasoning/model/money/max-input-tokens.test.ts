import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChatMessage, ModelRequest } from "../model.ts";
import { describeAnswerForm } from "../schema-as-type.ts";
import { appendWords, forcedToolText, messagesWithToolText } from "../wire/tools-as-text.ts";
import { maxInputTokens } from "./max-input-tokens.ts";

// Long enough that the constant parts of the bound do not hide an error.
const text = fc.tuple(fc.string({ unit: "grapheme", maxLength: 20 }), fc.nat(200)).map(([one, n]) => one.repeat(n));
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)));
const call = fc.record({ id: text, name: text, arguments: json });
const message: fc.Arbitrary<ChatMessage> = fc.oneof(
	fc.record({ role: fc.constantFrom("system" as const, "user" as const), text }),
	fc.record({ role: fc.constant("assistant" as const), text, toolCalls: fc.array(call, { maxLength: 3 }) }),
	fc.record({ role: fc.constant("tool" as const), results: fc.array(fc.record({ call, text }), { maxLength: 3 }) }),
);
const request: fc.Arbitrary<ModelRequest> = fc.record({
	messages: fc.array(message, { maxLength: 6 }),
	schema: fc.option(fc.record({ name: text, json }), { nil: undefined }),
	tools: fc.option(
		fc.array(fc.record({ name: text, description: text, parameters: json }), { minLength: 1, maxLength: 4 }),
		{
			nil: undefined,
		},
	),
	maxOutput: fc.nat(1_000),
});

test("a request has in no sent form more bytes, hence tokens, than its bound", () => {
	fc.assert(
		fc.property(request, (asked) => {
			const inWords = asked.tools ? messagesWithToolText(asked) : asked.messages;
			const schema = asked.schema ? describeAnswerForm(asked.schema.json) : "";
			// The last tool is forced.
			const forced = asked.tools?.at(-1);
			const choice = forced ? forcedToolText({ ...asked, toolChoice: forced }) : "";
			const sent = appendWords(inWords, schema + choice).map((one) =>
				one.role === "tool" ? one.results.map((result) => result.text).join("\n") : one.text,
			);
			expect(maxInputTokens(asked)).toBeGreaterThanOrEqual(Buffer.byteLength(sent.join("\n")));
		}),
	);
});
