import { afterEach, describe, expect, it, test } from "vitest";
import {
	type Piece,
	type ProviderAnswer,
	type ProviderScript,
	startProvider,
} from "../../../../test/support/provider.ts";
import { Secret } from "../../../base/secret.ts";
import type { ModelSettings } from "../model.ts";
import { sendModelRequest } from "./send-model-request.ts";

// The peculiarities of each protocol, as its servers send them.

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const close of closers.splice(0)) await close();
});

async function asking(
	provider: ModelSettings["provider"],
	model: string,
	script: ProviderScript,
	more: Partial<ModelSettings> = {},
) {
	const server = await startProvider(script);
	closers.push(server.close);
	const settings: ModelSettings = { provider, model, baseUrl: server.baseUrl, apiKey: new Secret("key"), ...more };
	const ask = (text = "q") =>
		sendModelRequest(settings, { messages: [{ role: "user", text }], maxOutput: 500 }, {}, { firstWaitMs: 2 });
	return { ask, requests: server.requests };
}

const events = (...all: unknown[]): ProviderAnswer => ({
	pieces: all.map(
		(one): Piece => ({ raw: `event: ${(one as { type: string }).type}\ndata: ${JSON.stringify(one)}\n\n` }),
	),
});

describe("Anthropic", () => {
	const start = {
		type: "message_start",
		message: {
			id: "m",
			type: "message",
			role: "assistant",
			model: "claude-opus-5-5",
			content: [],
			stop_reason: null,
			usage: { input_tokens: 10, cache_read_input_tokens: 100, cache_creation_input_tokens: 5, output_tokens: 1 },
		},
	};
	const text = [
		{ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
		{ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "well" } },
		{ type: "content_block_stop", index: 0 },
	];
	const end = (reason: string) => [
		{ type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 8 } },
		{ type: "message_stop" },
	];
	const overloaded = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
	const opus = (...answers: ProviderAnswer[]) => asking("anthropic", "claude-opus-5-5", answers);

	it("counts tokens that were read from its cache and written to it", async () => {
		const answer = events(start, ...text, ...end("end_turn"));
		const { ask } = await opus(answer, answer);
		const asked = "What came from the cache? ".repeat(20);
		// For this process, the first request has nothing in the cache.
		expect((await ask(asked)).usage).toMatchObject({ input: 115, cacheRead: 0, cacheWrite: 5 });
		expect((await ask(asked)).usage).toEqual({ input: 115, cacheRead: 100, cacheWrite: 5, output: 8, reasoning: 0 });
	});

	it("is retried when it is overloaded before its first word, not after", async () => {
		const before = await opus(events(overloaded), events(start, ...text, ...end("end_turn")));
		expect((await before.ask()).message.text).toBe("well");
		expect(before.requests).toHaveLength(2);
		const after = await opus(events(start, ...text.slice(0, 2), overloaded));
		await expect(after.ask()).rejects.toMatchObject({ code: "MODEL_STREAM_BROKEN" });
		expect(after.requests).toHaveLength(1);
	});

	it.each([
		["refusal", "refusal"],
		["max_tokens", "length"],
	])("stops with %s", async (reason, finish) => {
		const { ask } = await opus(events(start, ...text, ...end(reason)));
		expect((await ask()).message.finish).toBe(finish);
	});
});

describe("OpenAI", () => {
	const head = { id: "r", created_at: 0, model: "gpt-6-sol" };
	const usage = { input_tokens: 10, output_tokens: 8, output_tokens_details: { reasoning_tokens: 3 } };
	const item = { type: "message", id: "i" };
	const text = [
		{ type: "response.created", sequence_number: 0, response: head },
		{ type: "response.output_item.added", sequence_number: 1, output_index: 0, item },
		{
			type: "response.output_text.delta",
			sequence_number: 2,
			item_id: "i",
			output_index: 0,
			content_index: 0,
			delta: "well",
		},
	];
	const gpt = (...answers: ProviderAnswer[]) => asking("openai", "gpt-6-sol", answers);

	it.each([
		["max_output_tokens", "length"],
		["content_filter", "refusal"],
		[undefined, "stop"],
	])("is incomplete for %s", async (reason, finish) => {
		const details = reason ? { incomplete_details: { reason } } : {};
		const type = reason ? "response.incomplete" : "response.completed";
		const { ask } = await gpt(events(...text, { type, sequence_number: 3, response: { ...head, usage, ...details } }));
		const { message, usage: counted } = await ask();
		expect(message).toMatchObject({ text: "well", finish });
		expect(counted).toMatchObject({ input: 10, output: 8, reasoning: 3 });
	});

	it("is retried when it fails before its first word", async () => {
		const error = {
			type: "error",
			sequence_number: 1,
			error: { type: "server_error", code: "server_error", message: "The server had an error" },
		};
		const done = { type: "response.completed", sequence_number: 3, response: { ...head, usage } };
		const { ask, requests } = await gpt(events(text[0], error), events(...text, done));
		expect((await ask()).message.text).toBe("well");
		expect(requests).toHaveLength(2);
	});

	it("is broken without an end", async () => {
		const { ask } = await gpt(events(...text));
		await expect(ask()).rejects.toMatchObject({ code: "MODEL_STREAM_BROKEN", usage: { output: 1 } });
	});
});

