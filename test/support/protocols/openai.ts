import { halves, type Protocol, sse } from "./protocol.ts";

interface Item {
	type?: string;
	role?: string;
	content?: unknown;
	output?: unknown;
}

interface Body {
	input: Item[];
	tools?: unknown[];
	tool_choice?: unknown;
}

/** OpenAI's `/v1/responses`. */
export const openai: Protocol = {
	chatOf({ input, tools, tool_choice }: Body) {
		const messages = input.flatMap(({ type, role = "", content, output }) => {
			if (type === "function_call") return [];
			if (type === "function_call_output") return [{ role: "tool", content: output }];
			return [{ role: role === "developer" ? "system" : role, content }];
		});
		return { messages, tools, tool_choice };
	},
	framesOf({ text, toolCalls }, { input, cacheRead, output }) {
		const frame = (type: string, more: object) => sse({ type, ...more }, type);
		const calls = toolCalls.map(({ name, arguments: given }, at) => ({
			item: {
				type: "function_call",
				id: `fc_${at}`,
				call_id: `call_${at}`,
				name,
				arguments: given,
				status: "completed",
			},
			deltas: halves(given),
		}));
		const usage = {
			input_tokens: input,
			input_tokens_details: { cached_tokens: cacheRead },
			output_tokens: output,
			output_tokens_details: { reasoning_tokens: 0 },
			total_tokens: input + output,
		};
		const response = { id: "resp_1", created_at: 1, model: "gpt", status: "completed", output: [] };
		const message = { type: "message", id: "msg_1", role: "assistant", status: "in_progress", content: [] };
		return [
			frame("response.created", { response }),
			...(text
				? [
						frame("response.output_item.added", { output_index: 0, item: message }),
						...halves(text).map((delta) =>
							frame("response.output_text.delta", { item_id: "msg_1", output_index: 0, content_index: 0, delta }),
						),
						frame("response.output_item.done", { output_index: 0, item: { ...message, status: "completed" } }),
					]
				: []),
			...calls.flatMap(({ item, deltas }, output_index) => [
				frame("response.output_item.added", { output_index, item: { ...item, arguments: "", status: "in_progress" } }),
				...deltas.map((delta) =>
					frame("response.function_call_arguments.delta", { item_id: item.id, output_index, delta }),
				),
				frame("response.output_item.done", { output_index, item }),
			]),
			frame("response.completed", { response: { ...response, incomplete_details: null, usage } }),
		];
	},
};
