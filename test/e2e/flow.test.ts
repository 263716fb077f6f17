import { expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import type { ResearchEvent } from "../../src/evidence/event.ts";
import { fold } from "../../src/evidence/fold.ts";
import { blocksIn } from "../../src/evidence/report.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import { blockText } from "../../src/verification/check-block.ts";
import { researchFolder } from "../support/flow.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { memoryRun } from "../support/memory.ts";

const ask = (question: string, more = {}) => researchFolder(question, folderOf(larkdb), emptyFolder(), more);

function cited(state: ResearchState): string[] {
	const ids = new Set(
		state.report?.sections.flatMap(({ sentences, blocks = [] }) =>
			[...sentences, ...blocks].flatMap(({ claimIds }) => claimIds),
		),
	);
	return state.claims.filter(({ id }) => ids.has(id)).map(({ quote }) => quote);
}

test("a lookup shows the passage that states the value first, and says why it stopped", async () => {
	const state = await ask("What is the default port of the Larkdb server?");
	expect(state.route?.shape).toBe("lookup");
	const [first] = blocksIn(state.report ?? { sections: [] });
	expect(first && blockText(first)).toContain("7171");
	expect(state.stop?.reason).toBe("COVERAGE_MET");
	expect(cited(state).join("\n")).toContain("7171");
});

test("a question of two hops follows the person that a page names to the page about her", async () => {
	const state = await ask("In which town was the designer of the Larkdb logo born?");
	expect(state.sources.map(({ label }) => label)).toEqual(
		expect.arrayContaining([expect.stringContaining("origins.md"), expect.stringContaining("people.md")]),
	);
	const shown = blocksIn(state.report ?? { sections: [] }).map(blockText);
	expect(shown.join("\n")).toContain("Kestrelford");
});

test("two documents that give different years are shown as a dispute, and neither is smoothed over", async () => {
	const state = await ask("When was Larkdb first released?");
	const disputes = state.report?.disputes ?? [];
	expect(disputes.length).toBeGreaterThan(0);
	const quotes = disputes
		.flatMap(({ a, b }) => state.claims.filter(({ id }) => id === a || id === b))
		.map(({ quote }) => quote);
	expect(quotes.join("\n")).toContain("2011");
	expect(quotes.join("\n")).toContain("2013");
});

test("each part of a question that passages may answer has a section of its own, and the others are named as not found", async () => {
	const zebras = "How do zebras digest grass?";
	const state = await ask(`How does compaction work in Larkdb, how do replicas follow the leader, and ${zebras}`);
	const [first, ...others] = state.report?.sections ?? [];
	expect(first?.sentences.map(({ text }) => text).join(" ")).toContain("How does compaction work in Larkdb?");
	expect(JSON.stringify(others)).not.toContain(zebras);
	expect(state.report?.gaps.map(({ text }) => text)).toContain(zebras);
	expect(state.stop?.reason).not.toBe("COVERAGE_MET");
});

test("a part of a lookup that no page answers is told as not certain, and nothing near it is marked", async () => {
	const town = folderOf({
		"town.md":
			"# Ilmstad\n\nIlmstad is a town on the river Ilm. It has 14,200 inhabitants.\n\nIts church of Saint Olaf was built in 1871 of red brick.\n",
		"river.md": "# River Ilm\n\nThe Ilm is 84 kilometres long. It rises in the hills of Varn.\n",
	});
	const question = "How many inhabitants does Ilmstad have, and how high is its church?";
	const { report } = await researchFolder(question, town, emptyFolder(), {});
	const [inhabitants, church] = report?.sections ?? [];
	expect(JSON.stringify(inhabitants)).toContain("It has 14,200 inhabitants.");
	expect(church?.sentences.map(({ text }) => text)).toEqual([
		"It is not certain that these passages answer this: How high is Ilmstad's church?",
	]);
	expect(church?.blocks?.flatMap(({ marked }) => marked)).toEqual([]);
});

test("a part of a question for which the depth has no sub-question is named as not searched", async () => {
	const question = "What is compaction, what is a segment, what is the logo, and how do replicas follow the leader?";
	const state = await ask(question, { depth: "quick" });
	expect(state.report?.gaps).toContainEqual({
		text: "How do replicas follow the leader?",
		lookedIn: ["not searched: the plan of this depth has no room for it"],
	});
	expect(state.stop?.reason).not.toBe("COVERAGE_MET");
});

test("a synthesis draws on several documents and looks for what speaks against it", async () => {
	const state = await ask("How does compaction work in Larkdb, and what are its costs?");
	expect(state.route?.shape).toBe("synthesis");
	expect(state.plan.subQuestions.some(({ stance }) => stance === "adversarial")).toBe(true);
	const shown = blocksIn(state.report ?? { sections: [] })
		.map(blockText)
		.join("\n");
	expect(shown).toContain("merges small segments");
	expect(shown).toContain("needed twice");
	expect(shown).not.toContain("sourdough");
});

test("a question that no document answers yields no report, and what was tried is in the state", async () => {
	const state = await ask("What is the price of diesel fuel in Norway?");
	expect(state.report).toBeUndefined();
	expect(state.done).toBe(true);
	expect(state.turns.flatMap(({ queries }) => queries).length).toBeGreaterThan(1);
});

test("a broad question that shares but a word with the documents yields no report", async () => {
	for (const question of ["Does religion cause war?", "How do vaccines work?"])
		expect((await ask(question)).report).toBeUndefined();
});

test("rounds end by themselves, after the whole plan was searched at once", async () => {
	const state = await ask("How does compaction work in Larkdb, and what are its costs?", { planner: "rounds" });
	expect(state.turns.filter(({ wave }) => wave === 1).map(({ subQuestionId }) => subQuestionId)).toEqual(
		state.plan.subQuestions.map(({ id }) => id),
	);
	expect(state.stop?.reason).not.toBe("BUDGET_EXHAUSTED");
	expect(state.report?.sections.length).toBeGreaterThan(0);
});

test("the baseline planner uses its budget up, and says so", async () => {
	const state = await ask("How does compaction work in Larkdb?", { planner: "baseline", maxSteps: 6 });
	expect(state.stop?.reason).toBe("BUDGET_EXHAUSTED");
	expect(state.turns).toHaveLength(6);
});

test("a run that is cut off after any step, and taken up again, ends in the same state", async () => {
	const folder = folderOf(larkdb);
	const index = emptyFolder();
	const question = "When was Larkdb first released?";
	const steps = new Map<string, Json>();
	const whole = await researchFolder(question, folder, index, {}, memoryRun(steps));
	const names = [...steps.keys()];
	expect(names.length).toBeGreaterThan(15);
	for (let kept = 0; kept < names.length; kept += 3) {
		const recorded = new Map(names.slice(0, kept).flatMap((name) => [[name, steps.get(name) ?? null] as const]));
		const resumed = await researchFolder(question, folder, index, {}, memoryRun(recorded));
		expect(timeless(resumed)).toEqual(timeless(whole));
	}
});

test("the state does not depend on the order in which parallel steps were recorded", async () => {
	const run = memoryRun();
	const state = await researchFolder("How does compaction work in Larkdb?", folderOf(larkdb), emptyFolder(), {}, run);
	const events = run.log().map(({ output }) => output as unknown as ResearchEvent);
	expect(timeless(fold(events.toReversed()))).toEqual(timeless(state));
});

/** A state without its times. */
function timeless(state: ResearchState): unknown {
	return JSON.parse(JSON.stringify(state, (key, value: unknown) => (key === "elapsedMs" ? 0 : value)));
}
