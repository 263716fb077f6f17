import { halves, type Protocol, sse } from "./protocol.ts";

interface Block {
	type: string;
	text?: string;
	id?: string;
	name?: string;
	input?: unknown;
	tool_use_id?: string;
	content?: unknown;
}

interface Body {
	system?: Block[];
	messages: { role: string; content: Block[] }[];
	tools?: unknown[];
	tool_choice?: unknown;
}

/** Anthropic's `/v1/messages`. */
export const anthropic: Protocol = {
	chatOf({ system = [], messages, tools, tool_choice }: Body) {
		const told = messages.flatMap(({ role, content }) =>
			content
				.filter(({ type }) => type !== "tool_use")
				.map((block) => ({
					role: block.type === "tool_result" ? "tool" : role,
					content: block.type === "tool_result" ? block.content : block.text,
				})),
		);
		return { messages: [{ role: "system", content: system }, ...told], tools, tool_choice };
	},
	framesOf({ text, toolCalls }, { input, cacheRead, cacheWrite, output }) {
		const usage = {
			input_tokens: input - cacheRead - cacheWrite,
			cache_read_input_tokens: cacheRead,
			cache_creation_input_tokens: cacheWrite,
			output_tokens: 1,
		};
		const frame = (type: string, more: object) => sse({ type, ...more }, type);
		const head = { id: "msg_1", type: "message", role: "assistant", model: "claude", content: [], usage };
		const block = (index: number, start: object, deltas: object[]) => [
			frame("content_block_start", { index, content_block: start }),
			...deltas.map((delta) => frame("content_block_delta", { index, delta })),
			frame("content_block_stop", { index }),
		];
		const blocks = [
			...(text ? [{ start: { type: "text", text: "" }, deltas: halves(text).map(textDelta) }] : []),
			...toolCalls.map(({ name, arguments: given }, at) => ({
				start: { type: "tool_use", id: `toolu_${at}`, name, input: {} },
				deltas: halves(given).map((partial_json) => ({ type: "input_json_delta", partial_json })),
			})),
		];
		const stop = { stop_reason: toolCalls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null };
		return [
			frame("message_start", { message: head }),
			...blocks.flatMap(({ start, deltas }, index) => block(index, start, deltas)),
			frame("message_delta", { delta: stop, usage: { output_tokens: output } }),
			frame("message_stop", {}),
		];
	},
};

const textDelta = (text: string) => ({ type: "text_delta", text });
