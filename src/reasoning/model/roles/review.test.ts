import { describe, expect, test } from "vitest";
import { scriptedAsker } from "../../../../test/support/asker.ts";
import { claimOf, sourceOf } from "../../../../test/support/evidence.ts";
import { writeInputOf } from "../../../../test/support/report.ts";
import { review } from "./review.ts";
import { revise } from "./revise.ts";

const claim = claimOf("Ada Moor designed the daemon.");
const wakes = claim.id;
const input = writeInputOf("Why?", { claims: [claim], sources: [sourceOf("s1")] });

describe("review", () => {
	const dimensions = [
		{ kind: "factual" as const, question: "What is it?" },
		{ kind: "critical" as const, question: "What is contested?" },
	];
	const drafted = {
		sections: [{ heading: "A", sentences: [{ kind: "fact" as const, text: "It wakes up.", claimIds: [wakes] }] }],
	};

	test("shows the draft as plain text, and grades only known dimensions", async () => {
		const asker = scriptedAsker([
			{
				coverage: [
					{ dimension: "d2", grade: 9 },
					{ dimension: "d7", grade: 1 },
				],
				suggestions: ["  say\nmore ", "", "say more"],
			},
		]);
		const found = await review(asker, { question: "What?", dimensions, draft: drafted });
		expect(found).toEqual({
			coverage: [{ dimension: "What is contested?", grade: 3 }],
			weakClaims: [],
			logicalGaps: [],
			missingPerspectives: [],
			missingClusters: [],
			missingJudgements: [],
			suggestions: ["say more"],
		});
		const shown = asker.shown();
		expect(shown).toContain("It wakes up.");
		for (const hidden of [wakes, "[c", "60 seconds"]) expect(shown).not.toContain(hidden);
	});
});

test("a reviewer is shown which clusters a draft uses, and a reviser which are missing", async () => {
	const outline = [
		{ name: "licence, seats", claims: 8, pages: 4, cited: 0, typical: "A seat costs 40 euro." },
		{ name: "burnout", claims: 3, pages: 2, cited: 2, leftOut: "it explains little", typical: "Ada Moor tires." },
	];
	const drafted = {
		sections: [{ heading: "", sentences: [{ kind: "inference" as const, text: "It tires.", claimIds: [wakes] }] }],
	};
	const asker = scriptedAsker([
		{ missingClusters: ["k1", "k2", "k7"], missingJudgements: ["which cause weighs most"] },
	]);
	const found = await review(asker, {
		question: "Why?",
		dimensions: [],
		draft: drafted,
		outline,
		length: { words: 3_000, most: 2_500 },
	});
	const shown = asker.shown();
	expect(shown).toContain("k1 (8 claims on 4 pages, not used): A seat costs 40 euro.");
	expect(shown).toContain("2 used; left out because: it explains little): Ada Moor tires.");
	expect(shown).toContain("(inference) It tires.");
	expect(asker.asked[0]?.parts.at(-1)?.title).toBe("The draft, 3000 words long, where there is room for 2500");
	expect(found).toMatchObject({ missingClusters: ["licence, seats"], missingJudgements: ["which cause weighs most"] });
	const said = { text: "Ada Moor made it.", claims: ["c1"] };
	const reviser = scriptedAsker([{ sections: [{ heading: "", paragraphs: [[said]] }] }]);
	await revise(reviser, { ...input, draft: drafted, review: found });
	const remarks = reviser.asked[0]?.parts.at(-1)?.text;
	expect(remarks).toContain("Hardly used: what is said of: licence, seats");
	expect(remarks).toContain("Missing judgement: which cause weighs most");
});
