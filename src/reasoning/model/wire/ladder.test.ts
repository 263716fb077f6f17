import { afterEach, describe, expect, it } from "vitest";
import { type ProviderAnswer, type ProviderScript, startProvider } from "../../../../test/support/provider.ts";
import { Secret } from "../../../base/secret.ts";
import type { ModelRequest, ModelSettings } from "../model.ts";
import { describeAnswerForm } from "../schema-as-type.ts";
import { openModel } from "./open-model.ts";

// Servers that lack a capability give the same answer by other means, and the next request uses these at once.

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const close of closers.splice(0)) await close();
});

async function server(script: ProviderScript, more: Partial<ModelSettings> = {}) {
	const started = await startProvider(script);
	closers.push(started.close);
	const model = openModel({
		provider: "openai-compatible",
		model: "small",
		baseUrl: started.baseUrl,
		apiKey: new Secret("key"),
		...more,
	});
	return { ...started, send: (request: Partial<ModelRequest>) => model.send({ ...question, ...request }) };
}

const question: ModelRequest = {
	messages: [
		{ role: "system", text: "You are asked." },
		{ role: "user", text: "the question" },
	],
	maxOutput: 500,
};

const schema = {
	name: "route",
	json: {
		type: "object",
		properties: { answer: { type: "string" } },
		required: ["answer"],
		additionalProperties: false,
	},
};

const search = {
	name: "search",
	description: "Searches.",
	parameters: { type: "object", properties: { query: { type: "string" } } },
};

const refused = (message: string): ProviderAnswer => ({ status: 400, json: { error: { message } } });
const shape = (body: Record<string, unknown> | undefined) => [
	(body?.response_format as { type?: string } | undefined)?.type,
	body?.tools ? "tool" : undefined,
];
const lastWords = (body: Record<string, unknown> = {}) => JSON.stringify((body.messages as unknown[]).at(-1));

describe("a schema", () => {
	it("is enforced by whatever the server supports, down to words alone", async () => {
		const knows = { format: false, tools: false };
		const { send, requests } = await server(({ body }) => {
			if (body?.response_format && !knows.format) return refused("response_format is not supported by this model");
			if (body?.tools && !knows.tools) return refused("tools are not supported");
			return { text: '{"answer":"42"}' };
		});
		expect((await send({ schema })).message.text).toBe('{"answer":"42"}');
		expect(requests.map(({ body }) => shape(body))).toEqual([
			["json_schema", undefined],
			[undefined, "tool"],
			["json_object", undefined],
			[undefined, undefined],
		]);
		expect(lastWords(requests.at(-1)?.body)).toContain("of this form");
		await send({ schema });
		expect(requests).toHaveLength(5);
	});

	it("that is in the prompt already is not repeated", async () => {
		const { send, requests } = await server([{ text: "{}" }], { provider: "zai" });
		const text = `It is told: ${describeAnswerForm(schema.json)}`;
		await send({ messages: [{ role: "system", text }, ...question.messages.slice(1)], schema });
		expect(lastWords(requests[0]?.body)).not.toContain("of this form");
		await send({ schema });
		expect(lastWords(requests[1]?.body)).toContain("of this form");
	});

	it("as a forced tool gives its arguments as text", async () => {
		const { send } = await server(({ body }) =>
			body?.response_format
				? refused("Invalid parameter: 'response_format' of type 'json_schema' is not supported")
				: { toolCalls: [{ name: "route", arguments: '{"answer":"42"}' }] },
		);
		expect((await send({ schema })).message).toEqual({ text: '{"answer":"42"}', toolCalls: [], finish: "stop" });
	});

	it("that a server accepts and ignores is sent in another way the next time", async () => {
		const { send, requests } = await server(({ body }) => ({
			text: body?.response_format ? "Well, I think it is 42." : '{"answer":"42"}',
		}));
		await send({ schema });
		expect((await send({ schema })).message.text).toBe('{"answer":"42"}');
		expect(requests.map(({ body }) => shape(body)[0])).toEqual(["json_schema", undefined]);
	});

	it("is strict only where strict mode accepts it", async () => {
		const { send, requests } = await server([{ text: "{}" }]);
		const optional = { name: "route", json: { ...schema.json, required: [] } };
		await send({ schema });
		await send({ schema: optional });
		const { additionalProperties: _closed, ...open } = schema.json;
		await send({
			schema: {
				name: "route",
				json: {
					type: "object",
					properties: { list: { type: "array", items: open } },
					required: ["list"],
					additionalProperties: false,
				},
			},
		});
		const strict = requests.map(
			({ body = {} }) => (body.response_format as { json_schema: { strict: boolean } }).json_schema.strict,
		);
		expect(strict).toEqual([true, false, false]);
	});

	it("is kept after errors that are about something else", async () => {
		const { send, requests } = await server([refused("temperature must be below 2")]);
		await expect(send({ schema })).rejects.toMatchObject({ code: "MODEL_REQUEST_REFUSED" });
		expect(requests).toHaveLength(1);
	});
});

