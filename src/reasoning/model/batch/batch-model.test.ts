import { expect, test } from "vitest";
import type { Model } from "../model.ts";
import { openModel } from "../wire/open-model.ts";
import type { BatchResult } from "./batch-api.ts";
import { type BatchRequest, batchModel, scaledPrice } from "./batch-model.ts";

const request = {
	messages: [{ role: "user" as const, text: "Is it so?" }],
	schema: { name: "grade", json: { type: "object", properties: { verdict: { type: "string" } } } },
	maxOutput: 500,
};
const completion = (content: string) => ({
	choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
	usage: { prompt_tokens: 100, completion_tokens: 10 },
});

/** A model of a server of its own, whose batches give these results in turn. */
function asked(model: string, results: Omit<Extract<BatchResult, { status: number }>, "id">[]) {
	const sent: BatchRequest[] = [];
	const settings = { provider: "openai-compatible" as const, model, baseUrl: "http://127.0.0.1:9/v1" };
	const batched: Model = batchModel(openModel({ ...settings, price: { input: 2, output: 8 } }), 0.5, async (one) => {
		sent.push(one);
		return { id: "x", ...(results[sent.length - 1] ?? { status: 500, body: {} }) };
	});
	return { sent, batched };
}

test("an answer of a batch is the same as one that came at once, at the batch's price", async () => {
	const { sent, batched } = asked("plain", [{ status: 200, body: completion('{"verdict":"met"}') }]);
	const { message, usage } = await batched.send(request);
	expect(message).toEqual({ text: '{"verdict":"met"}', toolCalls: [], finish: "stop" });
	expect(usage).toMatchObject({ input: 100, output: 10 });
	expect(batched).toMatchObject({ isBatch: true, price: { input: 1, output: 4 } });
	// It is not streamed, and no key is in it.
	expect(sent).toEqual([{ body: expect.not.objectContaining({ stream: true }), headers: {} }]);
});

test("where a server lacks a form of answer, the request goes into another batch without it", async () => {
	const refused = { status: 400, body: { error: { message: "response_format json_schema is not supported" } } };
	const { sent, batched } = asked("weak", [refused, { status: 200, body: completion('{"verdict":"met"}') }]);
	expect((await batched.send(request)).message.finish).toBe("stop");
	expect(sent).toHaveLength(2);
	expect(sent[1]?.body).not.toEqual(sent[0]?.body);
});

test.each([
	["a request that is refused", { status: 400, body: { error: { message: "no" } } }, "MODEL_REQUEST_REFUSED"],
	["a limit of the provider", { status: 429, body: { error: { message: "slow down" } } }, "MODEL_REQUEST_REFUSED"],
	["an answer that is none", { status: 200, body: { choices: 3 } }, "MODEL_ANSWER_UNUSABLE"],
])("%s ends this request alone, and the others go on", async (_what, result, code) => {
	const { batched } = asked("faulty", [result]);
	await expect(batched.send(request)).rejects.toMatchObject({ code, keepsRun: false });
});

test("all rates of a price are scaled", () => {
	const price = { input: 2, output: 8, cacheRead: 1, tiers: [{ above: 10, input: 4, output: 16, cacheWrite: 6 }] };
	expect(scaledPrice(price, 0.5)).toEqual({
		...{ input: 1, output: 4, cacheRead: 0.5 },
		tiers: [{ above: 10, input: 2, output: 8, cacheWrite: 3 }],
	});
});
