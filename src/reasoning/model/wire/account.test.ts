import { expect, it } from "vitest";
import { serve } from "../../../../test/support/server.ts";
import { Secret } from "../../../base/secret.ts";
import type { ModelSettings } from "../model.ts";
import { balanceOf, listModels } from "./account.ts";

async function withServer(
	pages: Record<string, unknown>,
	work: (settings: ModelSettings) => Promise<void>,
): Promise<void> {
	const server = await serve((request, response) => {
		const page = pages[(request.url ?? "").replace("/api/v1", "")];
		const isAllowed = request.headers.authorization === "Bearer key";
		response.writeHead(page === undefined ? 403 : isAllowed ? 200 : 401, { "content-type": "application/json" });
		response.end(JSON.stringify(page ?? {}));
	});
	try {
		await work({ provider: "openrouter", model: "m", baseUrl: server.url, apiKey: new Secret("key") });
	} finally {
		await server.close();
	}
}

it("OpenRouter gives the balance of the account, or of the key", async () => {
	await withServer({ "/credits": { data: { total_credits: 20, total_usage: 7.5 } } }, async (settings) =>
		expect(await balanceOf(settings)).toEqual({ usd: 12.5 }),
	);
	await withServer({ "/key": { data: { limit_remaining: 3 } } }, async (settings) =>
		expect(await balanceOf(settings)).toMatchObject({ usd: 3, note: expect.stringContaining("key") }),
	);
	await withServer({ "/key": { data: { limit_remaining: null } } }, async (settings) =>
		expect(await balanceOf(settings)).toBeUndefined(),
	);
});

it("a server that is down gives no balance and no models", async () => {
	const settings = {
		provider: "openrouter",
		model: "m",
		baseUrl: "http://127.0.0.1:1",
		apiKey: new Secret("key"),
	} as const;
	expect(await balanceOf(settings)).toBeUndefined();
	expect(await listModels(settings)).toEqual([]);
});

it("models are listed in OpenAI's format and in Google's", async () => {
	await withServer({ "/models": { data: [{ id: "a" }, { id: "b" }] } }, async (settings) =>
		expect(await listModels(settings)).toEqual(["a", "b"]),
	);
	await withServer({ "/models": { models: [{ name: "models/gemini" }] } }, async (settings) =>
		expect(await listModels(settings)).toEqual(["gemini"]),
	);
});
