import { describe, expect, it } from "vitest";
import { closeAfterTest } from "../../../../test/support/close.ts";
import { chunk, type ProviderAnswer, type ProviderScript, startProvider } from "../../../../test/support/provider.ts";
import { rowsOf } from "../../../../test/support/rows.ts";
import { freePort } from "../../../../test/support/server.ts";
import { Secret } from "../../../base/secret.ts";
import type { ModelRequest, ModelSettings, SendContext } from "../model.ts";
import { faultOfHttp } from "./http-fault.ts";
import { sendModelRequest } from "./send-model-request.ts";

// Faults of a provider, produced by a server on loopback.

async function provider(script: ProviderScript, more: Partial<ModelSettings> = {}) {
	const server = closeAfterTest(await startProvider(script));
	const settings: ModelSettings = {
		provider: "openai-compatible",
		model: "scripted",
		baseUrl: server.baseUrl,
		apiKey: new Secret("very.secret/key:1234567890"),
		...more,
	};
	const ask = (context: SendContext = {}, request: Partial<ModelRequest> = {}) =>
		sendModelRequest(
			settings,
			{ messages: [{ role: "user", text: "the question" }], maxOutput: 500, ...request },
			context,
			{ firstWaitMs: 2 },
		);
	return { ...server, ask };
}

const fails = (status: number, message: string, more: Record<string, unknown> = {}): ProviderAnswer => ({
	status,
	json: { error: { message, ...more } },
});

describe("faults that cost nothing are retried", () => {
	it.each<[string, ProviderAnswer]>([
		["429 with retry-after-ms", { ...fails(429, "slow down"), headers: { "retry-after-ms": "3" } }],
		["429 with retry-after", { ...fails(429, "slow down"), headers: { "retry-after": "0" } }],
		["500", fails(500, "internal error")],
		["503 without a body", { status: 503 }],
		["529", fails(529, "Overloaded", { type: "overloaded_error" })],
		["a stream whose first word is an error", { pieces: [{ event: { error: { message: "Overloaded", code: 529 } } }] }],
	])("%s", async (_name, fault) => {
		const waits: string[] = [];
		const { ask, requests } = await provider([fault, { text: "well" }]);
		const { message } = await ask({ onWait: ({ reason }) => waits.push(reason) });
		expect(message.text).toBe("well");
		expect(requests).toHaveLength(2);
		expect(waits.length).toBeGreaterThan(0);
		expect(waits.join()).not.toContain("very.secret");
	});

	it("a forbidden port costs nothing", async () => {
		const { ask } = await provider([], { baseUrl: "http://127.0.0.1:1/v1" });
		await expect(ask()).rejects.toMatchObject({
			code: "MODEL_UNREACHABLE",
			hint: expect.stringContaining("check the base URL"),
		});
	});

	it("a server that is down is named after all tries", async () => {
		const waits: number[] = [];
		const { ask } = await provider([], { baseUrl: `http://127.0.0.1:${await freePort()}/v1` });
		const sent = ask({ onWait: ({ ms }) => waits.push(ms) });
		await expect(sent).rejects.toMatchObject({
			code: "MODEL_UNREACHABLE",
			message: expect.stringContaining("ECONNREFUSED"),
			hint: expect.stringContaining("start the model's server"),
		});
		expect(waits).toHaveLength(4);
	});

	it("gives up after five tries", async () => {
		const { ask, requests } = await provider([fails(500, "internal error")]);
		await expect(ask()).rejects.toMatchObject({ code: "MODEL_OVERLOADED", keepsRun: true });
		expect(requests).toHaveLength(5);
	});
});

