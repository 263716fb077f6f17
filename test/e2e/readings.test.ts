import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { outputSchema } from "../../src/app/report/output.ts";
import { assay, newestRun, place } from "../cli/support.ts";
import { closeAfterTest } from "../support/close.ts";
import { researchFolder } from "../support/flow.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { startHardModel } from "../support/hard.ts";
import { coast, meant, misremembered, readingModel } from "../support/readings.ts";

test("a question is read as it is written: a name is never taken for another that sounds the same", async () => {
	const folder = folderOf({
		"atoll.md":
			"# Night Reef\n\nNight Reef is an atoll in the Corran Sea. The annual catch quota of Night Reef is 4,150 tonnes of rock lobster.\n",
	});
	const state = await researchFolder("What is the annual catch quota of Knight Reef?", folder, emptyFolder());
	expect(state.readings.map(({ kind, text }) => [kind, text])).toEqual([
		["literal", "What is the annual catch quota of Knight Reef?"],
	]);
	expect(state.report?.answer?.confidence).not.toBe("high");
});

test.each([
	["the likeliest reading by what is found goes first", [], ["r2", "r1"], meant],
	["without that, the model's weights hold", ["--no-needle"], ["r1", "r2"], misremembered],
])("a reading is followed from the plan to the query that it caused: %s", async (_what, flags, order, first) => {
	const server = closeAfterTest(
		await startHardModel((role, body) => (role === "begin" ? readingModel(body) : undefined)),
	);
	const { home, options } = place(coast);
	const args = [misremembered, ...options, "--model", "openai-compatible:sim", "--base-url", server.baseUrl];
	const ended = await assay([...args, "--width", "1", "--json", ...flags]);
	expect(ended.code, ended.stderr).toBe(0);
	const output = outputSchema.parse(JSON.parse(ended.stdout));
	expect(output.readings.map(({ id }) => id)).toEqual(order);
	expect(output.readings.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
	const trace = JSON.parse(readFileSync(join(home, "runs", await newestRun(home), "trace.json"), "utf8"));
	const [step] = trace.steps as { subQuestion: { readingId: string }; queries: string[] }[];
	expect(step?.subQuestion.readingId).toBe(order[0]);
	expect(step?.queries).toContain(first);
	// The wrong detail does not keep the answer from being found.
	expect(output.answer?.text).toBe("1887");
	if (flags.length === 0) {
		expect(output.report).toContain(`**Readings:** misremembered`);
		expect(output.report).toMatch(/hold 100 % of its words together and 100 % of its names; 30 % before/);
	}
});
