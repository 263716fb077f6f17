import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { scrub } from "../../../base/scrub.ts";
import type { ModelMessage, ToolCall } from "../../../evidence/call.ts";
import type { ModelRequest } from "../model.ts";
import type { Abilities } from "./abilities.ts";
import { callsInText, tolerant } from "./prompted.ts";
import { schemaName } from "./schema.ts";

type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/** What has come of an answer so far. */
export class Heard {
	text = "";
	/** Characters of text, reasoning and tool arguments. */
	characters = 0;
	/** Reasoning and tool arguments. */
	#rest = "";
	readonly calls: { id: string; name: string; input: string }[] = [];
	finish: Finish | undefined;
	/** What the provider said went wrong in the middle. */
	fault: unknown;
	/** It was cut off here, because its server goes on writing beyond the limit that it was given. */
	isEndless = false;

	/** All that its server is paid for. */
	get written(): string {
		return this.text + this.#rest;
	}

	/** Whether the stream came to its proper end. Chat completions always say why they end; other protocols need not. */
	isWhole(saysWhy: boolean): boolean {
		const reason = this.finish?.finishReason;
		if (!reason || this.fault !== undefined) return false;
		if (reason.unified === "interrupted" || reason.unified === "error") return false;
		return reason.raw !== undefined || (!saysWhy && reason.unified !== "other");
	}

	take(part: LanguageModelV4StreamPart): void {
		switch (part.type) {
			case "text-delta":
				// No database keeps a NUL: an answer is to read the same before and after it is recorded.
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

/** Sends one request and hears its answer out. Throws what the SDK throws; a fault in the middle stands in what was heard. `most`: characters. */
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

/** What was heard, in the words of the contract, the same on every rung of the ladder, and without any key of this process. */
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

/** Arguments that no reading makes an object of stay the text that came, for the asker to show. */
function callOf(call: Heard["calls"][number]): ToolCall {
	const [id, name, input] = [scrub(call.id), scrub(call.name), scrub(call.input)];
	const value = input.trim() === "" ? {} : tolerant(input);
	return { id, name, arguments: value === undefined || Array.isArray(value) ? input : value };
}

function finishOf(unified: Finish["finishReason"]["unified"] | undefined): ModelMessage["finish"] {
	if (unified === "stop" || unified === "length" || unified === "tool-calls") return unified;
	return unified === "content-filter" ? "refusal" : "other";
}
