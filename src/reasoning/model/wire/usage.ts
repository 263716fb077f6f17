import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "../../../evidence/call.ts";
import type { ModelRequest } from "../model.ts";

/** UTF-8 bytes a token: of English prose about 4.4, of JSON and code fewer. */
const BYTES_PER_TOKEN = 4;

/** A provider's count; what it did not count is estimated from the texts. `written`: characters of answer and reasoning. */
export function usageOf(told: LanguageModelV4Usage | undefined, request: ModelRequest, written: number): Usage {
	const { inputTokens, outputTokens } = told ?? {};
	const input = inputTokens?.total;
	const output = outputTokens?.total;
	const isKnown = input !== undefined && output !== undefined && input + output > 0;
	if (!isKnown) return estimated(request, written);
	return {
		input,
		cacheRead: inputTokens?.cacheRead ?? 0,
		cacheWrite: inputTokens?.cacheWrite ?? 0,
		output,
		reasoning: outputTokens?.reasoning ?? 0,
	};
}

function estimated(request: ModelRequest, written: number): Usage {
	const asked = Buffer.byteLength(JSON.stringify([request.messages, request.tools ?? [], request.schema ?? {}]));
	return {
		input: Math.ceil(asked / BYTES_PER_TOKEN),
		cacheRead: 0,
		cacheWrite: 0,
		output: Math.ceil(written / BYTES_PER_TOKEN),
		reasoning: 0,
		estimated: true,
	};
}
