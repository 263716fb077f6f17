import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "./server.ts";

/** A request as it came, its body read as JSON. */
export interface ProviderRequest {
	method: string;
	path: string;
	headers: IncomingMessage["headers"];
	/** `undefined` for a request without a body. */
	body: Record<string, unknown> | undefined;
}

/** What is written to the connection, in this order. */
export type Piece =
	/** An event of a chat completion: `data: …`. */
	| { event: unknown }
	/** Anything else, as it stands. */
	| { raw: string }
	/** Nothing for so long. ms */
	| { waitMs: number }
	/** Nothing until this resolves. */
	| { until: Promise<unknown> }
	/** The connection is cut. */
	| "cut"
	/** The connection stays open, and nothing more comes. */
	| "hang";

export interface ProviderAnswer {
	status?: number;
	headers?: Record<string, string>;
	/** JSON; an answer with a status of its own. */
	json?: unknown;
	pieces?: Piece[];
	/** A whole chat completion, streamed. */
	text?: string;
	toolCalls?: { name: string; arguments: string }[] | undefined;
	finish?: string;
	/** As the server counts; left out with `null`. */
	usage?: Record<string, unknown> | null;
}

/** One answer for each request in turn, the last for all that follow; or a function of the request and its number from 0. */
export type ProviderScript =
	| ProviderAnswer[]
	| ((request: ProviderRequest, index: number) => ProviderAnswer | Promise<ProviderAnswer>);

/**
 * A model's server on loopback that speaks OpenAI's chat completions and does what its script says, faults included. A GET
 * is not counted among the requests and lists one model, `scripted`.
 */
export async function startProvider(
	script: ProviderScript,
): Promise<{ baseUrl: string; requests: ProviderRequest[]; close: () => Promise<void> }> {
	const requests: ProviderRequest[] = [];
	const ended = new AbortController();
	const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
		let raw = "";
		for await (const chunk of incoming) raw += String(chunk);
		const { method = "", url = "", headers } = incoming;
		if (method === "GET") {
			response.setHeader("content-type", "application/json");
			response.end(JSON.stringify({ data: [{ id: "scripted" }] }));
			return;
		}
		const body = raw ? (JSON.parse(raw) as Record<string, unknown>) : undefined;
		const request = { method, path: url, headers, body };
		const index = requests.push(request) - 1;
		const scripted =
			typeof script === "function" ? await script(request, index) : (script[index] ?? script.at(-1) ?? {});
		await give(response, scripted, ended.signal);
	};
	const server = await serve((incoming, response) => {
		// A client that goes away in the middle is what many of these tests are about.
		answer(incoming, response).catch(() => response.destroy());
	});
	return {
		baseUrl: `${server.url}/v1`,
		requests,
		close: async () => {
			ended.abort();
			await server.close();
		},
	};
}

async function give(response: ServerResponse, answer: ProviderAnswer, ended: AbortSignal): Promise<void> {
	if (answer.json !== undefined) {
		response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
		response.end(JSON.stringify(answer.json));
		return;
	}
	if (answer.status !== undefined && answer.status !== 200) {
		response.writeHead(answer.status, answer.headers);
		response.end();
		return;
	}
	response.writeHead(200, { "content-type": "text/event-stream", ...answer.headers });
	response.flushHeaders();
	for (const piece of answer.pieces ?? completion(answer)) {
		if (piece === "hang") return;
		if (piece === "cut") {
			response.destroy();
			return;
		}
		if ("until" in piece) await piece.until;
		else if ("waitMs" in piece) await sleep(piece.waitMs, undefined, { signal: ended });
		else response.write("raw" in piece ? piece.raw : `data: ${JSON.stringify(piece.event)}\n\n`);
	}
	response.end();
}

/** One chunk of a streamed chat completion. */
export function chunk(delta: Record<string, unknown>, more: Record<string, unknown> = {}): Piece {
	const { finish_reason = null, ...rest } = more;
	const head = { id: "c", object: "chat.completion.chunk", created: 0, model: "scripted" };
	return { event: { ...head, choices: [{ index: 0, delta, finish_reason }], ...rest } };
}

function completion({ text = "", toolCalls = [], finish, usage }: ProviderAnswer): Piece[] {
	const calls = toolCalls.map((call, index) => ({ index, id: `call_${index}`, type: "function", function: call }));
	const counted = usage === undefined ? { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } : usage;
	return [
		chunk({ role: "assistant", content: text }),
		...(calls.length > 0 ? [chunk({ tool_calls: calls })] : []),
		chunk(
			{},
			{ finish_reason: finish ?? (calls.length > 0 ? "tool_calls" : "stop"), ...(counted ? { usage: counted } : {}) },
		),
		{ raw: "data: [DONE]\n\n" },
	];
}
