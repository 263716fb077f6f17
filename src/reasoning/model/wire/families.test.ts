import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Secret } from "../../../base/secret.ts";
import type { ModelRequest, ModelSettings } from "../model.ts";
import { openModel } from "./open-model.ts";

// Tests each provider through its real client, against a mock of its real protocol.

const mock = new LLMock({ port: 0, logLevel: "silent", chunkSize: 6 });

const families: [ModelSettings["provider"], string, string][] = [
	["anthropic", "claude-opus-5-5", "/v1"],
	["openai", "gpt-6-sol", "/v1"],
	["google", "gemini-3.8-flash", "/v1beta"],
	["openrouter", "openai/gpt-6-sol", "/api/v1"],
	["zai", "glm-5.3", "/v1"],
	["openai-compatible", "llama-5", "/v1"],
];

const ask = (text: string): ModelRequest => ({
	messages: [
		{ role: "system", text: "You are asked." },
		{ role: "user", text },
	],
	maxOutput: 4_000,
});

const schema = {
	name: "route",
	json: {
		type: "object",
		properties: { answer: { type: "string" }, note: { type: "string" } },
		required: ["answer"],
		additionalProperties: false,
	},
};

const search = {
	name: "search",
	description: "Searches.",
	parameters: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
};

beforeAll(async () => {
	mock.on(
		{ userMessage: "rate" },
		{ error: { message: "slow down", type: "rate_limit_error" }, status: 429, retryAfter: 900 },
	);
	mock.on(
		{ userMessage: "key" },
		{ error: { message: "invalid x-api-key", type: "authentication_error" }, status: 401 },
	);
	mock.on(
		{ userMessage: "cut" },
		{ content: "An answer that is cut off in its middle, long before it comes to its end." },
		{ truncateAfterChunks: 9, latency: 10 },
	);
	mock.on({ toolResultContains: "found it" }, { content: "The answer is 42." });
	mock.on(
		{ userMessage: "tools" },
		{
			toolCalls: [
				{ name: "search", arguments: '{"query":"a"}' },
				{ name: "search", arguments: '{"query":"b"}' },
			],
		},
	);
	mock.on({ userMessage: "think" }, { content: "Out of it.", reasoning: "Let me think first." });
	mock.on({ userMessage: "json" }, { content: '{"answer":"42"}' });
	await mock.start();
});

afterAll(async () => await mock.stop());

describe.each(families)("%s", (provider, model, path) => {
	const settings = (more: Partial<ModelSettings> = {}): ModelSettings => ({
		provider,
		model,
		baseUrl: mock.url + path,
		apiKey: new Secret("a-key-of-its-own"),
		...more,
	});

	it("gives the JSON of a schema as text", async () => {
		const { message } = await openModel(settings()).send({ ...ask("json"), schema });
		expect(JSON.parse(message.text)).toEqual({ answer: "42" });
		expect(message).toMatchObject({ toolCalls: [], finish: "stop" });
	});

	it("takes a reasoning effort, and keeps the reasoning out of the text", async () => {
		let characters = 0;
		const onProgress = (now: number) => {
			characters = now;
		};
		const { message, usage } = await openModel(settings({ effort: "medium" })).send(ask("think"), { onProgress });
		expect(message.text).toBe("Out of it.");
		expect(characters).toBeGreaterThanOrEqual(message.text.length);
		expect(usage.output).toBeGreaterThan(0);
	});

	it("calls tools, and continues with their results", async () => {
		const opened = openModel(settings());
		const first = await opened.send({ ...ask("tools"), tools: [search] });
		const { toolCalls, finish } = first.message;
		expect(finish).toBe("tool-calls");
		expect(toolCalls.map((call) => [call.name, call.arguments])).toEqual([
			["search", { query: "a" }],
			["search", { query: "b" }],
		]);
		expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(2);
		const second = await opened.send({
			...ask("tools"),
			messages: [
				...ask("tools").messages,
				{ role: "assistant", text: "", toolCalls },
				{ role: "tool", results: toolCalls.map((call) => ({ call, text: "found it" })) },
			],
			tools: [search],
		});
		expect(second.message).toMatchObject({ text: "The answer is 42.", toolCalls: [], finish: "stop" });
	});

	it("names a refused key's variable, and never the key", async () => {
		const error = await openModel(settings())
			.send(ask("key"))
			.catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ code: "MODEL_KEY_REFUSED", keepsRun: true });
		expect(JSON.stringify([error, String(error)])).not.toContain("a-key-of-its-own");
	});

	it("reports a wait that is too long to be waited for", async () => {
		const sent = openModel(settings()).send(ask("rate"));
		await expect(sent).rejects.toMatchObject({ code: "MODEL_RATE_LIMITED", hint: expect.stringContaining("900 s") });
	});

	it("throws on a stream that breaks off, with its usage", async () => {
		const sent = openModel(settings()).send(ask("cut"));
		await expect(sent).rejects.toMatchObject({ code: "MODEL_STREAM_BROKEN", usage: { estimated: true } });
	});

	it("sends nothing without a key, if the provider needs one", async () => {
		const { apiKey: _none, ...keyless } = settings();
		const sent = openModel(keyless).send({ ...ask("json"), schema });
		if (provider === "openai-compatible") await expect(sent).resolves.toMatchObject({ message: { finish: "stop" } });
		else
			await expect(sent).rejects.toMatchObject({
				code: "MODEL_KEY_MISSING",
				hint: expect.stringContaining("_API_KEY"),
			});
	});
});
