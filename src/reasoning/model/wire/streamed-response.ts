import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { scrub } from "../../../base/scrub.ts";
import type { ModelMessage, ToolCall } from "../../../evidence/call.ts";
import type { ModelRequest } from "../model.ts";
import type { Capabilities } from "./capabilities.ts";
import { schemaName } from "./strict-schema.ts";
import { callsInText, parseRepaired } from "./tools-as-text.ts";

type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/** What has arrived of a response so far. */
export class StreamedResponse {
	text = "";
	/** Characters of text, reasoning and tool arguments. */
	characters = 0;
	/** Reasoning and tool arguments. */
	#rest = "";
	readonly calls: { id: string; name: string; input: string }[] = [];
	finish: Finish | undefined;
	/** The provider's error in the middle of the stream. */
	fault: unknown;
	/** The response was cut off here, because its server writes beyond the output limit. */
	isEndless = false;

	/** All text that is paid for: answer, reasoning and tool arguments. */
	get written(): string {
		return this.text + this.#rest;
	}

	/** Whether the stream ended properly. Chat completions always give a reason for their end; other protocols need not. */
	isComplete(givesReason: boolean): boolean {
		const reason = this.finish?.finishReason;
		if (!reason || this.fault !== undefined) return false;
		if (reason.unified === "interrupted" || reason.unified === "error") return false;
		return reason.raw !== undefined || (!givesReason && reason.unified !== "other");
	}

	addPart(part: LanguageModelV4StreamPart): void {
		switch (part.type) {
			case "text-delta":
				// No database keeps a NUL, and an answer must read the same before and after it is recorded.
				this.text += part.delta.replaceAll("\0", "");
				this.characters += part.delta.length;
				break;
			case "reasoning-delta":
			case "tool-input-delta":
				this.#rest += part.delta;
				this.characters += part.delta.length;
				break;
			case "tool-call":
				this.calls.push({ id: part.toolCallId, name: part.toolName, input: part.input });
				break;
			case "finish":
				this.finish = part;
				break;
			case "error":
				this.fault ??= part.error ?? "unknown";
				break;
			default:
				break;
		}
	}
}

/**
 * Sends one request and reads its whole response. Throws what the SDK throws; an error in the middle of the stream is kept as
 * its fault. `most`: characters.
 */
export async function readStream(
	model: LanguageModelV4,
	options: LanguageModelV4CallOptions,
	response: StreamedResponse,
	onProgress?: (characters: number, text: string) => void,
	most = Number.POSITIVE_INFINITY,
): Promise<void> {
	const { stream } = await model.doStream(options);
	let reported = 0;
	for await (const part of stream) {
		response.addPart(part);
		if (response.characters > reported) onProgress?.(response.characters, response.text);
		reported = response.characters;
		if (response.characters > most) {
			response.isEndless = true;
			return;
		}
	}
}

/** The response as a message of the contract, the same for all capabilities, and without any key of this process. */
export function responseMessage(
	response: StreamedResponse,
	request: ModelRequest,
	capabilities: Capabilities,
): ModelMessage {
	const text = scrub(response.text);
	const { schema, tools } = request;
	const unified = response.isEndless ? "length" : response.finish?.finishReason.unified;
	if (tools?.length) {
		const native = response.calls.map(callOf);
		const toolCalls = native.length > 0 ? native : callsInText(text, tools, `call_${request.messages.length}`);
		const isWritten = native.length === 0 && toolCalls.length > 0;
		const finish = toolCalls.length > 0 && unified !== "length" ? "tool-calls" : finishOf(unified);
		return { text: isWritten ? "" : text, toolCalls, finish };
	}
	const forced = schema && response.calls.find(({ name }) => name === schemaName(schema.name));
	if (forced && capabilities.schema === "tool") {
		const finish = unified === "tool-calls" ? "stop" : finishOf(unified);
		return { text: scrub(forced.input), toolCalls: [], finish };
	}
	return { text, toolCalls: [], finish: finishOf(unified) };
}

/** Arguments that cannot be parsed as an object stay text, for the asker to show. */
function callOf(call: StreamedResponse["calls"][number]): ToolCall {
	const [id, name, input] = [scrub(call.id), scrub(call.name), scrub(call.input)];
	const value = input.trim() === "" ? {} : parseRepaired(input);
	return { id, name, arguments: value === undefined || Array.isArray(value) ? input : value };
}

function finishOf(unified: Finish["finishReason"]["unified"] | undefined): ModelMessage["finish"] {
	if (unified === "stop" || unified === "length" || unified === "tool-calls") return unified;
	return unified === "content-filter" ? "refusal" : "other";
}
