import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { optionsFromVariables, parseOptions } from "../../src/app/options/parse.ts";
import { flagOf, infoOf, type OptionName, optionNames, optionsSchema } from "../../src/app/options/schema.ts";
import type { AssayError } from "../../src/base/errors.ts";
import { parseCommandLine } from "../../src/cli/program.ts";
import { partNames } from "../../src/evidence/parts.ts";
import { emptyFolder } from "../support/folder.ts";

const question = "Why is the sky blue?";

function optionsOf(args: readonly string[]) {
	const task = parseCommandLine([question, "--search", "wikipedia", ...args], "1.2.3", 80);
	if (task.command !== "research") throw new Error("not a question");
	return task.options;
}

/** The same for an option that `extend` or `resume` takes, and a first run does not. */
function optionsOfLaterRun(command: "extend" | "resume", args: readonly string[]) {
	const task = parseCommandLine([command, "1a2b3c4d", ...args], "1.2.3", 80);
	if (task.command !== command) throw new Error(`not ${command}`);
	return task.options;
}

function errorOf(work: () => unknown): Pick<AssayError, "code" | "message" | "hint"> {
	try {
		work();
	} catch (error) {
		return error as AssayError;
	}
	throw new Error("it was accepted");
}

/** A valid value of an option other than its default, as JSON has it. */
const sample: Partial<Record<OptionName, unknown>> = {
	...{ corpus: ["docs"], depth: "deep", planner: "baseline", vectors: false, deadline: 60, maxSources: 7, maxSteps: 9 },
	...{ width: 3, search: ["wikipedia"], searxng: "http://h:1", url: ["https://h/x"], site: ["h.org"], since: "2024" },
	...{
		browser: false,
		steel: true,
		allowWeb: true,
		mcp: ["notes"],
		mcpAllow: ["notes/write"],
		model: "vllm:m",
		utilityModel: "vllm:n",
		reviewModel: "vllm:o",
		effort: "high",
	},
	...{
		utilityEffort: "low",
		baseUrl: "http://h/v1",
		modelTimeout: 90,
		modelParallel: 6,
		maxCost: 0.5,
		maxRequests: 40,
		maxTokens: 200_000,
		gather: "agent",
	},
	...Object.fromEntries(partNames.map((part) => [part, infoOf(part).off !== undefined])),
	...{ focus: "its cost", investigators: "lead", session: "single", review: false, support: false, rewrite: false },
	...{ clarify: true, answer: ["Norway"], confirm: true, plan: "plan.txt", accept: true, followUps: false },
	...{ view: true, extend: true, new: true, onWorkers: true, detach: true, estimate: true },
};

describe("an option", () => {
	it.each(optionNames)("%s means the same as a flag, in a JSON file and, where it has one, as a variable", (name) => {
		const value = sample[name];
		expect(value, "the sample lacks it").toBeDefined();
		const texts = [value].flat().map(String);
		const flags = typeof value === "boolean" ? [flagOf(name)] : texts.flatMap((text) => [flagOf(name), text]);
		const { commands } = infoOf(name);
		const later = commands.includes("extend") ? "extend" : "resume";
		const parsed = commands.includes("research") ? optionsOf(flags) : optionsOfLaterRun(later, flags);
		expect(parsed[name]).toEqual(name === "search" ? ["wikipedia", "wikipedia"] : value);
		const file = join(emptyFolder(), "options.json");
		writeFileSync(file, JSON.stringify({ [name]: value }));
		expect(optionsOf(["--options", file])[name]).toEqual(value);
		expect(parseOptions({ [name]: value })[name]).toEqual(value);
		const { variable } = infoOf(name);
		if (variable !== undefined)
			expect(optionsFromVariables([name], (one) => (one === variable ? texts.join(",") : undefined))).toEqual({
				[name]: value,
			});
	});

	it("given as a flag overrides the JSON file, which overrides the default", () => {
		const file = join(emptyFolder(), "options.json");
		writeFileSync(file, JSON.stringify({ depth: "deep", maxSteps: 5 }));
		const options = parseOptions(optionsOf(["--options", file, "--depth", "quick"]));
		expect(options).toMatchObject({ depth: "quick", maxSteps: 5, gather: "pipeline" });
	});

	it.each([
		["an option that is not there", { corpsu: ["x"] }, "OPTION_UNKNOWN", 'did you mean "corpus"?'],
		["a word that is no choice", { depth: "abyss" }, "OPTION_VALUE_INVALID", "quick, standard, deep"],
		["a number out of range", { deadline: 0 }, "OPTION_VALUE_INVALID", "from 1 to 86400"],
		["a text for a list", { search: "wikipedia" }, "OPTION_VALUE_INVALID", "a list"],
		["no object", [1], "OPTION_VALUE_INVALID", "no JSON object"],
	])("in JSON is rejected with what is wrong and what to write: %s", (_what, json, code, text) => {
		const { message, hint, ...error } = errorOf(() => parseOptions(json));
		expect(error).toMatchObject({ code });
		expect(`${message} ${hint}`).toContain(text);
	});

	it.each([
		["no JSON", "depth: quick", "OPTIONS_FILE_UNREADABLE"],
		["a list", "[1]", "OPTION_VALUE_INVALID"],
		["an option that is not there", '{"corpsu": ["x"]}', "OPTION_UNKNOWN"],
		["nothing", "", "OPTIONS_FILE_UNREADABLE"],
	])("of a file that holds %s is named with the file", (_what, text, code) => {
		const file = join(emptyFolder(), "options.json");
		writeFileSync(file, text);
		expect(errorOf(() => optionsOf(["--options", file]))).toMatchObject({
			code,
			message: expect.stringContaining(file),
		});
	});
});

describe("the schema of the options", () => {
	it("accepts any JSON or rejects it with a usage error, and what it accepts it accepts again", () => {
		fc.assert(
			fc.property(fc.dictionary(fc.constantFrom(...optionNames), fc.jsonValue(), { maxKeys: 3 }), (json) => {
				try {
					const options = parseOptions(json);
					expect(parseOptions(options)).toEqual(options);
				} catch (error) {
					expect(error).toMatchObject({ exitCode: 2, hint: expect.any(String) });
				}
			}),
		);
	});

	it("can be published as a JSON schema", () => {
		const { properties } = z.toJSONSchema(optionsSchema, { io: "input", unrepresentable: "any" });
		expect(Object.keys(properties ?? {})).toEqual(optionNames);
		expect(properties?.depth).toMatchObject({ enum: ["quick", "standard", "deep", "survey"], default: "standard" });
	});
});
