import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../../../test/support/folder.ts";
import { lookUpModel } from "./known-model.ts";
import { isOwnMachine } from "./own-machine.ts";
import { readModelTable } from "./user-table.ts";

test("a listed model has its window, price, cache prices and tiers", async () => {
	const sonnet = await lookUpModel({ provider: "anthropic", model: "claude-sonnet-4-5" });
	expect(sonnet).toMatchObject({ window: 200_000, source: "genai-prices" });
	expect(sonnet.price).toMatchObject({ input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 });
	expect(sonnet.price?.tiers).toEqual([{ above: 200_000, input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 7.5 }]);
	// Google's own list has no window for this model.
	expect((await lookUpModel({ provider: "google", model: "gemini-2.5-pro" })).window).toBe(1_048_576);
});

test("the user's values win; an unknown model has a small window and no price", async () => {
	const price = { input: 1, output: 2 };
	const said = await lookUpModel({ provider: "anthropic", model: "claude-sonnet-4-5", price, window: 9_000 });
	expect(said).toEqual({ window: 9_000, maxOutput: 2_250, price, source: "user" });
	const unknown = await lookUpModel({ provider: "openai", model: "no-such-model" });
	expect(unknown).toEqual({ window: 32_768, maxOutput: 8_192, price: undefined, source: "unknown" });
});

test("a compatible server is priced by its host, free on the user's own machine, else unknown", async () => {
	const at = (baseUrl: string, model: string) => lookUpModel({ provider: "openai-compatible", model, baseUrl });
	expect((await at("http://127.0.0.1:11434/v1", "qwen3")).source).toBe("local");
	// The most expensive hour of the day.
	const byDay = await at("https://api.deepseek.com/v1", "deepseek-reasoner");
	expect(byDay.price).toMatchObject({ input: 0.55, output: 2.19 });
	expect((await at("https://models.example.com/v1", "gpt-5")).price).toBeUndefined();
	expect((await lookUpModel({ provider: "openrouter", model: "someone/something:free" })).price?.input).toBe(0);
});

test("the user's own machines are recognized by address, without a lookup", () => {
	const own = [
		"http://localhost:1/v1",
		"http://[::1]:8080",
		"http://192.168.1.7",
		"http://ollama:11434/v1",
		"http://nas.local",
		"http://[::ffff:10.0.0.1]/v1",
	];
	expect(own.filter((url) => !isOwnMachine(url))).toEqual([]);
	const others = [
		"https://api.openai.com/v1",
		"http://8.8.8.8",
		"https://localhost.example.com",
		"http://[2606:4700::1111]",
		"no url",
	];
	expect(others.filter(isOwnMachine)).toEqual([]);
});

async function tableOf(text: string) {
	const path = join(emptyFolder(), "models.json");
	await writeFile(path, text);
	return readModelTable(path);
}

test("the user's table is read, and its errors name the faulty place", async () => {
	const table = await tableOf(
		'\uFEFF{"zai:glm-4.6": {"input": 0.6, "output": 2.2, "cacheRead": 0.11, "window": 200000}, "openai-compatible:org/a:b": {"window": 8192}}',
	);
	expect(table.get("zai:glm-4.6")).toMatchObject({
		window: 200_000,
		price: { input: 0.6, output: 2.2, cacheRead: 0.11 },
	});
	expect(table.get("openai-compatible:org/a:b")).toEqual({ window: 8_192 });
	await expect(tableOf('{"zai:glm": {"input": -1, "output": 2}}')).rejects.toThrow(
		/models\.json is wrong: zai:glm → input/,
	);
	await expect(tableOf('{"zai:glm": {"input": 1}}')).rejects.toThrow(/zai:glm: a price needs both input and output/);
	await expect(tableOf('{"glm": {"window": 1000}}')).rejects.toThrow(/provider:model/);
	await expect(tableOf('{"zai:glm": {"windw": 1000}}')).rejects.toThrow(/windw/);
	await expect(tableOf("{")).rejects.toMatchObject({ code: "MODELS_FILE_WRONG", exitCode: 2 });
	expect((await readModelTable(join(tmpdir(), "assay-no-such-models.json"))).size).toBe(0);
	await expect(readModelTable(tmpdir())).rejects.toMatchObject({ code: "MODELS_FILE_UNREADABLE" });
});
