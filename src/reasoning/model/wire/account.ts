import { limits } from "../../../base/limits.ts";
import { scrub } from "../../../base/scrub.ts";
import type { ModelSettings } from "../model.ts";
import { apiBaseUrl } from "./providers.ts";
import { fetchWithoutTimeouts } from "./transport.ts";

/** The balance of an account, or what is left of a key's own limit; OpenRouter only. Never throws: it is optional information. */
export async function balanceOf(settings: ModelSettings): Promise<{ usd: number; note?: string } | undefined> {
	if (settings.provider !== "openrouter" || !settings.apiKey) return undefined;
	const credits = fieldsOf(fieldsOf(await fetchOptional(settings, "/credits")).data);
	const { total_credits: bought, total_usage: used } = credits;
	if (typeof bought === "number" && typeof used === "number") return { usd: bought - used };
	// A key without permission to read the account may have a spending limit of its own.
	const remaining = fieldsOf(fieldsOf(await fetchOptional(settings, "/key")).data).limit_remaining;
	return typeof remaining === "number" ? { usd: remaining, note: "remaining under this key's own limit" } : undefined;
}

/** The ids of the models on the first page of the provider's list; empty when there is none. Never throws. */
export async function listModels(settings: ModelSettings): Promise<string[]> {
	const answer = fieldsOf(await fetchOptional(settings, "/models"));
	const models = answer.data ?? answer.models;
	if (!Array.isArray(models)) return [];
	return models.flatMap((model) => {
		const { id, name } = fieldsOf(model);
		const modelName = id ?? name;
		return typeof modelName === "string" ? [scrub(modelName.replace(/^models\//, ""))] : [];
	});
}

/** Sends one request that the run does not record, without retries. Undefined when it fails. */
async function fetchOptional(settings: ModelSettings, path: string): Promise<unknown> {
	try {
		const fetch = await fetchWithoutTimeouts();
		const signal = AbortSignal.timeout(limits.modelAccountMs);
		const response = await fetch(`${apiBaseUrl(settings)}${path}`, { headers: authHeaders(settings), signal });
		return response.ok ? await response.json() : await response.body?.cancel();
	} catch {
		return undefined;
	}
}

/** The headers that carry a key. */
export function authHeaders({ provider, apiKey }: ModelSettings): Record<string, string> {
	const key = apiKey?.reveal();
	if (!key) return {};
	if (provider === "anthropic") return { "x-api-key": key, "anthropic-version": "2023-06-01" };
	return provider === "google" ? { "x-goog-api-key": key } : { authorization: `Bearer ${key}` };
}

function fieldsOf(value: unknown): Record<string, unknown> {
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
