import { expect, test } from "vitest";
import { claimOf, lookupRoute, noPlan, subQuestionOf } from "../../test/support/evidence.ts";
import { emptyState } from "../evidence/fold.ts";
import { type Draft, nearestPassages } from "../evidence/report.ts";
import type { Reasoner, WriteInput } from "../reasoning/reasoner.ts";
import { createRulesReasoner } from "../reasoning/rules/index.ts";
import { analysisOf } from "../reasoning/rules/question/analysis.ts";
import { withPartSections } from "./part-sections.ts";

test("passages near a part that nothing answers stand last, under their own heading, and none is marked", async () => {
	const question = "How high is the tower, and how long is the wall?";
	const [tower, wall] = ["How high is the tower?", "How long is the wall?"];
	const parts = [tower, wall].map((text, at) => subQuestionOf({ id: `q${at + 1}`, text }));
	const claims = [
		claimOf("The tower is red.", { id: "c1", subQuestionIds: ["q1"] }),
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
		[nearestPassages, 0],
	]);
	expect(sections[1]?.sentences[0]?.text).toContain(tower);
});
