import { expect, test } from "vitest";
import { optionsFor } from "../../test/support/flow.ts";
import type { ModelOptions } from "../evidence/event.ts";
import type { RunRecord } from "../store/store.ts";
import { extensionOf } from "./later-run.ts";
import { parseOptions } from "./options/parse.ts";

const model: ModelOptions = {
	lead: "vllm:a",
	utility: "vllm:b",
	reviewer: "vllm:c",
	gather: "pipeline",
	session: "isolated",
	review: true,
	support: true,
	rewrite: true,
	maxCostUsd: 2,
	maxRequests: 40,
	maxTokens: 200_000,
};

function extended(depth: "standard" | "survey") {
	const options = { ...optionsFor(depth, { model, without: ["citations"] }), corpus: ["/docs"] };
	const run = { id: "0123456789abcdef", status: "completed", input: { question: "Why?", options, key: "k" } };
	return parseOptions(extensionOf(run as unknown as RunRecord, {}).options);
}

test("a run that extends another has its limits, its reviewer and its switches", () => {
	expect(extended("standard")).toMatchObject({
		...{ maxCost: 2, maxRequests: 40, maxTokens: 200_000, reviewModel: "vllm:c", citations: false },
	});
	expect(extended("standard").secondHop, "a part that is on by default is not chosen").toBeUndefined();
});

test("what a survey found is carried on by a run of one pass", () => {
	expect(extended("survey").depth).toBe("deep");
});
