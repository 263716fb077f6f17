import { expect, test } from "vitest";
import { claimOf, lookupRoute, noPlan, subQuestionOf } from "../../test/support/evidence.ts";
import { emptyState } from "../evidence/fold.ts";
import { gapsOf } from "../evidence/gaps.ts";
import { chainNote, type Draft, nearestPassages, type QuotedBlock, uncertainPassages } from "../evidence/report.ts";
import type { Reasoner, WriteInput } from "../reasoning/reasoner.ts";
import { createRulesReasoner } from "../reasoning/rules/index.ts";
import { analysisOf } from "../reasoning/rules/question/analysis.ts";
import { withPartSections } from "./part-sections.ts";
import { withoutBlocks } from "./request-sections.ts";

test.each([
	["holds none of its other words", "The tower is red.", nearestPassages],
	["holds all its words", "The tower is red, and high above the town.", uncertainPassages],
])("passages near a part stand last and unmarked; it was not found if what was read %s", async (_, near, heading) => {
	const question = "How high is the tower, and how long is the wall?";
	const [tower, wall] = ["How high is the tower?", "How long is the wall?"];
	const parts = [tower, wall].map((text, at) => subQuestionOf({ id: `q${at + 1}`, text }));
	const claims = [
		claimOf(near, { id: "c1", subQuestionIds: ["q1"] }),
		claimOf("The wall is 9 m long.", { id: "c2", sourceId: "s2", subQuestionIds: ["q2"] }),
	];
	const route = { ...lookupRoute, analysis: analysisOf(question) };
	const input: WriteInput = {
		...{ question, route, plan: { ...noPlan, subQuestions: parts }, claims },
		...{ groups: [], conflicts: [], sources: [], gaps: [] },
	};
	const draftOf = (text: string): Draft => {
		const [claim] = claims.filter(({ text: words }) => words.includes(text === tower ? "tower" : "wall"));
		const { id = "", quote = "", sourceId = "" } = claim ?? {};
		const piece = { kind: "prose" as const, start: 0, end: quote.length, text: quote };
		const marked = [{ start: 0, end: 3 }];
		const block = { sourceId, kind: "paragraph" as const, path: [], pieces: [piece], marked, claimIds: [id] };
		return { sections: [{ heading: text === tower ? nearestPassages : "", sentences: [], blocks: [block] }] };
	};
	const reasoner: Reasoner = { ...createRulesReasoner(), draft: async ({ question: text }) => draftOf(text) };
	const state = { ...emptyState, question, route, subQuestions: parts };
	const { sections } = await withPartSections({ sections: [] }, state, input, reasoner, {});
	expect(sections.map(({ heading, blocks }) => [heading, blocks?.[0]?.marked.length])).toEqual([
		[wall, 1],
		[heading, 0],
	]);
	expect(sections[1]?.sentences[0]?.text).toContain(tower);
	const missing = gapsOf(state, { sections }).map(({ text }) => text);
	expect(missing).toEqual(heading === nearestPassages ? [tower] : []);
});

test("a chain whose passages are shown elsewhere is not said to be in bold sentences", () => {
	const blockAt = (start: number, marks: number): QuotedBlock => ({
		...{ sourceId: "s1", kind: "paragraph", path: [], claimIds: ["c1"] },
		pieces: [{ kind: "prose", start, end: start + 20, text: "The gate is of iron." }],
		marked: Array.from({ length: marks }, (_, at) => ({ start: start + at * 4, end: start + at * 4 + 3 })),
	});
	const blocks = [blockAt(0, 1), blockAt(40, 1), blockAt(80, 0)];
	const notesWithout = (...keys: string[]) =>
		withoutBlocks([{ heading: "", sentences: chainNote(blocks), blocks }], new Set(keys)).flatMap(({ sentences }) =>
			sentences.map(({ text }) => text.includes("bold")),
		);
	expect(notesWithout()).toEqual([true]);
	expect(notesWithout("s1:40")).toEqual([false]);
	expect(notesWithout("s1:0", "s1:40")).toEqual([]);
	expect(chainNote([blockAt(0, 2)])).toHaveLength(1);
});
