import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { scrub } from "../../../base/scrub.ts";
import type { ModelMessage, ToolCall } from "../../../evidence/call.ts";
import type { ModelRequest } from "../model.ts";
import type { Abilities } from "./abilities.ts";
import { callsInText, tolerant } from "./prompted.ts";
import { schemaName } from "./schema.ts";

type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/** What has arrived of a response so far. */
export class Heard {
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
	isWhole(saysWhy: boolean): boolean {
		const reason = this.finish?.finishReason;
		if (!reason || this.fault !== undefined) return false;
		if (reason.unified === "interrupted" || reason.unified === "error") return false;
		return reason.raw !== undefined || (!saysWhy && reason.unified !== "other");
	}

	take(part: LanguageModelV4StreamPart): void {
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
export async function listen(
	model: LanguageModelV4,
	options: LanguageModelV4CallOptions,
	heard: Heard,
	onProgress?: (characters: number) => void,
	most = Number.POSITIVE_INFINITY,
): Promise<void> {
	const { stream } = await model.doStream(options);
	let told = 0;
	for await (const part of stream) {
		heard.take(part);
		if (heard.characters > told) onProgress?.(heard.characters);
		told = heard.characters;
		if (heard.characters > most) {
			heard.isEndless = true;
			return;
		}
	}
}

/** The response as a message of the contract, the same for all capabilities, and without any key of this process. */
export function answerOf(heard: Heard, request: ModelRequest, abilities: Abilities): ModelMessage {
	const text = scrub(heard.text);
	const { schema, tools } = request;
	const unified = heard.isEndless ? "length" : heard.finish?.finishReason.unified;
	if (tools?.length) {
		const native = heard.calls.map(callOf);
		const toolCalls = native.length > 0 ? native : callsInText(text, tools, `call_${request.messages.length}`);
		const isWritten = native.length === 0 && toolCalls.length > 0;
		const finish = toolCalls.length > 0 && unified !== "length" ? "tool-calls" : finishOf(unified);
		return { text: isWritten ? "" : text, toolCalls, finish };
	}
	const forced = schema && heard.calls.find(({ name }) => name === schemaName(schema.name));
	if (forced && abilities.schema === "tool") {
		const finish = unified === "tool-calls" ? "stop" : finishOf(unified);
		return { text: scrub(forced.input), toolCalls: [], finish };
	}
	return { text, toolCalls: [], finish: finishOf(unified) };
}

/** Arguments that cannot be parsed as an object stay text, for the asker to show. */
function callOf(call: Heard["calls"][number]): ToolCall {
	const [id, name, input] = [scrub(call.id), scrub(call.name), scrub(call.input)];
	const value = input.trim() === "" ? {} : tolerant(input);
	return { id, name, arguments: value === undefined || Array.isArray(value) ? input : value };
}

function finishOf(unified: Finish["finishReason"]["unified"] | undefined): ModelMessage["finish"] {
	if (unified === "stop" || unified === "length" || unified === "tool-calls") return unified;
	return unified === "content-filter" ? "refusal" : "other";
}
