import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A request to an OpenAI-compatible server, as far as it decides the answer. */
interface ChatBody {
	messages: { role: string; content: unknown; tool_calls?: unknown }[];
	tools?: unknown;
	response_format?: { json_schema?: { name?: string } };
	stream?: boolean;
}

/** One exchange of `test/recorded/*.jsonl`: what was asked, and what a careful reader answered. */
export interface Exchange {
	role: string;
	key: string;
	/** The words that were asked, without the role's own prompt; for people. */
	asked: string;
	/** Plain text, or `{"content", "tool_calls": [{name, arguments}]}`. */
	answer: string;
}

/** The role that a request asks for: its schema is named after it; only an investigator has tools. */
export function roleOf(body: ChatBody): string {
	return body.response_format?.json_schema?.name ?? (body.tools ? "nextAction" : "unknown");
}

/**
 * What an answer depends on: the role, and every message but the role's own prompt. A prompt file may be mended without
 * making the recorded answers worthless; what the flow asks may not change unseen.
 */
export function keyOf(body: ChatBody): string {
	const said = body.messages.filter(({ role }) => role !== "system").map(({ role, content }) => [role, textOf(content)]);
	return createHash("sha256")
		.update(JSON.stringify([roleOf(body), said]))
		.digest("hex")
		.slice(0, 24);
}

export function textOf(content: unknown): string {
	if (typeof content === "string") return content;
	if (!Array.isArray(content)) return "";
	return content.map((part: { text?: string }) => part.text ?? "").join("\n");
}

export interface Replay {
	baseUrl: string;
	/** The keys asked for, in order. */
	asked: string[];
	/** Requests that nobody had answered: what was asked, by role. */
	unknown: { role: string; asked: string }[];
	close(): Promise<void>;
}

/** An OpenAI-compatible server on loopback that answers as the recorded reader did, and knows nothing else. */
export async function startReplay(file: string): Promise<Replay> {
	const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
	const known = new Map(lines.map((line) => JSON.parse(line) as Exchange).map((one) => [one.key, one.answer]));
	const asked: string[] = [];
	const unknown: Replay["unknown"] = [];
	const server = createServer(async (request, response) => {
		let raw = "";
		for await (const part of request) raw += String(part);
		const body = JSON.parse(raw) as ChatBody;
		const key = keyOf(body);
		const answer = known.get(key);
		if (answer === undefined) {
			unknown.push({ role: roleOf(body), asked: textOf(body.messages.at(-1)?.content) });
			response.writeHead(400, { "content-type": "application/json" });
			response.end(JSON.stringify({ error: { message: "this request was never recorded" } }));
			return;
		}
		asked.push(key);
		response.writeHead(200, { "content-type": "text/event-stream" });
		const tokens = { prompt_tokens: Math.ceil(raw.length / 4), completion_tokens: Math.ceil(answer.length / 4) };
		const { delta, finish } = deltaOf(answer);
		const chunk = (choices: unknown[], more = {}) =>
			response.write(
				`data: ${JSON.stringify({ id: key, object: "chat.completion.chunk", model: "replay", choices, ...more })}\n\n`,
			);
		chunk([{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: null }]);
		chunk([{ index: 0, delta: {}, finish_reason: finish }], { usage: tokens });
		response.end("data: [DONE]\n\n");
	});
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}/v1`,
		asked,
		unknown,
		close: () =>
			new Promise((done) => {
				server.closeAllConnections();
				server.close(() => done());
			}),
	};
}

/** An answer as a stream's delta: tool calls when it is written in their form. */
function deltaOf(answer: string): { delta: object; finish: string } {
	const text = answer.trim();
	if (text.startsWith("{") && text.includes('"tool_calls"')) {
		try {
			const { content, tool_calls: calls } = JSON.parse(text) as {
				content?: string;
				tool_calls: { name: string; arguments?: unknown }[];
			};
			const toolCalls = calls.map(({ name, arguments: given }, index) => ({
				index,
				id: `call_${index}`,
				type: "function",
				function: { name, arguments: JSON.stringify(given ?? {}) },
			}));
			return { delta: { content: content ?? "", tool_calls: toolCalls }, finish: "tool_calls" };
		} catch {
			// Not that form after all.
		}
	}
	return { delta: { content: text }, finish: "stop" };
}