describe("faults that no retry mends are thrown at once", () => {
	/** The error of a request that gets this answer once. */
	async function errorAfter(answer: ProviderAnswer): Promise<{ hint: string }> {
		const { ask, requests } = await provider([answer]);
		const error: unknown = await ask().catch((thrown: unknown) => thrown);
		expect(requests).toHaveLength(1);
		expect(`${JSON.stringify(error)} ${error}`).not.toMatch(/very.secret|the question/);
		// The caller that shows the error replaces these words by the command that resumes the run.
		const { hint } = error as { hint: string };
		if (hint.includes("resume the run")) expect(hint).toMatch(/(^|; then )resume the run$/);
		return error as { hint: string };
	}

	it.each(
		rowsOf(`
		MODEL_KEY_REFUSED      | 401 | Incorrect API key provided: very.secret/key:1234567890
		MODEL_KEY_REFUSED      | 403 | no access
		MODEL_KEY_REFUSED      | 400 | API key not valid. Please pass a valid API key.
		MODEL_UNKNOWN          | 400 | Unknown Model, please check the model code.
		MODEL_ACCOUNT_EMPTY    | 402 | This request requires more credits
		MODEL_ACCOUNT_EMPTY    | 400 | Your credit balance is too low
		MODEL_CONTEXT_OVERFLOW | 429 | Request too large for gpt-x on tokens per min (TPM): Limit 30000, Requested 45000.
		MODEL_CONTEXT_OVERFLOW | 400 | This model's maximum context length is 8192 tokens.
		MODEL_CONTEXT_OVERFLOW | 400 | prompt is too long: 210000 tokens > 200000 maximum
		MODEL_CONTEXT_OVERFLOW | 400 | The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).
		MODEL_CONTEXT_OVERFLOW | 400 | The number of tokens to keep from the initial prompt is greater than the context length
		MODEL_REQUEST_REFUSED  | 400 | temperature: must be between 0 and 1
	`),
	)("%s: %s %s", async (code, status, message = "") => {
		expect(await errorAfter(fails(Number(status), message))).toMatchObject({ code });
	});

	const used = { prompt_tokens: 9, completion_tokens: 0, total_tokens: 9 };
	it.each<[string, string, ProviderAnswer]>([
		["insufficient_quota", "MODEL_ACCOUNT_EMPTY", fails(429, "Exceeded.", { code: "insufficient_quota" })],
		["the same in words", "MODEL_ACCOUNT_EMPTY", fails(429, "You exceeded your current quota")],
		["llama.cpp's window", "MODEL_CONTEXT_OVERFLOW", fails(400, "No.", { type: "exceed_context_size_error" })],
		["the same in words", "MODEL_CONTEXT_OVERFLOW", fails(400, "the request exceeds the available context size")],
		["Z.AI's window", "MODEL_CONTEXT_OVERFLOW", fails(400, "Prompt exceeds max length", { code: "1261" })],
		["an answer without room", "MODEL_CONTEXT_OVERFLOW", { text: "", finish: "length", usage: used }],
	])("%s: %s", async (_name, code, answer) => {
		expect(await errorAfter(answer)).toMatchObject({ code });
	});

	it("the hint names the model that the server does not know, and the address that answers with a web page", async () => {
		const unknown = await errorAfter(fails(404, "The model `scripted2` does not exist"));
		expect(unknown).toMatchObject({
			code: "MODEL_UNKNOWN",
			hint: expect.stringContaining("openai-compatible:scripted"),
		});
		const page = { status: 200, headers: { "content-type": "text/html" }, json: "<html>hello" };
		expect(await errorAfter(page)).toMatchObject({
			code: "MODEL_REQUEST_REFUSED",
			hint: expect.stringContaining("/v1"),
		});
	});

	it("an answer that comes whole instead of as a stream was paid for", async () => {
		const choices = [{ index: 0, message: { role: "assistant", content: "try again later" }, finish_reason: "stop" }];
		const { ask, requests } = await provider([{ json: { object: "chat.completion", choices } }]);
		await expect(ask()).rejects.toMatchObject({ code: "MODEL_REQUEST_REFUSED", usage: { estimated: true } });
		expect(requests).toHaveLength(1);
	});

	it("an answer that breaks off has its usage", async () => {
		for (const end of [[], ["cut"], [{ event: { error: { message: "the engine died" } } }]] as const) {
			const { ask, requests } = await provider([
				{ pieces: [chunk({ content: "Half an ans" }), { waitMs: 20 }, ...end] },
			]);
			await expect(ask()).rejects.toMatchObject({
				code: "MODEL_STREAM_BROKEN",
				usage: { estimated: true, output: 3 },
				keepsRun: true,
			});
			expect(requests).toHaveLength(1);
		}
	});

	it.each<[string, ProviderAnswer, string]>([
		["silence", { pieces: ["hang"] }, "MODEL_SILENT"],
		["a gateway that gave up", { status: 504 }, "MODEL_SILENT"],
		["a connection that is cut", { pieces: ["cut"] }, "MODEL_STREAM_BROKEN"],
		["a stream without a word", { pieces: [] }, "MODEL_STREAM_BROKEN"],
	])("%s: the cost is unknown", async (_name, answer, code) => {
		const { ask, requests } = await provider([answer], { idleTimeoutMs: 300 });
		await expect(ask()).rejects.toMatchObject({ code, usage: undefined, keepsRun: true });
		expect(requests).toHaveLength(1);
	});

	it.each<[string, ProviderAnswer, RegExp]>([
		["nothing in it", { pieces: [] }, /the answer broke off before its end$/],
		["no end", { pieces: [chunk({ content: "Half" })] }, /the answer broke off before its end$/],
		["a cut before the first word", { pieces: ["cut"] }, /broke off before its end( \([A-Z_]+\))?$/],
		["another protocol", { pieces: [{ event: { choices: 7 } }] }, /broke off before its end$/],
		[
			"the server's word",
			{ pieces: [chunk({ content: "Half" }), { event: { error: { message: "the engine died" } } }] },
			/broke off before its end \(the engine died\)$/,
		],
	])("an answer with %s is reported in words for users, never in a library's", async (_name, answer, words) => {
		const { ask } = await provider([answer]);
		await expect(ask()).rejects.toMatchObject({ code: "MODEL_STREAM_BROKEN", message: expect.stringMatching(words) });
	});

	it.each([
		["Not Found", "knows no such address or no such model"],
		["The model `scripted` does not exist", "has no such model"],
	])("404 of the user's own server, %s: the hint names the address", (said, words) => {
		const settings = { provider: "openai-compatible", model: "m", baseUrl: "http://127.0.0.1:8000" } as const;
		const body = JSON.stringify({ error: { message: said } });
		expect(faultOfHttp(settings, 404, new Headers(), body).error).toMatchObject({
			code: "MODEL_UNKNOWN",
			message: expect.stringContaining(words),
			hint: "http://127.0.0.1:8000/v1/chat/completions was asked: check --base-url and --model",
		});
	});

	it("an idle timeout in the middle of an answer has its usage", async () => {
		const { ask, requests } = await provider([{ pieces: [chunk({ content: "Half an ans" }), "hang"] }], {
			idleTimeoutMs: 80,
		});
		await expect(ask()).rejects.toMatchObject({ code: "MODEL_SILENT", usage: { output: 3 } });
		expect(requests).toHaveLength(1);
	});

	it("an answer that takes too long in all is cancelled", async () => {
		const drip = Array.from({ length: 50 }, () => [chunk({ content: "and " }), { waitMs: 10 }]).flat();
		const { ask } = await provider([{ pieces: drip }], { totalMs: 100 });
		await expect(ask()).rejects.toMatchObject({ code: "MODEL_SILENT", message: expect.stringContaining("no end") });
	});

	it("a stopped run cancels its request", async () => {
		const { ask } = await provider([{ pieces: ["hang"] }]);
		const stop = new AbortController();
		const sent = ask({ signal: stop.signal });
		const reason = new Error("stopped by the user");
		setTimeout(() => stop.abort(reason), 30);
		await expect(sent).rejects.toBe(reason);
	});
});

