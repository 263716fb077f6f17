import { expect, it } from "vitest";
import { closeAfterTest } from "../../../../test/support/close.ts";
import { serve } from "../../../../test/support/server.ts";
import { Secret } from "../../../base/secret.ts";
import type { ModelSettings } from "../model.ts";
import { balanceOf, listModels } from "./account.ts";

/** The settings of a server that has these pages. */
async function serverWith(pages: Record<string, unknown>): Promise<ModelSettings> {
	const server = await serve((request, response) => {
		const page = pages[(request.url ?? "").replace("/api/v1", "")];
		const isAllowed = request.headers.authorization === "Bearer key";
		response.writeHead(page === undefined ? 403 : isAllowed ? 200 : 401, { "content-type": "application/json" });
		response.end(JSON.stringify(page ?? {}));
	});
	return settingsAt(closeAfterTest(server).url);
}

const settingsAt = (baseUrl: string) =>
	({ provider: "openrouter", model: "m", baseUrl, apiKey: new Secret("key") }) as const;

it("OpenRouter gives the balance of the account, or of the key", async () => {
	const balance = async (pages: Record<string, unknown>) => balanceOf(await serverWith(pages));
	expect(await balance({ "/credits": { data: { total_credits: 20, total_usage: 7.5 } } })).toEqual({ usd: 12.5 });
	expect(await balance({ "/key": { data: { limit_remaining: 3 } } })).toMatchObject({
		usd: 3,
		note: expect.stringContaining("key"),
	});
	expect(await balance({ "/key": { data: { limit_remaining: null } } })).toBeUndefined();
});

it("a server that is down gives no balance and no models", async () => {
	const settings = settingsAt("http://127.0.0.1:1");
	expect(await balanceOf(settings)).toBeUndefined();
	expect(await listModels(settings)).toEqual([]);
});

it("models are listed in OpenAI's format and in Google's", async () => {
	const models = async (page: unknown) => listModels(await serverWith({ "/models": page }));
	expect(await models({ data: [{ id: "a" }, { id: "b" }] })).toEqual(["a", "b"]);
	expect(await models({ models: [{ name: "models/gemini" }] })).toEqual(["gemini"]);
});