describe("Google", () => {
	const gemini = (...chunks: unknown[]) => {
		const pieces = chunks.map((one): Piece => ({ raw: `data: ${JSON.stringify(one)}\n\n` }));
		return asking("google", "gemini-3.8-flash", [{ pieces }, { pieces }]);
	};
	const part = { content: { role: "model", parts: [{ text: "well" }] } };

	it.each([
		["a blocked prompt", { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }, "refusal"],
		["a blocked answer", { candidates: [{ ...part, finishReason: "SAFETY" }] }, "refusal"],
		["a full answer", { candidates: [{ ...part, finishReason: "MAX_TOKENS" }] }, "length"],
		["a whole answer", { candidates: [{ ...part, finishReason: "STOP" }] }, "stop"],
	])("%s", async (_name, chunk, finish) => {
		const { ask } = await gemini(chunk);
		expect((await ask()).message.finish).toBe(finish);
	});

	it("counts thoughts as output, and tokens from its cache", async () => {
		const usageMetadata = {
			promptTokenCount: 50,
			cachedContentTokenCount: 40,
			candidatesTokenCount: 4,
			thoughtsTokenCount: 6,
		};
		const { ask } = await gemini({ candidates: [{ ...part, finishReason: "STOP" }], usageMetadata });
		await ask("What came from the cache? ".repeat(7));
		expect((await ask("What came from the cache? ".repeat(7))).usage).toEqual({
			input: 50,
			cacheRead: 40,
			cacheWrite: 0,
			output: 10,
			reasoning: 6,
		});
	});

	it("has a rate limit, not an empty account, when its quota error names a wait", async () => {
		const error = {
			code: 429,
			message: "You exceeded your current quota, please check your plan and billing details.",
			status: "RESOURCE_EXHAUSTED",
			details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "400s" }],
		};
		const { ask } = await asking("google", "gemini-3.8-flash", [{ status: 429, json: { error } }]);
		await expect(ask()).rejects.toMatchObject({ code: "MODEL_RATE_LIMITED", hint: expect.stringContaining("400 s") });
	});
});

it("OpenRouter's error in the middle is a broken stream, and Z.AI's error codes are read", async () => {
	const openrouter = await asking("openrouter", "z-ai/glm-5.3", [
		{
			pieces: [
				{ event: { id: "c", choices: [{ index: 0, delta: { content: "half" } }] } },
				{ event: { error: { code: 502, message: "Provider disconnected" } } },
			],
		},
	]);
	await expect(openrouter.ask()).rejects.toMatchObject({ code: "MODEL_STREAM_BROKEN", usage: { estimated: true } });
	const zai = (code: string, message: string, status: number) =>
		asking("zai", "glm-5.3", [{ status, json: { error: { code, message } } }]);
	const empty = await zai("1113", "Insufficient balance or no resource package. Please recharge.", 429);
	await expect(empty.ask()).rejects.toMatchObject({ code: "MODEL_ACCOUNT_EMPTY" });
	const sensitive = await zai("1301", "System detected potentially unsafe content", 400);
	expect((await sensitive.ask()).message.finish).toBe("refusal");
});

test("with a cap on the cost, OpenRouter may pass a request on to no provider above the known price", async () => {
	const price = { input: 0.5, output: 2, tiers: [{ above: 200_000, input: 1, output: 3 }] };
	const routed = async (more: Partial<ModelSettings>) => {
		const { ask, requests } = await asking("openrouter", "z-ai/glm-5.3", [{ text: "well" }], { price, ...more });
		await ask();
		return requests[0]?.body?.provider;
	};
	expect(await routed({ capPrice: true })).toEqual({ max_price: { prompt: 1, completion: 3 } });
	expect(await routed({ capPrice: true, effort: "low" })).toEqual({ max_price: { prompt: 1, completion: 3 } });
	expect(await routed({})).toBeUndefined();
	expect(await routed({ capPrice: true, price: undefined })).toBeUndefined();
	const error = { code: 404, message: "No endpoints found that satisfy the max_price of this request" };
	const dear = await asking("openrouter", "z-ai/glm-5.3", [{ status: 404, json: { error } }], {
		price,
		capPrice: true,
	});
	await expect(dear.ask()).rejects.toMatchObject({ code: "MODEL_UNREACHABLE", keepsRun: true });
});