describe("tools", () => {
	const transcript: ModelRequest["messages"] = [
		...question.messages,
		{ role: "assistant", text: "", toolCalls: [{ id: "1", name: "search", arguments: { query: "first" } }] },
		{ role: "tool", results: [{ call: { id: "1", name: "search", arguments: {} }, text: "the first result" }] },
	];

	it.each([
		["registry.ollama.ai/library/small does not support tools", 400],
		['"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', 400],
		["tools param requires --jinja flag", 500],
		["No endpoints found that support tool use", 404],
	])("are described in words to a server that says: %s", async (message, status) => {
		const { send, requests } = await server(({ body }) =>
			body?.tools
				? { status, json: { error: { message } } }
				: { text: 'I will search.\n```json\n{"tool": "search", "arguments": {"query": "it",}}\n```' },
		);
		const { message: said } = await send({ messages: transcript, tools: [search] });
		expect(said.toolCalls).toMatchObject([{ name: "search", arguments: { query: "it" } }]);
		expect(said.finish).toBe("tool-calls");
		const told = JSON.stringify(requests.at(-1)?.body?.messages);
		expect(told).toContain("- search: Searches.");
		expect(told).toContain("the first result");
		expect(told).not.toContain("tool_call_id");
	});

	it("that cannot be forced are requested in words", async () => {
		const { send, requests } = await server(({ body }) =>
			typeof body?.tool_choice === "object"
				? refused("deepseek-reasoner does not support this tool_choice")
				: { toolCalls: [{ name: "search", arguments: '{"query":"it"}' }] },
		);
		const { message } = await send({ tools: [search], toolChoice: { name: "search" } });
		expect(message.toolCalls).toHaveLength(1);
		expect(requests.at(-1)?.body?.tool_choice).toBe("auto");
		expect(lastWords(requests.at(-1)?.body)).toContain('Use the tool \\"search\\" now');
	});

	it.each<[string, unknown]>([
		['{"query": "it",}', { query: "it" }],
		["{'query': 'it'", { query: "it" }],
		["", {}],
		["search for it!", "search for it!"],
		["search, for, it", "search, for, it"],
	])("with arguments %j", async (given, read) => {
		const { send } = await server([{ toolCalls: [{ name: "search", arguments: given }] }]);
		const { message } = await send({ tools: [search] });
		expect(message.toolCalls).toMatchObject([{ name: "search", arguments: read }]);
	});

	it("that a model calls in its text are called, if they exist", async () => {
		const { send } = await server([
			{ text: '<tool_call>\n{"name": "search", "arguments": {"query": "it"}}\n</tool_call>' },
			{ text: 'The file says {"name": "Ann", "arguments": []}.' },
		]);
		expect((await send({ tools: [search] })).message.toolCalls).toMatchObject([{ name: "search" }]);
		expect((await send({ tools: [search] })).message).toMatchObject({ toolCalls: [], finish: "stop" });
	});
});

it("settings that a server does not support are left out", async () => {
	const { send, requests } = await server(
		({ body }) => {
			if (body?.reasoning_effort) return refused("small does not support thinking");
			if (body?.stream_options) return refused("Extra inputs are not permitted: stream_options");
			if (body?.max_tokens) return refused("Use 'max_completion_tokens' instead.");
			return { text: "well" };
		},
		{ effort: "high" },
	);
	expect((await send({})).message.text).toBe("well");
	expect(requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 500 });
});

it.each([
	[
		"max_tokens is too large: 30000. This model supports at most 16384 completion tokens, whereas you provided 30000.",
		16_384,
	],
	["max_tokens: 30000 > 8192, which is the maximum allowed number of output tokens for small", 8_192],
	["it has a maxOutputTokens value of 30000 but the supported range is from 1 (inclusive) to 8193 (exclusive)", 8_192],
	["the valid range of max_tokens is [1, 8,192]", 8_192],
])("an output limit that a server states is kept: %s", async (message, most) => {
	const { send, requests } = await server(({ body }) =>
		Number(body?.max_tokens) > most ? refused(message) : { text: "well" },
	);
	await send({ maxOutput: 30_000 });
	await send({ maxOutput: 30_000 });
	await send({ maxOutput: 600 });
	expect(requests.map(({ body }) => body?.max_tokens)).toEqual([30_000, most, most, 600]);
});

it("Anthropic gets cache marks, and thinks within the output limit", async () => {
	const { send, requests } = await server([refused("no")], {
		provider: "anthropic",
		model: "claude-sonnet-4-5",
		effort: "medium",
	});
	const said: ModelRequest["messages"][number] = { role: "assistant", text: "said", toolCalls: [] };
	const messages: ModelRequest["messages"] = [...question.messages, said, { role: "user", text: "and now?" }];
	await expect(send({ messages, maxOutput: 4_000 })).rejects.toMatchObject({ code: "MODEL_REQUEST_REFUSED" });
	const body = requests[0]?.body ?? {};
	expect(body).toMatchObject({ max_tokens: 4_000, thinking: { type: "enabled", budget_tokens: 2_000 } });
	expect(JSON.stringify(body.system)).toContain("cache_control");
	expect((body.messages as unknown[]).map((message) => JSON.stringify(message).includes("cache_control"))).toEqual([
		false,
		true,
		false,
	]);
});

it("OpenAI stores nothing, and GLM thinks as the effort says", async () => {
	const openai = await server([refused("no")], { provider: "openai", model: "gpt-6-sol", effort: "low" });
	await expect(openai.send({ schema })).rejects.toThrow();
	expect(openai.requests[0]?.body).toMatchObject({
		store: false,
		reasoning: { effort: "low" },
		text: { format: { strict: true } },
	});
	const glm = await server([{ text: "{}" }], { provider: "zai", model: "glm-5.3", effort: "none" });
	await glm.send({ schema });
	expect(glm.requests[0]?.body).toMatchObject({
		thinking: { type: "disabled" },
		response_format: { type: "json_object" },
	});
});
