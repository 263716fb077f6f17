import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "../../../evidence/call.ts";
import type { ModelRequest } from "../model.ts";
import { mostTokens } from "../money/bound.ts";
import { leastInput, leastTokens } from "../money/least.ts";
import type { SentTexts } from "./sent.ts";

/** UTF-8 bytes per token: about 4.4 in English prose, fewer in JSON and code. */
const BYTES_PER_TOKEN = 4;

/**
 * A provider's count, where it can be true. A missing or invalid count is estimated from the texts, and so is one below what any
 * tokenizer needs for them. A count above the possible maximum becomes that maximum. Cached tokens count as plain input, unless
 * they were sent before. `written`: all text of answer, reasoning and tool calls. `sent`: the earlier requests to this model.
 */
export function usageOf(
	told: LanguageModelV4Usage | undefined,
	request: ModelRequest,
	written: string,
	sent: SentTexts,
): Usage {
	const { inputTokens, outputTokens } = told ?? {};
	const input = inputTokens?.total;
	const output = outputTokens?.total;
	const guess = estimated(request, written);
	if (!isCount(input) || !isCount(output))
		return { ...guess, estimated: true, ...(input === undefined || output === undefined ? {} : { implausible: true }) };
	if (input + output === 0) return { ...guess, estimated: true };
	const mostInput = mostTokens(request);
	const isHigh = input > mostInput || output > request.maxOutput;
	const isLowInput = input < leastInput(request);
	const isLowOutput = output < Math.min(leastTokens(written), request.maxOutput);
	const whole = Math.min(input, mostInput);
	const cacheable = sent.cacheable(request);
	const toldRead = partOf(whole, inputTokens?.cacheRead);
	const cacheRead = Math.min(toldRead, Math.floor(whole * cacheable.share));
	const isHighRead = toldRead > whole - cacheable.uncached;
	return {
		input: isLowInput ? guess.input : whole,
		cacheRead,
		cacheWrite: partOf(whole - cacheRead, inputTokens?.cacheWrite),
		output: isLowOutput ? guess.output : Math.min(output, request.maxOutput),
		reasoning: partOf(Math.min(output, request.maxOutput), outputTokens?.reasoning),
		...(isHigh ? { estimated: true } : {}),
		...(isHigh || isLowInput || isLowOutput || isHighRead ? { implausible: true } : {}),
	};
}

function isCount(told: number | undefined): told is number {
	return told !== undefined && Number.isSafeInteger(told) && told >= 0;
}

/** A part is no larger than its whole, whatever a server counts. */
function partOf(whole: number, told: number | undefined): number {
	return isCount(told) ? Math.min(whole, told) : 0;
}

function estimated(request: ModelRequest, written: string): Usage {
	const asked = Buffer.byteLength(JSON.stringify([request.messages, request.tools ?? [], request.schema ?? {}]));
	return {
		input: Math.min(Math.ceil(asked / BYTES_PER_TOKEN), mostTokens(request)),
		cacheRead: 0,
		cacheWrite: 0,
		output: Math.min(Math.ceil(Buffer.byteLength(written) / BYTES_PER_TOKEN), request.maxOutput),
		reasoning: 0,
	};
}