it("comments that keep a connection open are signs of life", async () => {
	const thinking = Array.from({ length: 12 }, () => [{ raw: ": thinking\n\n" }, { waitMs: 25 }]).flat();
	const { ask } = await provider(
		[{ pieces: [...thinking, chunk({ content: "Out of it." }), chunk({}, { finish_reason: "stop" })] }],
		{ idleTimeoutMs: 200 },
	);
	expect((await ask()).message.text).toBe("Out of it.");
});

it.each<[string, ProviderAnswer]>([
	["a filter at its end", { text: "", finish: "content_filter" }],
	[
		"a refused request",
		fails(400, "Your input was flagged by our content policy", { code: "content_policy_violation" }),
	],
	["a refusal of its own", { pieces: [chunk({ refusal: "I cannot." }), chunk({}, { finish_reason: "stop" })] }],
])("a refusal is recognized: %s", async (_name, answer) => {
	const { ask } = await provider([answer]);
	expect((await ask()).message.finish).toBe("refusal");
});

it("a 429 delays every request to this provider", async () => {
	const { ask, requests } = await provider((_request, index) =>
		index === 0 ? { ...fails(429, "slow down"), headers: { "retry-after-ms": "150" } } : { text: "well" },
	);
	const first = ask();
	const reasons: string[] = [];
	while (requests.length === 0) await new Promise(setImmediate);
	await new Promise((resolve) => setTimeout(resolve, 50));
	const second = ask({ onWait: ({ reason }) => reasons.push(reason) });
	await Promise.all([first, second]);
	expect(reasons).toEqual(["the provider's rate limit"]);
});

it.each([
	["a server on this machine is sent", {}, 4],
	["the user allows", { parallel: 2 }, 2],
])("no more requests are open at once than %s", async (_name, settings, limit) => {
	let open = 0;
	let most = 0;
	const { ask } = await provider(() => {
		most = Math.max(most, ++open);
		setTimeout(() => open--, 15);
		return { pieces: [{ waitMs: 25 }, chunk({ content: "x" }), chunk({}, { finish_reason: "stop" })] };
	}, settings);
	await Promise.all(Array.from({ length: 12 }, () => ask()));
	expect(most).toBe(limit);
});

it.each<[string, Record<string, unknown>]>([
	["less than nothing", { prompt_tokens: 1_000, completion_tokens: -900 }],
	["more than there is", { prompt_tokens: Number.MAX_VALUE, completion_tokens: 5 }],
	["parts of a token", { prompt_tokens: 10.5, completion_tokens: 0.25 }],
])("usage of %s is invalid, and is estimated", async (_name, usage) => {
	const { ask } = await provider([{ text: "yes", usage }]);
	expect((await ask()).usage).toMatchObject({ estimated: true, output: 1 });
});

