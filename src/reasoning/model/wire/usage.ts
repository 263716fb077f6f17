import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "../../../evidence/call.ts";
import type { ModelRequest } from "../model.ts";

/** UTF-8 bytes a token: of English prose about 4.4, of JSON and code fewer. */
const BYTES_PER_TOKEN = 4;

/** No request has more tokens than this: a count above it is a fault of the server. */
const MOST = 100_000_000;

/** A provider's count; what it did not count is estimated from the texts. `written`: characters of answer and reasoning. */
export function usageOf(told: LanguageModelV4Usage | undefined, request: ModelRequest, written: number): Usage {
	const { inputTokens, outputTokens } = told ?? {};
	const input = inputTokens?.total;
	const output = outputTokens?.total;
	if (!isCount(input) || !isCount(output) || input + output === 0) return estimated(request, written);
	const cacheRead = partOf(input, inputTokens?.cacheRead);
	return {
		input,
		cacheRead,
		cacheWrite: partOf(input - cacheRead, inputTokens?.cacheWrite),
		output,
		reasoning: partOf(output, outputTokens?.reasoning),
	};
}

function isCount(told: number | undefined): told is number {
	return Number.isInteger(told) && told !== undefined && told >= 0 && told <= MOST;
}

/** A part is no larger than its whole, whatever a server counts. */
function partOf(whole: number, told: number | undefined): number {
	return isCount(told) ? Math.min(whole, told) : 0;
}

function estimated(request: ModelRequest, written: number): Usage {
	const asked = Buffer.byteLength(JSON.stringify([request.messages, request.tools ?? [], request.schema ?? {}]));
	return {
		input: Math.ceil(asked / BYTES_PER_TOKEN),
		cacheRead: 0,
		cacheWrite: 0,
		output: Math.min(Math.ceil(written / BYTES_PER_TOKEN), request.maxOutput),
		reasoning: 0,
		estimated: true,
	};
}
