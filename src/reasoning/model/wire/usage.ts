import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "../../../evidence/call.ts";
import type { ModelRequest } from "../model.ts";
import { maxInputTokens } from "../money/max-input-tokens.ts";
import { minInputTokens, minTokens } from "../money/min-tokens.ts";
import type { SentTexts } from "./sent-texts.ts";

/** UTF-8 bytes per token: about 4.4 in English prose, fewer in JSON and code. */
const BYTES_PER_TOKEN = 4;

/**
 * A provider's count, where it can be true. A missing or invalid count is estimated from the texts, and so is one below what any
 * tokenizer needs for them. A count above the possible maximum becomes that maximum. Cached tokens count as plain input, unless
 * they were sent before. `written`: all text of answer, reasoning and tool calls. `sent`: the earlier requests to this model.
 */
export function checkedUsage(
	reported: LanguageModelV4Usage | undefined,
	request: ModelRequest,
	written: string,
	sent: SentTexts,
): Usage {
	const { inputTokens, outputTokens } = reported ?? {};
	const input = inputTokens?.total;
	const output = outputTokens?.total;
	const estimate = estimateUsage(request, written);
	if (!isCount(input) || !isCount(output))
		return {
			...estimate,
			estimated: true,
			...(input === undefined || output === undefined ? {} : { implausible: true }),
		};
	if (input + output === 0) return { ...estimate, estimated: true };
	const mostInput = maxInputTokens(request);
	const isHigh = input > mostInput || output > request.maxOutput;
	const isLowInput = input < minInputTokens(request);
	const isLowOutput = output < Math.min(minTokens(written), request.maxOutput);
	const whole = Math.min(input, mostInput);
	const cacheable = sent.cacheable(request);
	const reportedRead = partOf(whole, inputTokens?.cacheRead);
	const cacheRead = Math.min(reportedRead, Math.floor(whole * cacheable.share));
	const isHighRead = reportedRead > whole - cacheable.uncached;
	return {
		input: isLowInput ? estimate.input : whole,
		cacheRead,
		cacheWrite: partOf(whole - cacheRead, inputTokens?.cacheWrite),
		output: isLowOutput ? estimate.output : Math.min(output, request.maxOutput),
		reasoning: partOf(Math.min(output, request.maxOutput), outputTokens?.reasoning),
		...(isHigh ? { estimated: true } : {}),
		...(isHigh || isLowInput || isLowOutput || isHighRead ? { implausible: true } : {}),
	};
}

function isCount(value: number | undefined): value is number {
	return value !== undefined && Number.isSafeInteger(value) && value >= 0;
}

/** A part is no larger than its whole, whatever a server counts. */
function partOf(whole: number, part: number | undefined): number {
	return isCount(part) ? Math.min(whole, part) : 0;
}

function estimateUsage(request: ModelRequest, written: string): Usage {
	const inputBytes = Buffer.byteLength(JSON.stringify([request.messages, request.tools ?? [], request.schema ?? {}]));
	return {
		input: Math.min(Math.ceil(inputBytes / BYTES_PER_TOKEN), maxInputTokens(request)),
		cacheRead: 0,
		cacheWrite: 0,
		output: Math.min(Math.ceil(Buffer.byteLength(written) / BYTES_PER_TOKEN), request.maxOutput),
		reasoning: 0,
	};
}
