import { halves, type Protocol, sse } from "./protocol.ts";

interface Part {
	text?: string;
	functionCall?: unknown;
	functionResponse?: { response: { content?: unknown } };
}

interface Body {
	systemInstruction?: { parts: Part[] };
	contents: { role: string; parts: Part[] }[];
	tools?: unknown[];
	toolConfig?: { functionCallingConfig?: unknown };
}

/** Google's `:streamGenerateContent`. */
export const google: Protocol = {
	chatOf({ systemInstruction, contents, tools, toolConfig }: Body) {
		const told = contents.flatMap(({ role, parts }) =>
			parts
				.filter(({ functionCall }) => functionCall === undefined)
				.map(({ text, functionResponse }) =>
					functionResponse
						? { role: "tool", content: functionResponse.response.content }
						: { role: role === "model" ? "assistant" : role, content: text },
				),
		);
		const system = { role: "system", content: systemInstruction?.parts ?? [] };
		return { messages: [system, ...told], tools, tool_choice: toolConfig?.functionCallingConfig };
	},
	framesOf({ text, toolCalls }, { input, cacheRead, output }) {
		const calls = toolCalls.map(({ name, arguments: given }) => ({
			functionCall: { name, args: JSON.parse(given) as unknown },
		}));
		const parts = [...halves(text).map((half) => ({ text: half })), ...calls];
		const usageMetadata = {
			promptTokenCount: input,
			cachedContentTokenCount: cacheRead,
			candidatesTokenCount: output,
			totalTokenCount: input + output,
		};
		const frame = (of: object[], more: object = {}) =>
			sse({ candidates: [{ index: 0, content: { role: "model", parts: of }, ...more }], usageMetadata });
		return [...parts.map((part) => frame([part])), frame([{ text: "" }], { finishReason: "STOP" })];
	},
};