it("no more tokens count as cached than were sent before", async () => {
	const usage = { prompt_tokens: 30, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 10_000 } };
	const { ask } = await provider([
		{ text: "yes", usage },
		{ text: "yes", usage },
	]);
	expect((await ask()).usage).toMatchObject({ input: 30, cacheRead: 0, output: 4 });
	// The same request again.
	expect((await ask()).usage).toMatchObject({ input: 30, cacheRead: 30, output: 4 });
});

it("a refused request is not cached, and one that broke off may be", async () => {
	const texts = { messages: [{ role: "user" as const, text: "What came from the cache? ".repeat(20) }] };
	const usage = { prompt_tokens: 120, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 120 } };
	const other = { prompt_tokens: 5, completion_tokens: 1 };
	const { ask } = await provider([{ text: "yes", usage: other }, fails(503, "try again"), { text: "yes", usage }]);
	await ask();
	expect((await ask({}, texts)).usage).toMatchObject({ input: 120, cacheRead: 0, implausible: true });
	const broken = await provider([{ text: "yes", usage: other }, { pieces: [] }, { text: "yes", usage }]);
	await broken.ask();
	await expect(broken.ask({}, texts)).rejects.toMatchObject({ code: "MODEL_STREAM_BROKEN" });
	const { usage: again } = await broken.ask({}, texts);
	expect(again).toEqual({ input: 120, cacheRead: 120, cacheWrite: 0, output: 4, reasoning: 0 });
});

it("an answer reads the same before and after it is recorded, as no database keeps a NUL", async () => {
	const { ask } = await provider([{ text: "so\u0000 it \ud83d is" }]);
	expect((await ask()).message.text).toBe("so it \ud83d is");
});

it("arguments that are nested too deep stay text", async () => {
	const nested = `${'{"a":['.repeat(5_000)}1${"]}".repeat(5_000)}`;
	const tools = [{ name: "search", description: "Searches.", parameters: { type: "object" } }];
	const { ask } = await provider([{ toolCalls: [{ name: "search", arguments: nested }] }]);
	const { message } = await ask({}, { tools, maxOutput: 20_000 });
	expect(message.toolCalls).toMatchObject([{ name: "search", arguments: nested }]);
	const inText = await provider([{ text: `{"tool": "search", "arguments": ${nested}}` }]);
	expect((await inText.ask({}, { tools, maxOutput: 20_000 })).message.toolCalls).toEqual([]);
});

it("an endless answer is cut off, as if at the output limit", async () => {
	const word = `${"again and again ".repeat(1_000)}`;
	const { ask } = await provider([
		{ pieces: [...Array.from({ length: 2_000 }, () => chunk({ content: word })), "hang"] },
	]);
	const { message, usage } = await ask({}, { maxOutput: 100 });
	expect(message.finish).toBe("length");
	expect(message.text.length).toBeLessThan(100_000);
	// Output beyond the limit is not paid for.
	expect(usage).toMatchObject({ estimated: true, output: 100 });
});

it("usage is the server's, cache and reasoning included, or estimated", async () => {
	const details = { prompt_tokens_details: { cached_tokens: 60 }, completion_tokens_details: { reasoning_tokens: 7 } };
	const counted = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, ...details };
	const { ask } = await provider([
		{ text: "yes", usage: counted },
		{ text: "yes", usage: counted },
		{ text: "yes", usage: null },
	]);
	// Only text that was sent before can come from a cache.
	expect((await ask()).usage).toMatchObject({ input: 100, cacheRead: 0 });
	expect((await ask()).usage).toEqual({ input: 100, cacheRead: 60, cacheWrite: 0, output: 20, reasoning: 7 });
	expect((await ask()).usage).toMatchObject({ estimated: true, output: 1 });
});

it.each([
	["http://HOST", "/v1/chat/completions"],
	["http://HOST/", "/v1/chat/completions"],
	["http://HOST/v1/", "/v1/chat/completions"],
	["http://HOST/proxy", "/proxy/chat/completions"],
])("requests to the base URL %s go to %s", async (baseUrl, path) => {
	const server = closeAfterTest(await startProvider([{ text: "well" }]));
	const settings = { provider: "openai-compatible", model: "m" } as const;
	const address = baseUrl.replace("HOST", new URL(server.baseUrl).host);
	await sendModelRequest({ ...settings, baseUrl: address }, { messages: [{ role: "user", text: "q" }], maxOutput: 9 });
	expect(server.requests[0]?.path).toBe(path);
});
