import type { ModelRequest } from "../model.ts";

/** What a provider's template puts around each message and each tool result: role markers, ids. Tokens. */
const PER_MESSAGE = 20;
/** Around the text of each tool and schema: names, types and namespaces as the provider writes them to its model. Tokens. */
const PER_TOOL = 100;
/** What a provider writes before tools or a schema (Anthropic states 313–804), and the words of JSON mode. Tokens. */
const PREAMBLE = 1_000;
/** Around each request: start and end markers, a date, a line by the provider. Tokens. */
const PER_REQUEST = 100;
/**
 * A schema or tool is sent natively, or in words, or both, and the provider may rewrite it, indented or as TypeScript. A factor
 * on its bytes.
 */
const REWRITE_FACTOR = 3;

const bytes = (text: string): number => Buffer.byteLength(text, "utf8");

/**
 * An upper bound on the input tokens of a request, for any model. A byte-pair token holds at least one byte, so a text has at
 * most as many tokens as UTF-8 bytes.
 */
export function maxInputTokens({ messages, schema, tools }: ModelRequest): number {
	const messageTokens = messages.map((message) => {
		if (message.role === "tool")
			return message.results.reduce(
				(sum, { call, text }) => sum + PER_MESSAGE + bytes(call.id) + bytes(call.name) + bytes(text),
				PER_MESSAGE,
			);
		const calls = message.role === "assistant" ? message.toolCalls : [];
		return calls.reduce(
			(sum, call) => sum + PER_MESSAGE + REWRITE_FACTOR * bytes(JSON.stringify(call)),
			PER_MESSAGE + bytes(message.text),
		);
	});
	const schemaTokens = [...(schema ? [schema] : []), ...(tools ?? [])].map(
		(form) => PER_TOOL + REWRITE_FACTOR * bytes(JSON.stringify(form)),
	);
	const sum = [...messageTokens, ...schemaTokens].reduce((a, b) => a + b, PER_REQUEST);
	return sum + (schemaTokens.length > 0 ? PREAMBLE : 0);
}
