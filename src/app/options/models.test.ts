import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emptyFolder } from "../../../test/support/folder.ts";
import { readConfig } from "../config.ts";
import { openModels } from "../open-models.ts";
import { modelOptionsOf, modelSettingsOf } from "./models.ts";
import { parseOptions } from "./parse.ts";
import type { OptionsInput } from "./schema.ts";

const key = "sk-test-Zm9vYmFy";

/** The options and settings of the models, as a command would make them with this environment. */
function settingsFor(given: OptionsInput, environment: Record<string, string> = {}) {
	const config = readConfig({ home: emptyFolder() }, environment).models();
	const options = modelOptionsOf(parseOptions(given), config);
	return { config, options, settings: options && modelSettingsOf(options, config, {}) };
}

describe("the models of a run", () => {
	it.each([
		["ollama:qwen3:8b", "openai-compatible", "qwen3:8b", "http://127.0.0.1:11434/v1"],
		["LMStudio:a/b", "openai-compatible", "a/b", "http://127.0.0.1:1234/v1"],
		["vllm:m", "openai-compatible", "m", "http://127.0.0.1:8000/v1"],
		["openrouter:meta/llama:free", "openrouter", "meta/llama:free", undefined],
	])("reads %s", (lead, provider, model, baseUrl) => {
		const { settings } = settingsFor({ model: lead }, { OPENROUTER_API_KEY: key });
		expect(settings?.lead).toMatchObject({ provider, model });
		expect(settings?.lead.baseUrl).toBe(baseUrl);
		expect(settings?.utility).toEqual(settings?.lead);
	});

	it("are both defaults of a provider that is named alone; a typed model does everything", () => {
		const defaults = settingsFor({ model: "anthropic" }, { ANTHROPIC_API_KEY: key }).options;
		expect(defaults?.lead).toMatch(/^anthropic:claude-/);
		expect(defaults?.utility).toMatch(/^anthropic:claude-/);
		expect(defaults?.utility).not.toBe(defaults?.lead);
		const set = { ASSAY_MODEL: "vllm:a", ASSAY_UTILITY_MODEL: "vllm:b", ASSAY_EFFORT: "high" };
		expect(settingsFor({}, set).options).toMatchObject({ lead: "vllm:a", utility: "vllm:b", leadEffort: "high" });
		expect(settingsFor({ model: "vllm:c" }, set).options).toMatchObject({ lead: "vllm:c", utility: "vllm:c" });
	});

	it("give investigators the utility model, or the lead where that is chosen", () => {
		const agent = { model: "vllm:a", utilityModel: "vllm:b", gather: "agent" } as const;
		const set = { ASSAY_INVESTIGATORS: "lead" };
		expect(settingsFor(agent).options?.investigators).toBeUndefined();
		expect(settingsFor({ ...agent, investigators: "lead" }).options?.investigators).toBe("lead");
		expect(settingsFor(agent, set).options?.investigators).toBe("lead");
		expect(settingsFor({ ...agent, investigators: "utility" }, set).options?.investigators).toBeUndefined();
		expect(() => settingsFor({ ...agent, gather: "pipeline", investigators: "lead" })).toThrow(
			"the pipeline sends none",
		);
		expect(settingsFor({ ...agent, gather: "pipeline" }, set).options?.gather).toBe("pipeline");
	});

	it("hold a reviewer where one is named and used, and are stored as before where none is", () => {
		const reviewerOf = (given: OptionsInput, set = {}) => settingsFor(given, set).options?.reviewer;
		const both = { model: "vllm:a", reviewModel: "ollama:b" };
		expect(settingsFor(both).settings?.reviewer).toMatchObject({ model: "b", baseUrl: "http://127.0.0.1:11434/v1" });
		const set = { ASSAY_MODEL: "vllm:a", ASSAY_REVIEW_MODEL: "vllm:c" };
		expect(reviewerOf({}, set)).toBe("vllm:c");
		expect(reviewerOf({ review: false, support: false }, set)).toBeUndefined();
		// A model that is typed for one command does all of its work.
		expect(reviewerOf({ model: "vllm:d" }, set)).toBeUndefined();
		expect(settingsFor({ model: "vllm:a" }).options).not.toHaveProperty("reviewer");
		for (const useless of [{ session: "single" }, { review: false, support: false }] as const)
			expect(() => settingsFor({ ...both, ...useless })).toThrow(
				expect.objectContaining({
					code: "REVIEW_MODEL_UNUSED",
					exitCode: 2,
					hint: expect.stringContaining("leave out"),
				}),
			);
		expect(() => settingsFor({ reviewModel: "vllm:c" })).toThrow(expect.objectContaining({ code: "MODEL_MISSING" }));
	});

	it.each([
		["http://h:8000/v1/chat/completions", "http://h:8000/v1"],
		["http://h:8000/v1/chat/completions/", "http://h:8000/v1"],
		["http://h/proxy/responses", "http://h/proxy"],
		["http://h/v1/messages", "http://h/v1"],
		["http://h/chat/completions", "http://h"],
		["http://h/messages/v1", "http://h/messages/v1"],
	])("have the base of an address that was pasted with a request path: %s", (typed, base) => {
		expect(settingsFor({ model: "vllm:m", baseUrl: typed }).settings?.lead.baseUrl).toBe(base);
		expect(settingsFor({ model: "vllm:m" }, { VLLM_BASE_URL: typed }).settings?.lead.baseUrl).toBe(base);
	});

	it("have the first key that is set, and the address of the provider's variable", () => {
		const { settings } = settingsFor(
			{ model: "google:g", utilityModel: "anthropic:c" },
			{
				GOOGLE_API_KEY: "third",
				GEMINI_API_KEY: "second",
				ANTHROPIC_API_KEY: key,
				ANTHROPIC_BASE_URL: "http://proxy/v1/",
			},
		);
		expect(settings?.lead.apiKey?.reveal()).toBe("second");
		expect(settings?.utility.baseUrl).toBe("http://proxy/v1");
		expect(JSON.stringify(settings)).not.toContain(key);
	});

	it.each([
		["a provider that is none", { model: "antropic:x" }, {}, "MODEL_NAME_INVALID"],
		["a name that is no provider's", { model: "constructor:x" }, {}, "MODEL_NAME_INVALID"],
		["no provider", { model: "gpt-5" }, {}, "MODEL_NAME_INVALID"],
		["a local server without a model", { model: "ollama" }, {}, "MODEL_NAME_INVALID"],
		["no key", { model: "anthropic" }, {}, "MODEL_KEY_MISSING"],
		["a key of two lines", { model: "anthropic" }, { ANTHROPIC_API_KEY: `${key}\n${key}` }, "KEY_INVALID"],
		["a key with a sign of no header", { model: "anthropic" }, { ANTHROPIC_API_KEY: `“${key}”` }, "KEY_INVALID"],
		["no address", { model: "openai-compatible:m" }, {}, "BASE_URL_MISSING"],
		["no address at all", { model: "vllm:m", baseUrl: "localhost" }, {}, "BASE_URL_INVALID"],
		["an address with a password", { model: "vllm:m", baseUrl: `http://me:${key}@h/v1` }, {}, "BASE_URL_INVALID"],
		["an address with a key", { model: "vllm:m" }, { VLLM_BASE_URL: `http://h/v1?key=${key}` }, "BASE_URL_INVALID"],
		["an unused address", { model: "openai", baseUrl: "http://h/v1" }, { OPENAI_API_KEY: key }, "BASE_URL_UNUSED"],
		["investigators without a model", { gather: "agent" as const }, {}, "MODEL_MISSING"],
		["a utility model alone", {}, { ASSAY_UTILITY_MODEL: "vllm:m" }, "MODEL_MISSING"],
		["an effort that is none", {}, { ASSAY_EFFORT: "huge" }, "OPTION_VALUE_INVALID"],
	])("are rejected with a code and a hint: %s", (_what, asked, environment, code) => {
		const error = (() => {
			try {
				return settingsFor(asked, environment);
			} catch (error) {
				return error;
			}
		})();
		expect(error).toMatchObject({ code, exitCode: 2, hint: expect.any(String) });
		expect(`${(error as Error).message} ${JSON.stringify(error)}`).not.toContain(key);
	});

	it.each([
		["antropic:claude-x", "anthropic:claude-x"],
		["claude-x", "anthropic:claude-x"],
		["gpt-9", "openai:gpt-9"],
		["olama:qwen3:8b", "ollama:qwen3:8b"],
		["qwen3:8b", "ollama:qwen3:8b"],
		["glm:glm-5", "zai:glm-5"],
		["maker/model", "openrouter:maker/model"],
	])("get a suggestion where they are mistyped: %s", (typed, meant) => {
		expect(() => settingsFor({ model: typed })).toThrow(
			expect.objectContaining({ hint: expect.stringMatching(`^did you mean ${meant}\\? The providers: anthropic, `) }),
		);
	});

	it("have the price and the window of the user's table, by their typed name", async () => {
		const environment = { OPENAI_API_KEY: key };
		const folder = emptyFolder();
		const userTable = { "vllm:m": { input: 1, output: 2, window: 9_000 }, "openai:gpt-x": { input: 3, output: 4 } };
		writeFileSync(join(folder, "models.json"), JSON.stringify(userTable));
		const config = readConfig({ home: folder }, environment).models();
		const options = modelOptionsOf(parseOptions({ model: "openai:gpt-x", utilityModel: "vllm:m", maxCost: 9 }), config);
		const models = options && (await openModels({ depth: "quick" }, options, config));
		expect(models?.lead).toMatchObject({ name: "openai:gpt-x", price: { input: 3, output: 4 } });
		expect(models?.utility).toMatchObject({ name: "vllm:m", window: 9_000, price: { input: 1, output: 2 } });
		expect(models?.expected.usd?.low).toBeGreaterThan(0);
	});

	it.each([
		["whose price nobody knows", "openai:gpt-nonesuch", 1, "MODEL_PRICE_UNKNOWN"],
		["that the limit cannot pay", "openai", 0.001, "MAX_COST_TOO_SMALL"],
	])("keep a limit of cost: not one %s", async (_what, lead, maxCost, code) => {
		const { options, config } = settingsFor({ model: lead, maxCost }, { OPENAI_API_KEY: key });
		const opening = options && openModels({ depth: "quick" }, options, config);
		await expect(opening).rejects.toMatchObject({ code, exitCode: 2 });
	});
});
