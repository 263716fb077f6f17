import { expect, test } from "vitest";
import { assignment, counts, tools } from "../../../test/support/investigator.ts";
import { memoryRun } from "../../../test/support/memory.ts";
import { says } from "../../../test/support/scripted.ts";
import type { ExtractInput, NextActionInput } from "../../reasoning/reasoner.ts";
import { searchAll } from "../search-wave.ts";
import type { Assignment } from "./assignment.ts";
import { runInvestigator } from "./investigator.ts";
import { shareSearches } from "./shared-searches.ts";
import type { SharedSearches } from "./workspace.ts";

const ask = (id: string, text: string): Assignment => ({
	...assignment,
	subQuestion: { ...assignment.subQuestion, id, text },
	first: ["default port"],
	reads: 2,
});
const two = [ask("q1", "What is the default port?"), ask("q2", "What does merging cost?")];

/** What the two share, without a log. */
function shareInMemory(): SharedSearches {
	const search = (query: string) => searchAll(tools, [query], [query], [], new AbortController().signal);
	return shareSearches(two, search)(memoryRun().child);
}

/** The results that one investigator sees before its first message. */
async function openingOf(one: Assignment, shared: SharedSearches): Promise<string> {
	const asked: NextActionInput[] = [];
	await runInvestigator(memoryRun(), one, tools, {
		nextAction: async (input) => {
			asked.push(structuredClone(input));
			return says(["report", { summary: "", gaps: ["all of it"] }]);
		},
		...{ elapsedMs: () => 0, researchMs: 600_000, onFallback: () => {}, shared },
	});
	return asked[0]?.opening ?? "";
}

test("pages that several investigators find are divided whoever is first; a query of the plan is sent once", async () => {
	const [q1 = "", q2 = ""] = await Promise.all(two.map((one) => openingOf(one, shareInMemory())));
	counts.searches = 0;
	const shared = shareInMemory();
	const [, last = ""] = [await openingOf(two[1] ?? assignment, shared), await openingOf(two[0] ?? assignment, shared)];
	expect(counts.searches).toBe(1);
	expect(last).toBe(q1);
	const whole = (text: string) => [...text.matchAll(/^r\d+ (.+?) \(/gm)].map(([, title]) => title);
	const named = (text: string) => [...text.matchAll(/^- r\d+ (.+?) \(for: (.+)\)$/gm)].map(([, ...one]) => one);
	expect(whole(q1)).toEqual(["The port", "The manual"]);
	expect(named(q1)).toEqual([
		["The costs", "What does merging cost?"],
		["The gone", "What does merging cost?"],
	]);
	expect(whole(q2)).toEqual(["The costs", "The gone"]);
	expect(named(q2).map(([title]) => title)).toEqual(["The port", "The manual"]);
});

test("one that cannot choose gets its own pages before those of others", async () => {
	const read = async (id: string) => {
		const one = two.find(({ subQuestion }) => subQuestion.id === id) ?? assignment;
		const { sources } = await runInvestigator(memoryRun(), { ...one, reads: 1 }, tools, {
			nextAction: async () => says(),
			...{ elapsedMs: () => 0, researchMs: 600_000, onFallback: () => {}, shared: shareInMemory() },
		});
		return sources.map(({ title }) => title);
	};
	expect([await read("q1"), await read("q2")]).toEqual([["The port"], ["The costs"]]);
});

test("a page is extracted by the same request whoever of the wave reads it, so that a model is asked once", async () => {
	const shared = shareInMemory();
	const askedBy = async (one: Assignment, title: string) => {
		const extracted: ExtractInput[] = [];
		const extractClaims: typeof tools.reasoner.extractClaims = async (input) => {
			extracted.push(structuredClone(input));
			return { claims: [] };
		};
		const others = two.filter((other) => other !== one).map(({ subQuestion }) => subQuestion);
		const counting = { ...tools, reasoner: { ...tools.reasoner, extractClaims } };
		await runInvestigator(memoryRun(), { ...one, others, room: 9_000 }, counting, {
			nextAction: async ({ opening = "", transcript }) => {
				const id = new RegExp(`(r\\d+) ${title}`).exec(opening)?.[1] ?? "";
				return transcript.length === 0 ? says(["read", { ids: [id] }]) : says(["report", { summary: "", gaps: [] }]);
			},
			...{ elapsedMs: () => 0, researchMs: 600_000, onFallback: () => {}, shared },
		});
		return extracted;
	};
	const [q1 = assignment, q2 = assignment] = two;
	const first = await askedBy(q2, "The port");
	expect(first.map(({ page }) => page.title)).toContain("The port");
	expect(await askedBy(q1, "The port")).toEqual(first);
	// The best result of its reader: more of it is shown than of a page on average.
	expect(first[0]?.room).toBe(12_000);
});
