import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { outputSchema } from "../../src/app/report/output.ts";
import { assay, newestRun, place } from "../cli/support.ts";
import type { ChatBody } from "../support/chat.ts";
import { closeAfterTest } from "../support/close.ts";
import { researchFolder } from "../support/flow.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { changed, startHardModel } from "../support/hard.ts";
import { simulatedAnswer } from "../support/simulated.ts";

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

/** A question of which one detail is wrong (the designer), and a model that also reads it with another designer. */
const misremembered = "When was the Skerry lighthouse, which Ilse Varga designed, built?";
const meant = "When was the Skerry lighthouse, which Maren Tveit designed, built?";
const coast = {
	"tower.md": "# A tower\n\nThe lighthouse on the point, which Maren Tveit designed for Skerry, was built in 1887.\n",
	"mill.md": "# A mill\n\nThe mill by the river was built in 1901. It grinds oats.\n",
	"bread.md": "# Bread\n\nA sourdough starter is fed with flour and water every day.\n",
};

function readingModel(body: ChatBody) {
	const planned = (question: string, reading: string) => ({
		...{ question, dimension: "factual", stance: "supporting", priority: "core", reading, value: "", subject: "" },
		...{ names: [], queries: [question] },
	});
	const check = { ...planned("Was it built in another year?", "r1"), stance: "adversarial", priority: "optional" };
	return changed(simulatedAnswer(body), {
		readings: [
			{ kind: "literal", text: misremembered, weight: 0.7 },
			{ kind: "misremembered", text: meant, weight: 0.3 },
		],
		subQuestions: [planned(misremembered, "r1"), planned(meant, "r2"), check],
	});
}

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
